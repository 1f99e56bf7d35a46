// Lets the call's last SQL statement make its answer. It is sent in one write with the COMMIT, so its locks, such as
// that of a document's next number, are not held for another round trip.
import type { Transaction } from '../db/gym-statements.ts'
import { emptySql, type Statement, sql } from '../db/sql.ts'
import type { IdempotentCall } from './idempotency.ts'

export class LastWriteStatement<Answer> {
  /** Queries of the WITH clause. */
  readonly changes: Statement
  /** Query on `changes` that returns one row, whose columns are the answer's fields. */
  readonly row: Statement
  /** Carries the answer's type; has no value at run time. */
  declare readonly answers: Answer

  constructor(changes: Statement, row: Statement) {
    this.changes = changes
    this.row = row
  }
}

export async function runLastWriteStatement(
  tx: Transaction,
  { changes, row }: LastWriteStatement<unknown>,
  keyed: IdempotentCall | null,
  status: number,
): Promise<string> {
  const kept = keyed
    ? sql`, kept as (update idempotency_keys k set status = ${status}, answer = answered.answer from answered
        where k.gym_id = ${keyed.gym} and k.call = ${keyed.call} and k.key = ${keyed.key})`
    : emptySql
  const { answer } = await tx.one<{ answer: string }>(sql`
    with ${changes}, answered as (select row_to_json(r)::text as answer from (${row}) r) ${kept}
    select answer from answered`)
  return answer
}
