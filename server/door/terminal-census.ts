// The census reads the users stored on a terminal before records are sent, since users of a former system may have PINs
// that belong to other people in this gym. A terminal that reports too few users is read again.
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import { cancelCommands, enqueueCommands } from './device-commands.ts'
import { deleteAbsentUsers, invalidateHeldRecords } from './terminal-users.ts'
import type { Terminal } from './terminals.ts'

/** Seconds without another listed user after which the list counts as complete. */
export const censusTimeoutSeconds = 60
/** Seconds without a listed user after which the repeated census of a served terminal is abandoned. */
const abandonAfterSeconds = 600

type Place = Pick<Terminal, 'gym' | 'id'>

/** Begins a census. No other command is sent until it ends, unless `again`: the terminal was read before. */
export async function beginCensus(tx: Transaction, { gym, id }: Place, now: Date, again = false): Promise<void> {
  await tx.run(sql`
    insert into terminal_states as s (gym_id, id_device, census, census_again, census_begun) values (${gym}, ${id}, 1, ${again}, ${now})
    on conflict (gym_id, id_device) do update
      set census = s.census + 1, census_begun = excluded.census_begun, census_again = ${again} and not (s.census_begun is not null and s.census_ended is null and not s.census_again), census_counted = null, census_heard = null, census_ended = null, census_skipped = s.census_skipped and ${again}`)
  await enqueueCommands(tx, { gym, id }, ['count', 'list'])
}

/** Deletes the stored data about a terminal's users and about changes made to them at the terminal. */
async function forgetUsers(tx: Transaction, { gym, id }: Place): Promise<void> {
  for (const table of [
    sql`terminal_users`,
    sql`terminal_strangers`,
    sql`terminal_proposals`,
    sql`judged_operations`,
    sql`terminal_zones`,
    sql`terminal_acquaintances`,
  ])
    await tx.run(sql`delete from ${table} where gym_id = ${gym} and id_device = ${id}`)
}

/** Resets a new or replaced terminal: deletes the stored data about its users and begins a census. */
export async function clearTerminalAndBeginCensus(tx: Transaction, place: Place, now: Date): Promise<void> {
  await forgetUsers(tx, place)
  for (const table of [sql`terminal_orders`, sql`terminal_states`])
    await tx.run(sql`delete from ${table} where gym_id = ${place.gym} and id_device = ${place.id}`)
  await beginCensus(tx, place, now)
}

export async function resetReplacedTerminal(tx: Transaction, { gym, id }: Place, now: Date): Promise<void> {
  await forgetUsers(tx, { gym, id })
  await tx.run(sql`
    update terminal_states set census_ended = coalesce(census_ended, ${now}), ends_itself = case when other_dialect then true end, doors = null, algorithms = '{}', takes_photos = false, counts_seconds = null, names_units = null, ends_answered_by = null,
      operations_until = null, past_told_at = null, attlog_stamp = null, operlog_stamp = null, answer_form = 0, one_way = false, block_proven_at = null, network_card = null
    where gym_id = ${gym} and id_device = ${id}`)
  await tx.run(sql`update devices set clock_offset = null, leaving = false where gym_id = ${gym} and id = ${id}`)
  // A pending command to empty the former terminal must not reach the new one.
  await cancelCommands(tx, { gym, id }, ['empty'])
  await beginCensus(tx, { gym, id }, now)
  await tx.run(sql`select announce(${gym}, 'devices')`)
}

/** Returns true while no user record may be sent: during the first census, or until the terminal is emptied. */
export const isBlockedByCensus = async (tx: Transaction, { gym, id }: Place): Promise<boolean> =>
  (await tx.maybe(sql`
    select from terminal_states
    where gym_id = ${gym} and id_device = ${id} and census_begun is not null and census_ended is null and not census_again
    union all
    select from terminal_orders where gym_id = ${gym} and id_device = ${id} and kind = 'empty' and result is null`)) !==
  null

export const isCensusRunning = async (tx: Transaction, { gym, id }: Place): Promise<boolean> =>
  (await tx.maybe(sql`
    select from terminal_states
    where gym_id = ${gym} and id_device = ${id} and census_begun is not null and census_ended is null`)) !== null

/** Requests the list again after a terminal went offline during its census, and restarts the timeout. */
export async function resumeCensus(tx: Transaction, place: Place): Promise<void> {
  const open = await tx.maybe(sql`
    update terminal_states set census_heard = null
    where gym_id = ${place.gym} and id_device = ${place.id} and census_begun is not null and census_ended is null returning gym_id`)
  if (open) await enqueueCommands(tx, place, ['count', 'list'])
}

/** `users` is the number of users that the terminal reports, or null if the terminal listed some users. */
export async function recordCensusProgress(
  tx: Transaction,
  place: Place,
  users: number | null,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update terminal_states set ${users === null ? sql`census_heard = ${now}` : sql`census_counted = ${users}`}
    where gym_id = ${place.gym} and id_device = ${place.id} and census_ended is null and census_begun is not null`)
  await endCensusIfComplete(tx, place, now)
}

/**
 * The census ends if (1) the terminal listed as many users as it counts; (2) the terminal accepted the request,
 * listed at least half of its users, and then listed none for a minute, or listed as many as its result states
 * (access dialect); (3) the terminal counts no users. A served terminal that reports 0 users counts as empty only
 * after it refused the list or listed none for a minute, since the list may follow the count.
 */
export async function endCensusIfComplete(tx: Transaction, place: Place, now: Date): Promise<void> {
  const { gym, id } = place
  const listed = sql`
    (select count(*) from terminal_users t where t.gym_id = ${gym} and t.id_device = ${id} and t.listed_in = s.census)
    + (select count(*) from terminal_strangers t where t.gym_id = ${gym} and t.id_device = ${id} and t.listed_in = s.census)`
  const ended = await tx.maybe(sql`
    update terminal_states s set census_ended = ${now}
    where s.gym_id = ${gym} and s.id_device = ${id} and s.census_begun is not null and s.census_ended is null and (
      (s.census_counted > 0 or not s.census_again or exists (select from terminal_orders o where o.gym_id = ${gym} and o.id_device = ${id} and o.kind = 'list' and o.result < 0))
        and s.census_counted <= (${listed})
      or exists (
        select from terminal_orders o where o.gym_id = ${gym} and o.id_device = ${id} and o.kind = 'list' and o.result >= 0
          and (s.census_heard <= ${now}::timestamptz - make_interval(secs => ${censusTimeoutSeconds}) or s.other_dialect and o.result > 0 and o.result <= (${listed})))
        and coalesce(s.census_counted, 0) <= 2 * (${listed})
      or s.census_heard is null and coalesce(s.census_counted, 0) = 0 and exists (
        select from terminal_orders o where o.gym_id = ${gym} and o.id_device = ${id} and o.kind = 'list'
          and o.result >= 0 and o.sent_at <= ${now}::timestamptz - make_interval(secs => ${censusTimeoutSeconds})))
    returning s.gym_id`)
  if (ended !== null) return finish(tx, place)
  // The stored users of a served terminal stay if it refuses the list, or accepts the request and lists none.
  const refused = await tx.run(sql`
    update terminal_states s set census_ended = ${now}
    where s.gym_id = ${gym} and s.id_device = ${id} and s.census_ended is null and s.census_again and s.census_counted > 0
      and exists (select from terminal_orders o where o.gym_id = ${gym} and o.id_device = ${id} and o.kind = 'list' and (
        o.result < 0 or o.result >= 0 and greatest(o.sent_at, s.census_heard) <= ${now}::timestamptz - make_interval(secs => ${abandonAfterSeconds})))`)
  if (refused > 0) await cancelCommands(tx, place, ['count', 'list'])
}

/** Ends the census without using the list. `isSkipped`: an admin decided to send records without a census. */
export async function endCensusWithoutList(
  tx: Transaction,
  { gym, id }: Place,
  now: Date,
  isSkipped = false,
): Promise<void> {
  await tx.run(sql`
    update terminal_states set census_skipped = ${isSkipped} and not census_again, census_ended = ${now}, census_begun = coalesce(census_begun, ${now}) where gym_id = ${gym} and id_device = ${id} and census_ended is null`)
  await cancelCommands(tx, { gym, id }, ['count', 'list'])
}

/** Marks all records as uncertain if the terminal refused the list, since its count may be wrong. */
async function finish(tx: Transaction, place: Place): Promise<void> {
  const { gym, id } = place
  const refused = await tx.maybe(sql`
    select from terminal_states s join terminal_orders o on o.gym_id = s.gym_id and o.id_device = s.id_device and o.kind = 'list'
    where s.gym_id = ${gym} and s.id_device = ${id} and (o.result < 0
      -- users that were sent meanwhile are in the count, but not listed by the terminal
      or s.census_counted > (select count(*) from terminal_users t where t.gym_id = ${gym} and t.id_device = ${id} and t.listed_in = s.census
          and ((t.sent_at < s.census_begun) is not false or t.echo_due is null))
        + (select count(*) from terminal_strangers t where t.gym_id = ${gym} and t.id_device = ${id} and t.listed_in = s.census)
        and o.result >= 0 and s.census_counted <= (select count(*) from terminal_users t where t.gym_id = ${gym} and t.id_device = ${id} and t.listed_in = s.census)
        + (select count(*) from terminal_strangers t where t.gym_id = ${gym} and t.id_device = ${id} and t.listed_in = s.census))`)
  if (refused) await invalidateHeldRecords(tx, place, null)
  else await dropUnlisted(tx, place)
  await cancelCommands(tx, place, ['count', 'list'])
}

async function dropUnlisted(tx: Transaction, place: Place): Promise<void> {
  const { gym, id } = place
  const unlisted = sql`
    s.gym_id = ${gym} and s.id_device = ${id} and t.gym_id = ${gym} and t.id_device = ${id} and t.listed_in < s.census`
  await tx.run(sql`
    update terminal_users t set held = make_unknown_record(''), parts = 0, sent = case when (t.sent).holder = '' then null else t.sent end
    from terminal_states s where ((t.held).holder <> '' or t.parts > 0) and ${unlisted}`)
  await deleteAbsentUsers(tx, place)
  await tx.run(sql`delete from terminal_strangers t using terminal_states s where not t.goes_back and ${unlisted}`)
}
