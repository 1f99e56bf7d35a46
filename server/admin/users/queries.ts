import type { User } from '@torniquete/contract/admin/users.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { nameSortKeySql } from '../../platform/db/name-search.ts'
import { joinColumnsAndValues, makeUpdateStatement, type Statement, sql } from '../../platform/db/sql.ts'

const user = sql`
  select u.id, u.id_zkteco, u.name, u.username, u.phone_number, u.email, u.address, u.id_role, u.is_active,
         u.photo_url, u.photo_path, u.created_at, u.updated_at,
         json_build_object('id', r.id, 'name', r.name, 'description', r.description) as role
  from users u join roles r on r.id = u.id_role`

const selectUsers = (tx: Transaction, gym: number, where: Statement): Promise<User[]> =>
  tx.many(sql`${user} where u.gym_id = ${gym} and u.deleted_at is null ${where}`)

export const listUsers = (tx: Transaction, gym: number): Promise<User[]> =>
  selectUsers(tx, gym, sql`order by ${nameSortKeySql(sql`u.name`)}, u.id`)

/** Name of the gym; null for gym 0, the platform. */
export const readGymName = async (tx: Transaction, gym: number): Promise<string | null> =>
  (await tx.maybe<{ name: string | null }>(sql`select name from gym_info where gym_id = ${gym}`))?.name ?? null

/** Locks and reads the user; the lock ends with the transaction. */
export async function lockUser(tx: Transaction, gym: number, id: number): Promise<User | null> {
  await tx.run(sql`select from users where gym_id = ${gym} and id = ${id} and deleted_at is null for no key update`)
  return readUser(tx, gym, id)
}

export async function readUser(tx: Transaction, gym: number, id: number): Promise<User | null> {
  return (await selectUsers(tx, gym, sql`and u.id = ${id}`))[0] ?? null
}

interface UserRow {
  id_zkteco: number | null
  name: string
  username: string
  id_role: number
  is_active: boolean
  password_hash: string
  phone_number: string | null
  email: string | null
  address: string | null
  photo_url: string | null
  photo_path: string | null
}

/** Inserts a user, who gets the next free PIN if `id_zkteco` is undefined. */
export async function insertUser(tx: Transaction, gym: number, row: Partial<UserRow>): Promise<number> {
  const pin =
    row.id_zkteco === undefined && gym > 0
      ? (await tx.one<{ pin: number }>(sql`select next_pin(${gym}) as pin`)).pin
      : row.id_zkteco
  return (
    await tx.one<{ id: number }>(
      sql`insert into users ${joinColumnsAndValues({ gym_id: gym, ...row, id_zkteco: pin })} returning id`,
    )
  ).id
}

export const updateUser = (tx: Transaction, gym: number, id: number, change: Partial<UserRow>): Promise<number> =>
  tx.run(makeUpdateStatement('users', change, sql`gym_id = ${gym} and id = ${id} and deleted_at is null`))

/** Number of other active super admins. Locks them, so that two super admins cannot be removed at once. */
export async function lockAndCountOtherSuperAdmins(tx: Transaction, gym: number, id: number): Promise<number> {
  const rows = await tx.many<{ id: number }>(sql`
    select u.id from users u join roles r on r.id = u.id_role
    where u.gym_id = ${gym} and r.name = 'gym_super_admin' and u.is_active and u.deleted_at is null
    order by u.id for update of u`)
  return rows.filter((row) => row.id !== id).length
}
