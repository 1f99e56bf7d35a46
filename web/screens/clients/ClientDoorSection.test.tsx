import type { ClientTerminalState, RefusedClient } from '@torniquete/contract/door/door.ts'
import { expect, test } from 'vitest'
import { formatClientTerminalLines, formatDoorRefusalLine } from './ClientDoorSection.tsx'

const clock = { zone: 'America/Santo_Domingo', now: new Date('2026-11-21T15:00:00Z') }
const current: ClientTerminalState = {
  id_device: 1,
  device: 'Puerta principal',
  state: 'allowed',
  current: true,
  since: null,
  reason: null,
}
const away: ClientTerminalState = { ...current, current: false, since: '2026-11-21T14:42:00Z', reason: 'Sin conexión' }
const may = { allowed: true, until: '2026-12-20' } as const
const mayNot = { allowed: false, reason: 'expired', day: '2026-11-20' } as const

const linesOf = (...[entry, door]: [Parameters<typeof formatClientTerminalLines>[0], readonly ClientTerminalState[]]) =>
  formatClientTerminalLines(entry, door, clock).map(({ tone, text }) => `${tone}: ${text}`)

test("door lines: each terminal without the client's current record states the reason", () => {
  expect(
    linesOf(may, [
      { ...away, state: 'blocked' },
      { ...current, device: 'Atrás' },
    ]),
  ).toEqual(['warn: Puerta principal todavía no recibió el cambio (sin conexión desde las 10:42)'])
  const full = { ...away, state: 'absent', reason: 'El dispositivo está lleno', since: null } as const
  expect(linesOf(may, [full])).toEqual([
    'warn: Puerta principal todavía no recibió el cambio (el dispositivo está lleno)',
  ])
})

test('door lines: a terminal that admits a client without a right is an alarm', () => {
  expect(linesOf(mayNot, [away])).toEqual(['bad: Puerta principal todavía le abre (sin conexión desde las 10:42)'])
  expect(linesOf(mayNot, [{ ...away, state: 'blocked' }])[0]).toMatch(
    /^warn: Puerta principal todavía no recibió el cambio/,
  )
  expect(linesOf({ allowed: false, reason: 'not-begun', day: '2026-12-01' }, [away])[0]).toMatch(/^warn/)
})

test('door lines: a refusal at the door shows time and reason', () => {
  const refused: RefusedClient = {
    id_client: 7,
    name: 'Ana',
    photo_url: null,
    device: { id: 1, name: 'Puerta principal' },
    at: '2026-11-21T14:58:00Z',
    reason: 'membresía vencida el 20/11/2026',
    leaving: false,
    needs_membership: true,
    owes: false,
    entry: 'no',
  }
  expect(formatDoorRefusalLine(refused, clock)).toEqual({
    tone: 'warn',
    text: 'Puerta principal no le abrió a las 10:58: membresía vencida el 20/11/2026',
  })
})

test("door lines: nothing is pending if all terminals have the client's current record", () => {
  expect(linesOf(may, [current])).toEqual(['plain: Al día en Puerta principal'])
  expect(linesOf(mayNot, [current, { ...current, device: 'Atrás' }])).toEqual(['plain: Al día en 2 puertas'])
  expect(linesOf(may, [])).toEqual([])
})
