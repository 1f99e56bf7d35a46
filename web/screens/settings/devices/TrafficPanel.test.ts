import { type TrafficCall, trafficCallKinds, trafficCommandKinds } from '@torniquete/contract/door/device-traffic.ts'
import { expect, test } from 'vitest'
import {
  formatBytes,
  formatCall,
  formatCallKind,
  formatCallTime,
  formatCommands,
  formatRefusal,
  makeCopyText,
  unknownText,
} from './TrafficPanel.tsx'

const zone = 'America/Santo_Domingo'
const poll: TrafficCall = {
  at: '2026-11-21T16:00:05.000Z',
  first_at: '2026-11-21T16:00:05.000Z',
  times: 1,
  address: '192.168.1.20',
  method: 'GET',
  call: 'poll',
  page: 'getrequest',
  table: null,
  bytes_in: 0,
  bytes_out: 1230,
  status: 200,
  answer: 'C:1a:DATA UPDATE USERINFO',
  held: false,
  commands: [
    { kind: 'put', code: null, count: 12 },
    { kind: 'open', code: null, count: 1 },
  ],
}

test('terminal traffic: every kind of request has a text', () => {
  expect(formatCallKind(poll)).toBe('Pregunta si hay órdenes')
  expect(formatCallKind({ call: 'upload', table: 'ATTLOG' })).toBe('Envía entradas')
  expect(formatCallKind({ call: 'upload', table: 'ERRORLOG' })).toBe('Envía registros')
  for (const call of trafficCallKinds) expect(formatCallKind({ call, table: null }), call).toMatch(/^[A-ZÁÉ]/)
})

test('terminal traffic: commands and their results have texts', () => {
  expect(formatCommands(poll.commands)).toEqual(['Se le pide: guardar a 12 personas, abrir la puerta'])
  expect(
    formatCommands([
      { kind: 'people', code: 0, count: 3 },
      { kind: 'people', code: -1001, count: 1 },
      { kind: 'clock', code: 0, count: 1 },
    ]),
  ).toEqual(['Confirma: 3 órdenes sobre personas, ponerse en hora', 'Rechaza (código -1001): 1 orden sobre personas'])
  for (const kind of trafficCommandKinds) expect(formatCommands([{ kind, code: null, count: 1 }]), kind).toHaveLength(1)
})

test('terminal traffic: a rejected request states the reason', () => {
  const held = false
  expect(formatRefusal({ status: 200, held })).toBeNull()
  expect(formatRefusal({ status: 503, held })).toContain('lo guarda y lo repite')
  expect(formatRefusal({ status: 413, held })).toContain('demasiado de una vez')
  expect(formatRefusal({ status: 200, held: true })).toContain('otro equipo')
})

test('terminal traffic: protocol words, sizes and times are shown as text', () => {
  expect(formatCall(poll)).toBe('192.168.1.20 · GET /iclock/getrequest · 0 B → 1.23 kB · 200 C:1a:DATA UPDATE USERINFO')
  expect(formatCall({ ...poll, method: 'POST', page: 'cdata', table: 'ATTLOG', answer: '' })).toContain(
    'POST /iclock/cdata ATTLOG · 0 B → 1.23 kB · 200',
  )
  expect([formatBytes(999), formatBytes(1000), formatBytes(2_000_000)]).toEqual(['999 B', '1 kB', '2,000 kB'])
  expect(formatCallTime(zone, '2026-11-21', poll)).toBe('12:00:05')
  expect(formatCallTime(zone, '2026-11-22', poll)).toBe('2026-11-21 12:00:05')
  expect(formatCallTime(zone, '2026-11-21', { ...poll, times: 30, first_at: '2026-11-21T15:59:05.000Z' })).toBe(
    '12:00:05 (30 veces desde 11:59:05)',
  )
  expect(unknownText([{ page: 'nuevo', calls: 1200 }])).toBe('Páginas que aquí no se conocen: nuevo (1,200)')
})

test('terminal traffic: the copied text contains device, unknown pages and requests', () => {
  const device = {
    id: 1,
    name: 'Puerta principal',
    sn: 'SN1',
    delay: 2,
    connected: true,
    last_seen: null,
    alarm: false,
  }
  const traffic = {
    since: '2026-11-21T12:00:00.000Z',
    calls: [poll],
    unknown_pages: [{ page: 'nuevo', calls: 2 }],
    unreadable: [],
  }
  expect(makeCopyText(zone, device, 'Ver 8.0.4', traffic).split('\n')).toEqual([
    'Puerta principal · SN1 · Ver 8.0.4 · America/Santo_Domingo, desde 2026-11-21 08:00:00',
    'Páginas que aquí no se conocen: nuevo (2)',
    '2026-11-21 12:00:05 · 192.168.1.20 · GET /iclock/getrequest · 0 B → 1.23 kB · 200 C:1a:DATA UPDATE USERINFO · Pregunta si hay órdenes · Se le pide: guardar a 12 personas, abrir la puerta',
  ])
})
