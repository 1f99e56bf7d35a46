import { allowingVerifyMode } from '@torniquete/contract/door/door.ts'
import { parseTerminalPin } from '@torniquete/contract/door/terminal-people.ts'
import { toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { sql } from '../platform/db/sql.ts'
import type { DoorService } from './door-service.ts'
import { isLimitedByPlansSql, planDenialReasonSql } from './plan-doors-and-hours.ts'
import { readPinState } from './queries.ts'
import { type RefusedAttempt, recordRefusedAttempts } from './refused-attempts.ts'
import { recordDialectChange } from './terminal-states.ts'
import type { Terminal } from './terminals.ts'

export async function recordDialectIfChanged(
  door: DoorService,
  terminal: Terminal,
  isAccess: boolean,
  now: Date,
): Promise<void> {
  if (terminal.isAccess === isAccess) return
  await door.services.database.write({ gym: terminal.gym, user: null }, (tx) =>
    recordDialectChange(tx, terminal, isAccess, now),
  )
  terminal.isAccess = isAccess
  door.invalidate(terminal)
}

/** Stores the refusals that a terminal reports, and notifies of the recent ones. */
export async function storeRefusedAttempts(
  door: DoorService,
  terminal: Terminal,
  refusals: readonly RefusedAttempt[],
  now: Date,
): Promise<void> {
  if (refusals.length === 0) return
  const { gym, id, sn } = terminal
  const place = { gym, id, sn, zone: await door.zone(terminal), now }
  await door.services.database.write({ gym, user: null }, (tx) => recordRefusedAttempts(tx, place, refusals))
}

export async function canPersonEnter(
  door: DoorService,
  terminal: Terminal,
  { pin, door: number, leaves }: { pin: string | null; door: number | null; leaves: boolean | null },
  now: Date,
): Promise<boolean> {
  const id_zkteco = pin === null ? null : parseTerminalPin(pin)
  if (id_zkteco === null) return false
  const { gym, id } = terminal
  const zone = await door.zone(terminal)
  return door.services.database.read({ gym, user: null }, async (tx) => {
    const state = await readPinState(tx, gym, toLocalDay(zone, now), id_zkteco)
    if (state.verify !== allowingVerifyMode) return false
    const { outside } = await tx.one<{ outside: string | null }>(sql`
        select ${planDenialReasonSql(gym, {
          client: sql`(select id_client from pins where gym_id = ${gym} and id = ${id_zkteco})`,
          device: sql`(select d.id from devices d where d.gym_id = ${gym} and d.id = ${id} and ${isLimitedByPlansSql} and not ${leaves === true})`,
          door: sql`${number}::integer`,
          at: sql`${now}::timestamptz`,
          zone,
          past: false,
        })} as outside`)
    return outside === null
  })
}
