import type { DeviceStatus } from '@torniquete/contract/door/devices.ts'
import { expect, test } from 'vitest'
import {
  formatClockOffset,
  formatDisconnection,
  formatLastSeen,
  formatPendingChanges,
  formatStillAdmittedCount,
  listTerminalStateLines,
} from './terminal-texts.ts'

test.each([
  [0, 'Al día'],
  [1, '1 cambio pendiente'],
  [3, '3 cambios pendientes'],
])('terminal texts: text for %i pending changes', (pending, text) => expect(formatPendingChanges(pending)).toBe(text))

test.each([
  [null, null],
  [0, null],
  [60, null],
  [-60, null],
  [61, 'Reloj 1 min adelantado'],
  [-120, 'Reloj 2 min atrasado'],
  [3600, 'Reloj 60 min adelantado'],
  [-14_400, 'Reloj 4 h atrasado'],
  [86_400 * 365, 'Reloj 365 d adelantado'],
])('terminal texts: text for a clock that is off by %s seconds', (offset, text) =>
  expect(formatClockOffset(offset)).toBe(text),
)

const zone = 'America/Santo_Domingo'
const clock = { zone, now: new Date('2026-11-21T02:00:00Z') }

test('terminal texts: the last contact is stated in the gym’s time', () => {
  expect(formatLastSeen(clock, null)).toBe('Nunca ha llamado')
  expect(formatLastSeen(clock, '2026-11-21T01:58:00Z')).toBe('Visto hoy a las 21:58')
  expect(formatLastSeen(clock, '2026-11-20T03:58:00Z')).toBe('Visto el 19/11/2026 a las 23:58')
})

test('terminal texts: states since when a terminal is disconnected', () => {
  const last_seen = '2026-11-21T01:58:00Z'
  expect(formatDisconnection(clock, { connected: true, last_seen })).toBeNull()
  expect(formatDisconnection(clock, { connected: false, last_seen })).toBe('sin conexión desde las 21:58')
  expect(formatDisconnection(clock, { connected: false, last_seen: '2026-11-20T03:58:00Z' })).toBe(
    'sin conexión desde el 19/11/2026 a las 23:58',
  )
  expect(formatDisconnection(clock, { connected: false, last_seen: null })).toBe('nunca ha llamado')
})

const settled = {
  last_seen: '2026-11-21T01:58:00Z',
  opening: 2000,
  leaving: false,
  pending: 0,
  oldest_pending: null,
  refused: [],
  kept_out: 0,
  census: null,
  passes_without_right: 0,
  clock_offset: 0,
  can_still_enter: 0,
  dismissed_can_still_enter: 0,
  unreadable: 0,
  hours_pending: 0,
} as Partial<DeviceStatus> as DeviceStatus
const linesOf = (more: Partial<DeviceStatus>, connected = true) =>
  listTerminalStateLines({ ...settled, ...more }, clock, { connected }).map(({ tone, text }) => `${tone}: ${text}`)

test('terminal texts: alarms come before warnings and plain texts', () => {
  expect(linesOf({})).toEqual(['plain: Al día'])
  expect(linesOf({ pending: 1200, oldest_pending: '2026-11-21T00:42:00Z' })).toEqual([
    'warn: 1,200 cambios pendientes desde las 20:42',
  ])
  expect(linesOf({ can_still_enter: 7, passes_without_right: 1, clock_offset: 130, pending: 7 }, false)).toEqual([
    'bad: 7 personas sin derecho aún pueden entrar (sin conexión desde las 21:58)',
    'bad: 1 persona entró hoy sin derecho',
    'warn: 7 cambios pendientes',
    'warn: Reloj 2 min adelantado',
  ])
  expect(linesOf({ unreadable: 1 })).toEqual([
    'plain: Al día',
    'warn: 1 línea que no se pudo leer, quizá una entrada o una persona: está en su tráfico',
  ])
  expect(linesOf({ unreadable: 2 })[1]).toBe(
    'warn: 2 líneas que no se pudieron leer, quizá entradas o personas: están en su tráfico',
  )
  // Two devices use the same serial number, so the text does not claim that the terminal is up to date.
  const twin = { address: '10.0.0.3', mac: null, since: '2026-11-21T00:42:00Z', lacks: 'mark' } as const
  expect(linesOf({ origin_conflict: twin })).toEqual([
    'bad: Otro equipo con su número de serie llama desde la misma red (10.0.0.3)',
  ])
  const origin_conflict = { address: '181.1.2.3', mac: null, since: '2026-11-21T00:42:00Z', lacks: null }
  expect(linesOf({ origin_conflict })).toEqual([
    'bad: Otro equipo dice ser este dispositivo (181.1.2.3)',
    'plain: Al día',
  ])
  expect(linesOf({ origin_first: { address: '192.168.1.20', mac: null } })).toEqual([
    'plain: Al día',
    'plain: Conectado por primera vez desde 192.168.1.20: no recibe huellas ni rostros hasta que lo aceptes',
  ])
  expect(linesOf({ quota_exceeded: true })).toEqual([
    'bad: Envió más de 50,000 registros hoy: los demás se reciben mañana',
    'plain: Al día',
  ])
  expect(linesOf({ can_still_enter: 1 })).toEqual(['bad: 1 persona sin derecho aún puede entrar', 'plain: Al día'])
  expect(linesOf({ can_still_enter: 3, dismissed_can_still_enter: 2 })).toEqual([
    'bad: 1 persona sin derecho aún puede entrar',
    'bad: 2 exempleados aún pueden entrar',
    'plain: Al día',
  ])
})

test('terminal texts: states how many users a terminal refused, and their common reason', () => {
  const full = { id_client: 1, name: 'Ana', reason: 'El dispositivo está lleno' }
  const other = { id_client: 2, name: 'Luis', reason: 'El dispositivo estaba ocupado' }
  expect(linesOf({ refused: [full, { ...full, name: 'Eva' }], refused_count: 400 })).toEqual([
    'warn: 400 personas que no aceptó: El dispositivo está lleno',
  ])
  expect(linesOf({ refused: [full], refused_count: 1, kept_out: 1 })).toEqual([
    'bad: 1 persona que no aceptó: El dispositivo está lleno',
  ])
  expect(linesOf({ pending: 1, refused: [full], refused_count: 1, kept_out: 1 })[0]).toBe(
    'bad: 1 persona que no aceptó: El dispositivo está lleno',
  )
  expect(linesOf({ refused: [full, other], refused_count: 2 })).toEqual(['warn: 2 personas que no aceptó'])
  expect(linesOf({ refused: [other], refused_count: 1 })).toEqual([
    'warn: 1 persona que no aceptó: El dispositivo estaba ocupado',
  ])
})

test('terminal texts: a terminal being emptied before its removal shows only that', () => {
  const of = (connected: boolean, held: number) =>
    listTerminalStateLines({ ...settled, opening: 3 * held, pending: 9, leaving: true }, clock, { connected })
  expect(of(true, 0)).toEqual([{ tone: 'warn', text: 'Se está vaciando: se elimina cuando lo confirme.' }])
  expect(of(false, 4).map(({ text }) => text)).toEqual([
    'Se está vaciando (sin conexión desde las 21:58): se elimina cuando lo confirme. El dispositivo seguirá abriendo a 12 personas.',
  ])
  expect(formatStillAdmittedCount({ opening: 1 })).toBe('El dispositivo seguirá abriendo a 1 persona.')
})
