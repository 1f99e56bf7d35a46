import type { TrafficCall } from '@torniquete/contract/door/device-traffic.ts'
import { expect, test } from 'vitest'
import { makeTrafficCopyText } from './TerminalTrafficPanel.tsx'

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
  expect(makeTrafficCopyText(zone, device, 'Ver 8.0.4', traffic).split('\n')).toEqual([
    'Puerta principal · SN1 · Ver 8.0.4 · America/Santo_Domingo, desde 2026-11-21 08:00:00',
    'Páginas que aquí no se conocen: nuevo (2)',
    '2026-11-21 12:00:05 · 192.168.1.20 · GET /iclock/getrequest · 0 B → 1.23 kB · 200 C:1a:DATA UPDATE USERINFO · Pregunta si hay órdenes · Se le pide: guardar a 12 personas, abrir la puerta',
  ])
})
