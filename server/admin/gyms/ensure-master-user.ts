// Creates the master, the administrator of the platform, when the server starts for the first time.
import { randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/db/database.ts'
import { hashPassword, isPasswordCorrect } from '../../platform/db/password-hash.ts'
import { sql } from '../../platform/db/sql.ts'
import { removeSecondFactor } from '../session/queries.ts'
import { insertUser, updateUser } from '../users/queries.ts'

const platform = 0
const masterRole = 1
const lockKey = 7205

/** Creates the master if missing; returns a generated password. A later MASTER_PASSWORD replaces it. */
export async function ensureMasterUser(
  database: Database,
  { MASTER_USERNAME, MASTER_PASSWORD }: Config,
): Promise<string | null> {
  return database.write({ gym: platform, user: null }, async (tx) => {
    // Locks, so that of servers started together the second finds the user that the first one created.
    await tx.run(sql`select pg_advisory_xact_lock(${lockKey})`)
    const master = await tx.maybe<{ id: number; username: string; password_hash: string }>(sql`
      select id, username, password_hash from users where gym_id = ${platform} and id_role = ${masterRole} and deleted_at is null order by id limit 1 for update`)
    if (master) {
      if (!MASTER_PASSWORD) return null
      // An unchanged password keeps the master's sessions, another one ends them.
      const same = await isPasswordCorrect(master.password_hash, MASTER_PASSWORD)
      if (same && master.username === MASTER_USERNAME) return null
      if (!same) await removeSecondFactor(tx, platform, master.id)
      await updateUser(tx, platform, master.id, {
        username: MASTER_USERNAME,
        ...(!same && { password_hash: await hashPassword(MASTER_PASSWORD) }),
      })
      return null
    }
    const password = MASTER_PASSWORD ?? randomBytes(12).toString('base64url')
    await insertUser(tx, platform, {
      name: 'Master',
      username: MASTER_USERNAME,
      password_hash: await hashPassword(password),
      id_role: masterRole,
    })
    if (MASTER_PASSWORD) return null
    await tx.run(sql`insert into first_login default values on conflict do nothing`)
    return password
  })
}
