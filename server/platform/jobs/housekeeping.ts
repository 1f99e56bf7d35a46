// What goes by the clock, and may run on several servers at once: forgetting what nobody needs any more. docs/what-is-kept.md
// says what stays how long.
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { forgetAttendances } from '../../members/attendances/queries.ts'
import type { Database } from '../db/database.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'
import { dropUnattached, withoutRow } from '../images/queries.ts'
import type { ImageStore } from '../storage/file-store.ts'

const idempotencyDays = 7
/** As long as a login from a known address passes the limits of its user. */
const knownAddressDays = 30
/** A feed, not a record: the passes themselves stay. */
const notificationDays = 90
/** What the desk had a terminal enrol, and what came of it: what is kept of it stands elsewhere. */
const enrolmentDays = 90
/** What counts of them is over after a day. */
const departureDays = 90
/** Of a file that no row has. */
const strayHours = 24
/** Rows of one transaction: the till waits for neither. */
const dropAtOnce = 500
const purgedAtOnce = 2_000
/** Milliseconds between two of them. */
const breath = 50

/**
 * Stores the sums of days that are over. Drops failed logins and ended sessions whose time is over, idempotency keys after 7 days, notifications, enrolments and who was noted to have left after 90 days,
 * images that nobody shows after one, files that no image has likewise, messages, door records and requests for support after a year, who came when after as
 * long as the gym says, and gyms that were deleted 30 days ago, their images too. What fails is logged and tried again in
 * an hour; the rest goes on.
 */
export async function sweep(
  database: Database,
  images: ImageStore,
  log: FastifyBaseLogger,
  signal?: AbortSignal,
): Promise<void> {
  const { platform } = database
  const attempt = (what: string, work: () => Promise<unknown>, gym?: number) =>
    work().catch((error) => log.warn({ err: error, gym }, `the sweep of ${what} failed`))
  const gyms = await platform.query<{ id: number }>('select id from gyms')
  for (const { id } of gyms.rows) {
    if (signal?.aborted) return
    const inPieces = (piece: Piece) => repeatPiece(database, id, piece, signal)
    await attempt('what is over', () => inPieces(dropOver), id)
    await attempt('what is old', () => inPieces(dropOld), id)
    await attempt('who came when', () => inPieces(forgetOld), id)
    await attempt('sums of days', () => inPieces(closeDays), id)
    await attempt('images', () => dropImages(database, images, id), id)
    await attempt('files without an image', () => dropFiles(database, images, id), id)
  }
  await attempt('failed logins', () => platform.query('delete from failed_logins where ends < now()'))
  await attempt('known addresses', () =>
    platform.query('delete from login_addresses where last_at < now() - make_interval(days => $1)', [knownAddressDays]),
  )
  const gone = await platform.query<{ id: number }>("select id from gyms where deleted_at < now() - interval '30 days'")
  for (const { id } of gone.rows) await attempt('a deleted gym', () => purgeGym(database, images, id, signal), id)
}

/** Answers whether there is more to do. */
type Piece = (tx: Transaction, gym: number) => Promise<boolean>

const olderThan = (days: number, since = sql`created_at`) =>
  sql`${since} < now() - make_interval(days => ${days}::integer)`
/** What is over, by table. */
const over = [
  [sql`idempotency_keys`, olderThan(idempotencyDays)],
  [sql`ended_sessions`, sql`expires < now()`],
  [sql`sessions`, sql`expires < now()`],
  [sql`notifications`, olderThan(notificationDays)],
  [sql`enrolments`, olderThan(enrolmentDays, sql`asked_at`)],
  [sql`departures`, olderThan(departureDays, sql`left_at`)],
] as const

const dropOver: Piece = async (tx, gym) => {
  let more = false
  for (const [table, isOver] of over) {
    const gone = await tx.run(sql`
      delete from ${table} where gym_id = ${gym} and ctid = any(array(
        select ctid from ${table} where gym_id = ${gym} and ${isOver} limit ${dropAtOnce}::integer))`)
    more ||= gone === dropAtOnce
  }
  return more
}

const forgetOld: Piece = (tx, gym) => forgetAttendances(tx, gym, dropAtOnce)

/** Days of one transaction, for whose end bookings wait. */
const closedAtOnce = 31

/** Documents of yesterday are still voided often: their sums are computed when they are read. */
const closeDays: Piece = async (tx, gym) => {
  const day = await tx.maybe<{ more: boolean }>(sql`
    with gym as (select "timeZone" as zone, (now() at time zone "timeZone")::date - 1 as yesterday from gym_info where gym_id = ${gym}),
      begun as (
        select coalesce(
          (select day from summed_until where gym_id = ${gym}),
          (least((select min(created_at) from sales where gym_id = ${gym}), (select min(payment_date) from membership_payments where gym_id = ${gym}),
            (select min(created_at) from purchases where gym_id = ${gym}), (select min(created_at) from expenses where gym_id = ${gym})) at time zone zone)::date) as day
        from gym),
      next as (select yesterday, least(yesterday, begun.day + ${closedAtOnce}::integer) as day from gym, begun where begun.day is not null)
    select close_days(day), day < yesterday as more from next`)
  return day?.more ?? false
}

const dropOld: Piece = async (tx) =>
  (await tx.one<{ more: boolean }>(sql`select drop_old(${dropAtOnce}::integer) = ${dropAtOnce}::integer as more`)).more

/** A transaction each, with a breath between them. */
async function repeatPiece(database: Database, gym: number, piece: Piece, signal?: AbortSignal): Promise<void> {
  const more = () => database.write({ gym, user: null }, (tx) => piece(tx, gym))
  while ((await more()) && !signal?.aborted) await setTimeout(breath)
}

/** Piece by piece; whoever is stopped on the way, or finds another server at it, leaves the rest for the next sweep. */
async function purgeRows({ platform, requireRoom }: Database, id: number, signal?: AbortSignal): Promise<void> {
  const tables = await platform.query<{ name: string }>('select name::text from purge_order() name')
  const piece = async (table: string) => {
    // Its log is written before its room is free.
    requireRoom()
    const values = [id, table, purgedAtOnce]
    const { rows } = await platform.query<{ gone: number | null }>('select purge_piece($1, $2, $3) as gone', values)
    return rows[0]?.gone ?? null
  }
  for (const { name } of tables.rows) {
    let gone = await piece(name)
    while (gone === purgedAtOnce && !signal?.aborted) gone = await piece(name)
    if (gone === null || signal?.aborted) return
  }
}

/** The rows first: a file that stays behind takes room, a row without its file shows nothing. */
async function dropImages(database: Database, images: ImageStore, gym: number): Promise<void> {
  const dropped = await database.write({ gym, user: null, evenFull: true }, (tx) => dropUnattached(tx, gym))
  for (const { folder, name } of dropped) await images.remove(gym, folder, name)
}

/**
 * Files whose row was never committed, or went while they could not be removed. A day old: until then an upload may be under
 * way. Asked of where rows are written, since a standby may lack them.
 */
async function dropFiles(database: Database, images: ImageStore, gym: number): Promise<void> {
  const piece: { folder: string; name: string }[] = []
  const drop = async () => {
    const names = piece.splice(0)
    const strays = await database.write({ gym, user: null, evenFull: true }, (tx) => withoutRow(tx, gym, names))
    for (const { folder, name } of strays) await images.remove(gym, folder, name)
  }
  for await (const file of images.madeBefore(gym, new Date(Date.now() - strayHours * 3_600_000)))
    if (piece.push(file) === dropAtOnce) await drop()
  if (piece.length > 0) await drop()
}

/** The images first: were the rows gone, nobody would know of them. */
async function purgeGym(database: Database, images: ImageStore, id: number, signal?: AbortSignal): Promise<void> {
  await images.removeGym(id)
  await purgeRows(database, id, signal)
}
