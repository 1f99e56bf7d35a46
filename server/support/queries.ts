import type { SupportRequest } from '@torniquete/contract/support.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { columnsAndValues, sql } from '../db/sql.ts'

export const insertSupportRequest = (tx: Transaction, row: object): Promise<SupportRequest> =>
  tx.one(
    sql`insert into support_requests ${columnsAndValues(row)} returning id, created_at, sent_at is not null as sent`,
  )
