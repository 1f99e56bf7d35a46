// Adjusts the database after a restore: receipts, terminals, mailboxes and browsers may know more than the archive.
import { formatInstant } from '@torniquete/contract/shared/dates.ts'
import type { Pool, PoolClient } from 'pg'
import { readGymInfo } from '../../admin/gym-info/queries.ts'
import { endAllGymSessions } from '../../admin/session/queries.ts'
import { restartReconciliation } from '../../door/queries.ts'
import { suspendRangesAfterRestore } from '../../fiscal/queries.ts'
import { stopStoringTemplates } from '../../members/biometrics/queries.ts'
import { failDueMessages } from '../../messaging/outbox/queries.ts'
import { GymStatementRunner, type Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import { readLastRestoreTime, recordRestore } from '../../reports/history/queries.ts'
import { insertRestoreNotification } from '../../reports/notifications/queries.ts'
import { skipZReportNumbers } from '../../till/cash-shifts/queries.ts'
import { skipDocumentNumbers } from '../../till/voids/queries.ts'
import { isFutureDated } from './retention.ts'

// Distance by which ids and numbers continue beyond the archive. Ids also advance by one for each second since it was
// made, and PINs by one for each minute, so that a second restore of the archive creates different ids.
const skipped = 1000
const lastPin = 999_999_999
const platformGym = 0

export interface RestoreTimes {
  /** The archive includes all transactions committed before this instant. */
  made_at: string
  restored_at: string
}

/** @throws StartRefusal if the archive is dated later than this machine's clock, unless `clockIsRight` */
export function makeRestoreTimes(made_at: string, now: Date, clockIsRight: boolean): RestoreTimes {
  const made = new Date(made_at)
  if (isFutureDated(made, now) && !clockIsRight)
    throw new StartRefusal(
      `El reloj del equipo dice ${now.toLocaleString('es')}, y la copia es del ${made.toLocaleString('es')}. Si va atrasado, ponlo en hora y repite; si está en hora, iba adelantado el del equipo de la copia: repite esta vez con CLOCK_IS_RIGHT=true.`,
    )
  return { made_at, restored_at: (made > now ? made : now).toISOString() }
}

const secondsBetween = ({ made_at, restored_at }: RestoreTimes): number =>
  Math.floor((Date.parse(restored_at) - Date.parse(made_at)) / 1000)

export const countIdsToSkip = (instants: RestoreTimes): number => skipped + secondsBetween(instants)

/** Adjusts all gyms in one transaction. Sequences of ids advance before that transaction. */
export async function finishRestore(client: PoolClient, instants: RestoreTimes): Promise<void> {
  // Ids of gyms have 32 bits only, so their sequence does not advance by one per second like the 64-bit sequences.
  await client.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass,
       coalesce(last_value, 0) + case when data_type = 'bigint'::regtype then $1::bigint else $2::bigint end)
     from pg_sequences where schemaname = 'public'`,
    [countIdsToSkip(instants), skipped],
  )
  const gyms = await listUnpurgedGymIds(client)
  await client.query('begin')
  for (const gym of gyms) await finishGymRestore(await switchTransactionToGym(client, gym), gym, instants)
  await client.query('commit')
}

/** Includes the platform's gym. Skips gyms that are being purged, which have lost some of their rows. */
export async function listUnpurgedGymIds(client: Pool | PoolClient): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>('select id from gyms where not may_purge(id) order by id')
  return rows.map(({ id }) => id)
}

/** Runs statements of one gym in the owner's transaction, under the role to which row-level security applies. */
export async function switchTransactionToGym(client: PoolClient, gym: number): Promise<Transaction> {
  await client.query(
    `set local role torniquete_server; select set_config('app.gym_id', '${gym}', true), set_config('app.user_id', '', true)`,
  )
  return new GymStatementRunner(client, gym)
}

export async function finishGymRestore(tx: Transaction, gym: number, instants: RestoreTimes): Promise<void> {
  const { made_at, restored_at } = instants
  if (gym === platformGym) return void (await endAllGymSessions(tx, gym, restored_at))
  const last = await readLastRestoreTime(tx, gym)
  if (last !== null && Date.parse(last) === Date.parse(restored_at)) return
  const pins = skipped + Math.floor(secondsBetween(instants) / 60)
  await tx.run(sql`
    update gyms set next_pin = least(next_pin + ${pins}::bigint, ${lastPin}::bigint)::integer where id = ${gym}`)
  await endAllGymSessions(tx, gym, restored_at)
  const { timeZone } = await readGymInfo(tx, gym)
  await failDueMessages(tx, gym, timeZone, restored_at)
  await restartReconciliation(tx, gym, new Date())
  await suspendRangesAfterRestore(tx, gym, restored_at)
  const templatesWait = await stopStoringTemplates(tx, gym)
  await insertRestoreNotification(tx, gym, formatInstant(timeZone, made_at), restored_at, templatesWait)
  const numbers = { ...(await skipDocumentNumbers(tx, gym, skipped)), ...(await skipZReportNumbers(tx, gym, skipped)) }
  await recordRestore(tx, gym, { from: made_at, at: restored_at, skipped: numbers })
}
