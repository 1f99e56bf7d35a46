// What must be true before the first call after a restore. The database holds what was true when the copy was made; papers,
// terminals, mailboxes and browsers may know more.
import { showInstant } from '@torniquete/contract/dates.ts'
import type { Pool, PoolClient } from 'pg'
import { endWithdrawn } from '../biometrics/queries.ts'
import { skipCloses } from '../cash-shifts/queries.ts'
import { openOwnersPool, Troubles } from '../db/connection.ts'
import type { Database } from '../db/database.ts'
import { GymStatements, type Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'
import { restartReconciliation } from '../door/queries.ts'
import { readGymInfo } from '../gym-info/queries.ts'
import { lastRestored, noteRestored } from '../history/queries.ts'
import { insertRestoredNotification } from '../notifications/queries.ts'
import { failDueMessages } from '../outbox/queries.ts'
import { endAllSessions } from '../session/queries.ts'
import { skipNumbers } from '../voids/queries.ts'
import { readWithdrawn, type Withdrawn } from '../withdrawn-agreements.ts'
import { dropMark, type Mark, takeMark } from './restored-mark.ts'

/**
 * How far on ids and numbers go, beyond what the copy knows. Ids go a second further for each that has passed since it was
 * made, and numbers at the terminal a minute: so a second restore of the same copy does not give again what the first one gave.
 */
const skipped = 1000
const lastPin = 999_999_999
const platform = 0

/**
 * Does that once, where the folder was restored: a transaction for each gym, which finds its own note where a crash came between.
 * Ids are skipped first, and again after a crash: nobody counts them.
 */
export async function finishRestore(
  database: Database,
  dataDir: string,
  log: (line: string) => void,
  clockIsRight = false,
): Promise<void> {
  const mark = takeMark(dataDir, new Date(), clockIsRight)
  if (!mark) return
  await finishRestored(database, mark, dataDir)
  dropMark(dataDir)
  const madeAt = new Date(mark.made_at).toLocaleString('es')
  log(`Restaurado de la copia de ${madeAt}: las terminales dicen de nuevo a quién tienen, y todos vuelven a entrar.`)
}

/** The same where no folder says that it was restored. */
export async function finishRestored(database: Database, mark: Mark, dataDir: string): Promise<void> {
  const owner = openOwnersPool(database.address)
  await skipIds(owner, idsSkippedBy(mark)).finally(() => owner.end())
  const withdrawn = readWithdrawn(dataDir)
  for (const id of await gymsInUse(database.platform))
    await database.write({ gym: id, user: null }, (tx) => finishGymRestore(tx, id, mark, withdrawn))
}

/** The platform's own too. A gym that is being purged is over, and some of its rows are gone. */
export async function gymsInUse(client: Pool | PoolClient): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>('select id from gyms where not may_purge(id) order by id')
  return rows.map(({ id }) => id)
}

const secondsSince = ({ made_at, restored_at }: Mark): number =>
  Math.floor((Date.parse(restored_at) - Date.parse(made_at)) / 1000)

export const idsSkippedBy = (mark: Mark): number => skipped + secondsSince(mark)

/**
 * Of all tables, notifications and the commands of terminals. As the owner: the server's role may only take the next. Gyms
 * have short ids, which seconds would use up.
 */
export async function skipIds(owner: Pool | PoolClient, count: number): Promise<void> {
  await owner.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass,
       coalesce(last_value, 0) + case when data_type = 'bigint'::regtype then $1::bigint else $2::bigint end)
     from pg_sequences where schemaname = 'public'`,
    [count, skipped],
  )
}

/** What is done in a gym is done as the role that works there, within the owner's own transaction. */
export async function asGym(client: PoolClient, gym: number): Promise<Transaction> {
  await client.query(
    `set local role torniquete_server; select set_config('app.gym_id', '${gym}', true), set_config('app.user_id', '', true)`,
  )
  return new GymStatements(client, gym, new Troubles())
}

/** One gym, within a transaction of its own or of all of them. `withdrawn`: null where nobody knows which agreements were. */
export async function finishGymRestore(
  tx: Transaction,
  gym: number,
  mark: Mark,
  withdrawn: readonly Withdrawn[] | null,
): Promise<void> {
  const { made_at, restored_at } = mark
  if (gym === platform) return void (await endAllSessions(tx, gym, restored_at))
  const last = await lastRestored(tx, gym)
  if (last !== null && Date.parse(last) === Date.parse(restored_at)) return
  const pins = skipped + Math.floor(secondsSince(mark) / 60)
  await tx.run(sql`
    update gyms set next_pin = least(next_pin + ${pins}::bigint, ${lastPin}::bigint)::integer where id = ${gym}`)
  await endAllSessions(tx, gym, restored_at)
  const { timeZone } = await readGymInfo(tx, gym)
  await failDueMessages(tx, gym, timeZone, restored_at)
  await restartReconciliation(tx, gym, new Date())
  // After that: what terminals hold of them is on its way out, and not in doubt.
  if (withdrawn) await endWithdrawn(tx, gym, withdrawn)
  await insertRestoredNotification(tx, gym, showInstant(timeZone, made_at), restored_at, withdrawn !== null)
  const numbers = { ...(await skipNumbers(tx, gym, skipped)), ...(await skipCloses(tx, gym, skipped)) }
  await noteRestored(tx, gym, { from: made_at, at: restored_at, skipped: numbers })
}
