// What is known of a terminal beyond what a person typed: its model, how many people it can hold, and what it does by itself.
import { linesTakenADay } from '@torniquete/contract/device-traffic.ts'
import { notificationTitles, quotaMessage } from '@torniquete/contract/notifications.ts'
import { showNumber } from '@torniquete/contract/numbers.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { type Statement, sql } from '../db/sql.ts'
import { algorithmsOf, takesPhotos } from './algorithms.ts'
import { beginCensus, endCensus } from './census.ts'
import { clockTolerated } from './comparison.ts'
import { type OrderKind, order, withdraw } from './orders.ts'
import { announceDoor, resendBlocked } from './queries.ts'
import { dropStrangers } from './strangers.ts'
import { invalidateHeld } from './terminal-users.ts'
import { isOldBoard, type Terminal } from './terminals.ts'

export interface TerminalFacts {
  /** Whether it begins and ends rights by itself; null: not answered yet. */
  ends_itself: boolean | null
}

export const readFacts = async (tx: Transaction, { gym, id }: Terminal): Promise<TerminalFacts> =>
  (await tx.maybe<TerminalFacts>(
    sql`select ends_itself from terminal_states where gym_id = ${gym} and id_device = ${id}`,
  )) ?? { ends_itself: null }

/**
 * Families that are known to begin and end rights by themselves once told to (Android attendance firmware), and one that
 * takes the dates and does not go by them. Of others nobody knows: what they acknowledge proves nothing.
 */
const keepsDates = /senseface (?!3a)|speedface|proface|\bG4\b/i
const storesOnly = /aiface|zam180/i

const numberIn = (text: string | undefined): number | null => {
  const number = Number(text?.trim())
  return text !== undefined && Number.isSafeInteger(number) && number > 0 ? number : null
}

/** `~MaxUserCount` counts hundreds, on older firmware as on newer; above a hundred thousand nobody is meant. */
const capacityOf = (text: string | undefined): number | null => {
  const hundreds = numberIn(text)
  return hundreds === null || hundreds > 1000 ? hundreds : hundreds * 100
}

const textOf = (text: string | undefined): string | null =>
  text
    ?.replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 100) || null

/**
 * Keeps what a terminal said of itself. Another firmware than the one that answered is asked again for the options by which
 * a terminal ends rights by itself.
 */
export async function recordDescription(
  tx: Transaction,
  terminal: Terminal,
  { firmware, options }: { firmware?: string; options?: ReadonlyMap<string, string> },
): Promise<void> {
  const { gym, id } = terminal
  const version = textOf(firmware ?? options?.get('FWVersion'))
  const found = options ? algorithmsOf(options) : null
  const algorithms = found && JSON.stringify(found)
  const photos = options ? takesPhotos(options) : null
  const weighed = sql`row(capacity, algorithms, takes_photos)::text as weighed`
  const known = (await tx.maybe<{ model: string | null; is_old: boolean; weighed: string }>(
    sql`select model, coalesce(${isOldBoard(sql`platform`)}, false) as is_old, ${weighed} from terminal_states where gym_id = ${gym} and id_device = ${id}`,
  )) ?? { model: null, is_old: false, weighed: null }
  const told = await tx.one<{ answered: string | null; is_old: boolean; weighed: string }>(sql`
    insert into terminal_states as t (gym_id, id_device, model, platform, capacity, algorithms, takes_photos)
    values (${gym}, ${id}, ${textOf(options?.get('~DeviceName'))}, ${textOf(options?.get('~Platform'))}, ${capacityOf(options?.get('~MaxUserCount'))},
      coalesce(${algorithms}::jsonb, '{}'), coalesce(${photos}, false))
    on conflict (gym_id, id_device) do update
      set model = coalesce(excluded.model, t.model), platform = coalesce(excluded.platform, t.platform), capacity = coalesce(excluded.capacity, t.capacity),
        algorithms = coalesce(${algorithms}::jsonb, t.algorithms), takes_photos = coalesce(${photos}, t.takes_photos)
    returning ends_answered_by as answered, coalesce(${isOldBoard(sql`t.platform`)}, false) as is_old, ${weighed}`)
  // By those it is worked out who is sent, and with which fingers: what another server remembers is of before.
  if (told.weighed !== known.weighed) await announceDoor(tx, gym)
  // One of the access dialect ends rights by the days that it is told, and has no such options.
  if (version !== null && version !== told.answered && !terminal.isAccess) await askToEndRights(tx, terminal, version)
  // Its ways of keeping out are those of the attendance dialect.
  if (options && known.model === null && !terminal.isAccess)
    await blockAsFamily(tx, terminal, `${options.get('~DeviceName')} ${options.get('~Platform')}`)
  if (told.is_old && !known.is_old) await adoptNamedModes(tx, terminal)
}

/** Families of which it is known what keeps people out (field reports); any other gets what most obey. */
const blockWays: readonly [RegExp, Statement][] = [
  [storesOnly, sql`block = 'group', block_group = 100`],
  [/\bF22|ZLM60/i, sql`block = 'group', block_group = 2`],
  [/\bMB360/i, sql`block = 'disable'`],
]

/** Only where nobody chose. */
async function blockAsFamily(tx: Transaction, { gym, id }: Terminal, family: string): Promise<void> {
  const way = blockWays.find(([pattern]) => pattern.test(family))?.[1]
  if (!way) return
  const chosen = await tx.run(sql`
    update devices set ${way} where gym_id = ${gym} and id = ${id} and block = 'verify'`)
  if (chosen > 0) await resendBlocked(tx, gym, id)
}

/** Whom it was told to keep out before, it may have let in. */
async function adoptNamedModes(tx: Transaction, terminal: Terminal): Promise<void> {
  terminal.namesModes = true
  await resendBlocked(tx, terminal.gym, terminal.id)
  await tx.run(sql`select announce(${terminal.gym}, 'devices')`)
}

async function askToEndRights(tx: Transaction, terminal: Terminal, firmware: string): Promise<void> {
  const { gym, id } = terminal
  await tx.run(sql`
    update terminal_states set ends_answered_by = ${firmware}, ends_itself = null where gym_id = ${gym} and id_device = ${id}`)
  await order(tx, terminal, ['keep-logs'])
  await announceDoor(tx, gym)
}

/**
 * It begins anew, and may have lost what it was set to, as by a reset: told to end rights and no more to keep whose right ended, it
 * would take them off. Where it took that before it is told again, in the same order.
 */
export async function repeatEndRightsOrders(tx: Transaction, terminal: Terminal): Promise<void> {
  const { gym, id } = terminal
  const took = await tx.maybe(sql`
    select from terminal_states where gym_id = ${gym} and id_device = ${id} and ends_answered_by is not null and ends_itself is not false`)
  if (!took || terminal.isAccess) return
  await withdraw(tx, terminal, ['end-rights'])
  await order(tx, terminal, ['keep-logs'])
}

/**
 * Whether it ends rights by itself, as it answered. Where it took that before, a single refusal is a bad moment: it is told once more
 * before that is believed.
 */
async function noteEnds(tx: Transaction, terminal: Terminal, ends: boolean | null): Promise<void> {
  const { gym, id } = terminal
  const isRepeated = ends === false && (await readFacts(tx, terminal)).ends_itself === true
  const noted = await tx.run(sql`
    update terminal_states set ends_itself = ${isRepeated ? null : ends}
    where gym_id = ${gym} and id_device = ${id} and ends_itself is distinct from ${isRepeated ? null : ends}::boolean`)
  if (isRepeated) await order(tx, terminal, ['keep-logs'])
  if (noted > 0) await announceDoor(tx, gym)
}

/** What follows from an order's answer. */
export async function noteOrderResult(
  tx: Transaction,
  terminal: Terminal,
  { kind, code }: { kind: OrderKind; code: number },
  now: Date,
): Promise<void> {
  const { gym, id } = terminal
  const ours = sql`gym_id = ${gym} and id_device = ${id}`
  // Told to end rights, one that would not keep to the first may take people off whose right ends.
  if (kind === 'keep-logs' && code >= 0) await order(tx, terminal, ['end-rights'])
  // What would not say what it is when it began does so when it is asked how many it holds.
  if (kind === 'keep-logs')
    await tx.run(sql`
      insert into terminal_orders (gym_id, id_device, kind) select gym_id, id_device, 'count' from terminal_states where ${ours} and model is null
      on conflict (gym_id, id_device, kind) do nothing`)
  if (kind === 'keep-logs' && code < 0) await noteEnds(tx, terminal, false)
  if (kind === 'end-rights') {
    const told = await tx.maybe<{ model: string | null; platform: string | null }>(
      sql`select model, platform from terminal_states where ${ours}`,
    )
    const family = `${told?.model} ${told?.platform}`
    const ends = code < 0 || storesOnly.test(family) ? false : keepsDates.test(family) ? true : null
    await noteEnds(tx, terminal, ends)
  }
  if (kind === 'clock' && code >= 0) {
    await tx.run(sql`update terminal_states set clock_set_at = ${now} where ${ours}`)
    // Some acknowledge it and go on as before: one that was seen to be wrong is so until a pass says otherwise.
    const set = await tx.run(sql`
      update devices set clock_offset = 0
      where gym_id = ${gym} and id = ${id} and coalesce(abs(clock_offset), 0) <= ${clockTolerated} and clock_offset is distinct from 0`)
    if (set > 0) await announceDoor(tx, gym)
  }
  if (kind === 'empty' && code >= 0) {
    await invalidateHeld(tx, terminal, null)
    await dropStrangers(tx, terminal, null)
    await endCensus(tx, terminal, now)
    // What was to be emptied before it goes.
    await tx.run(sql`delete from devices where gym_id = ${gym} and id = ${id} and leaving`)
  }
}

/** It sent more than is taken in a day of its gym, `YYYY-MM-DD`: an alarm that ends with the day. Answers whether that is new. */
export async function noteQuotaExceeded(
  tx: Transaction,
  { gym, id, name }: Terminal,
  day: string,
  now: Date,
): Promise<boolean> {
  await tx.run(sql`insert into terminal_states (gym_id, id_device) values (${gym}, ${id}) on conflict do nothing`)
  const noted = await tx.run(sql`
    update terminal_states set quota_exceeded_on = ${day}::date
    where gym_id = ${gym} and id_device = ${id} and quota_exceeded_on is distinct from ${day}::date`)
  if (noted === 0) return false
  await tx.run(sql`
    insert into notifications (gym_id, title, message, created_at)
    values (${gym}, ${notificationTitles.access}, ${quotaMessage(name, showNumber(linesTakenADay))}, ${now})`)
  await announceDoor(tx, gym)
  return true
}

/**
 * It speaks another dialect than before. What it holds may have been erased by that, and is asked. In the access dialect it
 * goes by the days that it is told; in the other by an option, which is asked anew.
 */
export async function noteDialect(tx: Transaction, { gym, id }: Terminal, isAccess: boolean, now: Date): Promise<void> {
  await tx.run(sql`
    insert into terminal_states (gym_id, id_device, other_dialect, ends_itself) values (${gym}, ${id}, ${isAccess}, ${isAccess ? true : null})
    on conflict (gym_id, id_device) do update
      set other_dialect = excluded.other_dialect, ends_itself = excluded.ends_itself, ends_answered_by = null`)
  await tx.run(sql`delete from terminal_zones where gym_id = ${gym} and id_device = ${id}`)
  await withdraw(tx, { gym, id }, ['keep-logs', 'end-rights'])
  await beginCensus(tx, { gym, id }, now, true)
  await tx.run(sql`select announce(${gym}, 'devices')`)
}
