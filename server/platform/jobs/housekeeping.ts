// Deletes rows after their retention, safely on any number of servers. docs/what-is-kept.md lists the retentions.
import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { anonymizeAttendances } from '../../members/attendances/queries.ts'
import type { Database } from '../db/database.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'
import { deleteImage, listUnusedImages } from '../images/queries.ts'
import type { ImageStore } from '../storage/file-store.ts'

const idempotencyDays = 7
/** Days for which a successful login exempts the address from the login limit of its user. */
const knownAddressDays = 30
const notificationDays = 90
const enrolmentDays = 90
const departureDays = 90
/** Maximum rows deleted in one transaction, so that sales do not wait for long. */
const rowsPerDrop = 500
const rowsPerPurge = 2_000
const pauseMs = 50

/** Runs all deletions, last those of gyms deleted 30 days ago. A failure is logged, and retried in an hour. */
export async function runRetentionSweep(
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
    const inPieces = async (piece: Piece) => {
      const more = () => database.write({ gym: id, user: null }, (tx) => piece(tx, id))
      while ((await more()) && !signal?.aborted) await setTimeout(pauseMs)
    }
    await attempt('what is over', () => inPieces(dropExpired), id)
    await attempt('what is old', () => inPieces(dropOld), id)
    await attempt('who came when', () => inPieces((tx, gym) => anonymizeAttendances(tx, gym, rowsPerDrop)), id)
    await attempt('sums of days', () => inPieces(closeDays), id)
    await attempt('images', () => dropImages(database, images, id), id)
  }
  await attempt('failed logins', () => platform.query('delete from failed_logins where ends < now()'))
  await attempt('known addresses', () =>
    platform.query('delete from login_addresses where last_at < now() - make_interval(days => $1)', [knownAddressDays]),
  )
  const gone = await platform.query<{ id: number }>("select id from gyms where deleted_at < now() - interval '30 days'")
  for (const { id } of gone.rows) {
    // Pictures are deleted first, because the rows contain their names.
    const purge = () => images.removeGym(id).then(() => purgeRows(database, id, signal))
    await attempt('a deleted gym', purge, id)
  }
}

/** Deletes a limited number of rows. Returns true if there are more. */
type Piece = (tx: Transaction, gym: number) => Promise<boolean>

const olderThan = (days: number, since = sql`created_at`) =>
  sql`${since} < now() - make_interval(days => ${days}::integer)`
const isOverSql = [
  [sql`idempotency_keys`, olderThan(idempotencyDays)],
  [sql`ended_sessions`, sql`expires < now()`],
  [sql`sessions`, sql`expires < now()`],
  [sql`notifications`, olderThan(notificationDays)],
  [sql`enrolments`, olderThan(enrolmentDays, sql`asked_at`)],
  [sql`departures`, olderThan(departureDays, sql`left_at`)],
] as const

const dropExpired: Piece = async (tx, gym) => {
  let more = false
  for (const [table, isOver] of isOverSql) {
    const gone = await tx.run(sql`
      delete from ${table} where gym_id = ${gym} and ctid = any(array(
        select ctid from ${table} where gym_id = ${gym} and ${isOver} limit ${rowsPerDrop}::integer))`)
    more ||= gone === rowsPerDrop
  }
  return more
}

/** Maximum days whose sums are stored in one transaction, because bookings wait for it. */
const daysPerClose = 7

// Stores sums of past days, except yesterday, whose documents are still voided often, and days after the newest
// document: if the clock is ahead, closing these would give all later documents a wrong date.
const closeDays: Piece = async (tx, gym) => {
  const day = await tx.maybe<{ more: boolean }>(sql`
    with gym as (
        select "timeZone" as zone, least((now() at time zone "timeZone")::date - 1,
          ((select max(last_at) from document_numbers where gym_id = ${gym}) at time zone "timeZone")::date) as yesterday
        from gym_info where gym_id = ${gym}),
      begun as (
        select coalesce(
          (select day from summed_until where gym_id = ${gym}),
          (least((select min(created_at) from sales where gym_id = ${gym}), (select min(payment_date) from membership_payments where gym_id = ${gym}),
            (select min(created_at) from purchases where gym_id = ${gym}), (select min(created_at) from expenses where gym_id = ${gym})) at time zone zone)::date) as day
        from gym),
      next as (select yesterday, least(yesterday, begun.day + ${daysPerClose}::integer) as day from gym, begun where begun.day is not null)
    select store_sums_before(day), day < yesterday as more from next`)
  return day?.more ?? false
}

const dropOld: Piece = async (tx) => {
  const dropped = sql`select delete_expired_rows(${rowsPerDrop}::integer) = ${rowsPerDrop}::integer as more`
  return (await tx.one<{ more: boolean }>(dropped)).more
}

/** Deletes a gym's rows in small transactions. The next sweep finishes a purge that was stopped. */
async function purgeRows({ platform, requireRoom }: Database, id: number, signal?: AbortSignal): Promise<void> {
  const tables = await platform.query<{ name: string }>('select name::text from list_purge_order() name')
  const piece = async (table: string) => {
    // A purge writes WAL before it frees space.
    requireRoom()
    const values = [id, table, rowsPerPurge]
    const { rows } = await platform.query<{ gone: number | null }>('select purge_rows($1, $2, $3) as gone', values)
    return rows[0]?.gone ?? null
  }
  for (const { name } of tables.rows) {
    let gone = await piece(name)
    while (gone === rowsPerPurge && !signal?.aborted) gone = await piece(name)
    if (gone === null || signal?.aborted) return
  }
}

/** Tries every picture, so that one whose deletion the store refuses does not keep the others. */
async function dropImages(database: Database, images: ImageStore, gym: number): Promise<void> {
  const unused = await database.read({ gym, user: null }, (tx) => listUnusedImages(tx, gym))
  let failure: unknown
  for (const image of unused)
    await deleteImage({ database, images }, gym, image).catch((error: unknown) => {
      failure ??= error
    })
  if (failure) throw failure
}
