// The census: a terminal is asked whom it holds before it is sent anything, since it may bring people along, with their fingers and
// faces, under numbers that the gym gives to others. It is repeated where the terminal counts fewer users than it should hold.
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import { cancelCommands, enqueueCommands } from './device-commands.ts'
import { deleteAbsentUsers, invalidateHeld } from './terminal-users.ts'
import type { Terminal } from './terminals.ts'

/** Seconds without a listed user after which the list is complete. */
export const censusQuietSeconds = 60
/** Seconds of silence after which a repeated census is given up, although the terminal accepted the order. */
const longSilence = 600

type Place = Pick<Terminal, 'gym' | 'id'>

/** Begins a census; nothing else is sent until it ends. With `again` the terminal goes on being served meanwhile. */
export async function beginCensus(tx: Transaction, { gym, id }: Place, now: Date, again = false): Promise<void> {
  await tx.run(sql`
    insert into terminal_states as s (gym_id, id_device, census, census_again, census_begun) values (${gym}, ${id}, 1, ${again}, ${now})
    on conflict (gym_id, id_device) do update
      set census = s.census + 1, census_begun = excluded.census_begun, census_again = ${again} and not (s.census_begun is not null and s.census_ended is null and not s.census_again), census_counted = null, census_heard = null, census_ended = null, census_skipped = s.census_skipped and ${again}`)
  await enqueueCommands(tx, { gym, id }, ['count', 'list'])
}

/** Another unit took the place of this terminal: forgets all that is known of the former one, and begins a census. */
export async function resetReplacedTerminal(tx: Transaction, { gym, id }: Place, now: Date): Promise<void> {
  for (const table of [
    sql`terminal_users`,
    sql`terminal_strangers`,
    sql`terminal_proposals`,
    sql`judged_operations`,
    sql`terminal_zones`,
    sql`terminal_acquaintances`,
  ])
    await tx.run(sql`delete from ${table} where gym_id = ${gym} and id_device = ${id}`)
  await tx.run(sql`
    update terminal_states set census_ended = coalesce(census_ended, ${now}), ends_itself = case when other_dialect then true end, doors = null, algorithms = '{}', takes_photos = false, counts_seconds = null, names_units = null, ends_answered_by = null,
      operations_until = null, past_told_at = null, past_unremembered = false, owes = false, paid_at = null, attlog_stamp = null, operlog_stamp = null, answer_form = 0, one_way = false, block_proven_at = null, network_card = null
    where gym_id = ${gym} and id_device = ${id}`)
  await tx.run(sql`update devices set clock_offset = null, leaving = false where gym_id = ${gym} and id = ${id}`)
  // The order to empty the former unit does not concern this one.
  await cancelCommands(tx, { gym, id }, ['empty'])
  await beginCensus(tx, { gym, id }, now)
  // Invalidates what the servers cache of the former unit.
  await tx.run(sql`select announce(${gym}, 'devices')`)
}

/** True while no record may be sent: the first census is not complete, or the terminal is to be emptied. */
export const areRecordsWithheld = async (tx: Transaction, { gym, id }: Place): Promise<boolean> =>
  (await tx.maybe(sql`
    select from terminal_states
    where gym_id = ${gym} and id_device = ${id} and census_begun is not null and census_ended is null and not census_again
    union all
    select from terminal_orders where gym_id = ${gym} and id_device = ${id} and kind = 'empty' and result is null`)) !==
  null

/** True during a census, the first or a repeated one. */
export const isCensusRunning = async (tx: Transaction, { gym, id }: Place): Promise<boolean> =>
  (await tx.maybe(sql`
    select from terminal_states
    where gym_id = ${gym} and id_device = ${id} and census_begun is not null and census_ended is null`)) !== null

/** The terminal was away during its census: orders the list again, and counts its silence from now. */
export async function resumeCensus(tx: Transaction, place: Place): Promise<void> {
  const open = await tx.maybe(sql`
    update terminal_states set census_heard = null
    where gym_id = ${place.gym} and id_device = ${place.id} and census_begun is not null and census_ended is null returning gym_id`)
  if (open) await enqueueCommands(tx, place, ['count', 'list'])
}

/** Stores how many users the terminal says it holds. */
export async function recordUserCount(tx: Transaction, place: Place, users: number, now: Date): Promise<void> {
  await tx.run(sql`
    update terminal_states set census_counted = ${users}
    where gym_id = ${place.gym} and id_device = ${place.id} and census_ended is null and census_begun is not null`)
  await endCensusIfComplete(tx, place, now)
}

/** Notes that users were listed just now. */
export async function recordListActivity(tx: Transaction, place: Place, now: Date): Promise<void> {
  await tx.run(sql`
    update terminal_states set census_heard = ${now}
    where gym_id = ${place.gym} and id_device = ${place.id} and census_ended is null and census_begun is not null`)
  await endCensusIfComplete(tx, place, now)
}

/**
 * Ends the census where all are listed whom the terminal counts; or it took the question, listed half of them at least, and
 * nobody more for a minute, or as many as it says that it would, which one of the access dialect does; or it holds nobody. Whoever is enrolled meanwhile comes in the words of a list, and answers
 * no question. Whom it did not list it does not hold; but that a terminal which is served holds nobody at all is not
 * believed before it has refused to list anybody too, or was silent for a minute: the list may follow the answer to the
 * question.
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
          and (s.census_heard <= ${now}::timestamptz - make_interval(secs => ${censusQuietSeconds}) or s.other_dialect and o.result > 0 and o.result <= (${listed})))
        and coalesce(s.census_counted, 0) <= 2 * (${listed})
      or s.census_heard is null and coalesce(s.census_counted, 0) = 0 and exists (
        select from terminal_orders o where o.gym_id = ${gym} and o.id_device = ${id} and o.kind = 'list'
          and o.result >= 0 and o.sent_at <= ${now}::timestamptz - make_interval(secs => ${censusQuietSeconds})))
    returning s.gym_id`)
  if (ended !== null) return finish(tx, place)
  // One that is served and will not list anybody, or took the question and stays silent: nothing is known, and nothing changes.
  const refused = await tx.run(sql`
    update terminal_states s set census_ended = ${now}
    where s.gym_id = ${gym} and s.id_device = ${id} and s.census_ended is null and s.census_again and s.census_counted > 0
      and exists (select from terminal_orders o where o.gym_id = ${gym} and o.id_device = ${id} and o.kind = 'list' and (
        o.result < 0 or o.result >= 0 and greatest(o.sent_at, s.census_heard) <= ${now}::timestamptz - make_interval(secs => ${longSilence})))`)
  if (refused > 0) await cancelCommands(tx, place, ['count', 'list'])
}

/** Ends the census without its result; `isSkipped`: a person decided to fill the terminal without reading it. */
export async function endCensus(tx: Transaction, { gym, id }: Place, now: Date, isSkipped = false): Promise<void> {
  await tx.run(sql`
    update terminal_states set census_skipped = ${isSkipped} and not census_again, census_ended = ${now}, census_begun = coalesce(census_begun, ${now}) where gym_id = ${gym} and id_device = ${id} and census_ended is null`)
  await cancelCommands(tx, { gym, id }, ['count', 'list'])
}

/**
 * Users who were not listed are not on the terminal. Where it refused to list, that is unknown, since a count may be wrong: then the
 * state of everybody is uncertain, so all records are sent, or removed, again.
 */
async function finish(tx: Transaction, place: Place): Promise<void> {
  const { gym, id } = place
  const refused = await tx.maybe(sql`
    select from terminal_states s join terminal_orders o on o.gym_id = s.gym_id and o.id_device = s.id_device and o.kind = 'list'
    where s.gym_id = ${gym} and s.id_device = ${id} and (o.result < 0
      -- by taking whom it was told of meanwhile it has listed nobody
      or s.census_counted > (select count(*) from terminal_users t where t.gym_id = ${gym} and t.id_device = ${id} and t.listed_in = s.census
          and ((t.sent_at < s.census_begun) is not false or t.echo_due is null))
        + (select count(*) from terminal_strangers t where t.gym_id = ${gym} and t.id_device = ${id} and t.listed_in = s.census)
        and o.result >= 0 and s.census_counted <= (select count(*) from terminal_users t where t.gym_id = ${gym} and t.id_device = ${id} and t.listed_in = s.census)
        + (select count(*) from terminal_strangers t where t.gym_id = ${gym} and t.id_device = ${id} and t.listed_in = s.census))`)
  if (refused) await invalidateHeld(tx, place, null)
  else await dropUnlisted(tx, place)
  await cancelCommands(tx, place, ['count', 'list'])
}

async function dropUnlisted(tx: Transaction, place: Place): Promise<void> {
  const { gym, id } = place
  const unlisted = sql`
    s.gym_id = ${gym} and s.id_device = ${id} and t.gym_id = ${gym} and t.id_device = ${id} and t.listed_in < s.census`
  await tx.run(sql`
    update terminal_users t set held = unknown_record(''), parts = 0, sent = case when (t.sent).holder = '' then null else t.sent end
    from terminal_states s where ((t.held).holder <> '' or t.parts > 0) and ${unlisted}`)
  await deleteAbsentUsers(tx, place)
  await tx.run(sql`delete from terminal_strangers t using terminal_states s where not t.goes_back and ${unlisted}`)
}
