// The platform's master user: made at the first start, its password given or made up.
import { randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { hashPassword } from '../db/password-hash.ts'
import { sql } from '../db/sql.ts'
import { insertUser, updateUser } from '../users/queries.ts'

const platform = 0
const masterRole = 1

/** Answers the password where it was made up just now, to be shown once. A MASTER_PASSWORD given later becomes the password. */
export async function ensureMaster(
  database: Database,
  { MASTER_USERNAME, MASTER_PASSWORD }: Config,
): Promise<string | null> {
  return database.write({ gym: platform, user: null }, async (tx) => {
    const master = await tx.maybe<{ id: number; password_hash: string }>(sql`
      select id, password_hash from users where gym_id = ${platform} and id_role = ${masterRole} and deleted_at is null order by id limit 1 for update`)
    if (master) {
      if (MASTER_PASSWORD)
        await updateUser(tx, platform, master.id, {
          username: MASTER_USERNAME,
          password_hash: await hashPassword(MASTER_PASSWORD),
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
    return MASTER_PASSWORD ? null : password
  })
}
