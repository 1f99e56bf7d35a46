import type { Supplier } from '@torniquete/contract/till/suppliers.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { orderByName } from '../../platform/db/name-search.ts'
import { joinColumnsAndValues, sql, updateRows } from '../../platform/db/sql.ts'

const supplier = sql`select id, name, email, phone_number from suppliers where deleted_at is null`

export const listSuppliers = (tx: Transaction, gym: number): Promise<Supplier[]> =>
  tx.many(sql`${supplier} and gym_id = ${gym} order by ${orderByName(sql`name`)}, id`)

export const readSupplier = (tx: Transaction, gym: number, id: number): Promise<Supplier | null> =>
  tx.maybe(sql`${supplier} and gym_id = ${gym} and id = ${id}`)

export const insertSupplier = async (tx: Transaction, gym: number, row: object): Promise<number> =>
  (
    await tx.one<{ id: number }>(
      sql`insert into suppliers ${joinColumnsAndValues({ gym_id: gym, ...row })} returning id`,
    )
  ).id

export const updateSupplier = (tx: Transaction, gym: number, id: number, change: object): Promise<number> =>
  tx.run(updateRows('suppliers', change, sql`gym_id = ${gym} and id = ${id} and deleted_at is null`))

export const deleteSupplier = (tx: Transaction, gym: number, id: number, now: Date): Promise<number> =>
  tx.run(sql`update suppliers set deleted_at = ${now} where gym_id = ${gym} and id = ${id} and deleted_at is null`)
