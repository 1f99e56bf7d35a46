import type { Supplier } from '@torniquete/contract/till/suppliers.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'

export const undeletedSuppliersSql = sql`select id, name, email, phone_number, tax_id, legal_name from suppliers where deleted_at is null`

export const readSupplier = (tx: Transaction, gym: number, id: number): Promise<Supplier | null> =>
  tx.maybe(sql`${undeletedSuppliersSql} and gym_id = ${gym} and id = ${id}`)
