// Rivals: other units that call with a terminal's serial number, as they are shown to a person.
import type { DeviceStatus } from '@torniquete/contract/devices.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import { notifyIncidents } from './incidents.ts'
import { announceDoor, hasRival, hasTwin } from './queries.ts'
import type { Terminal } from './terminals.ts'

/** Why a caller is held whatever its origin. */
export type HoldReason = Exclude<NonNullable<NonNullable<DeviceStatus['origin_conflict']>['lacks']>, 'mark'>

interface Rival {
  address: string
  mac: string | null
  lacks: HoldReason | null
}

/** Stores a rival, which is shown while it calls and for a day after; the first call makes a notification. */
export async function noteRival(
  tx: Transaction,
  terminal: Terminal,
  { address, mac, lacks }: Rival,
  now: Date,
): Promise<void> {
  const { gym, id } = terminal
  await tx.run(sql`insert into terminal_states (gym_id, id_device) values (${gym}, ${id}) on conflict do nothing`)
  const isKnown = await tx.maybe(
    sql`select from terminal_states s where gym_id = ${gym} and id_device = ${id} and ${hasRival(now)} for update`,
  )
  await tx.run(sql`
    update terminal_states set rival_address = ${address}, rival_mac = ${mac}, rival_at = ${now}, rival_lacks = ${lacks}
    where gym_id = ${gym} and id_device = ${id}`)
  // A rival is an alarm, which every page shows.
  await announceDoor(tx, gym)
  if (!isKnown) await notifyIncidents(tx, terminal, [{ kind: 'rival', at: now, pin: null, address }], now)
}

/** Stores a twin: a rival at the terminal's own address, which differs only in its network card. */
export async function noteTwin(tx: Transaction, terminal: Terminal, mac: string | null, now: Date): Promise<void> {
  const { gym, id } = terminal
  const isKnown = await tx.maybe(
    sql`select from terminal_states s where gym_id = ${gym} and id_device = ${id} and ${hasTwin(now)} for update`,
  )
  await tx.run(sql`
    update terminal_states set twin_mac = ${mac}, twin_at = ${now} where gym_id = ${gym} and id_device = ${id}`)
  await announceDoor(tx, gym)
  const address = `su misma red (tarjeta ${mac})`
  if (!isKnown) await notifyIncidents(tx, terminal, [{ kind: 'rival', at: now, pin: null, address }], now)
}
