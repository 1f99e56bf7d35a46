// An answer that the call's last statement makes. It leaves with the commit in one write, so that what it takes in turn with
// others, as the next number of a document, is not held while this process is told of it and says what to do.
import type { Transaction } from '../db/gym-statements.ts'
import { nothing, type Statement, sql } from '../db/sql.ts'
import type { KeyedCall } from './idempotency.ts'

export class LastStatement<Answer> {
  readonly changes: Statement
  readonly row: Statement
  /** Of what it answers, for the types alone. */
  declare readonly answers: Answer

  constructor(changes: Statement, row: Statement) {
    this.changes = changes
    this.row = row
  }
}

/** `changes` are the parts of a WITH, `row` is a query on them of one row: its columns are the answer's fields. */
export const lastStatement = <Answer>(changes: Statement, row: Statement): LastStatement<Answer> =>
  new LastStatement(changes, row)

/** Runs it and keeps its answer for the call's key; answers the JSON text. */
export async function answerLast(
  tx: Transaction,
  { changes, row }: LastStatement<unknown>,
  keyed: KeyedCall | null,
  status: number,
): Promise<string> {
  const kept = keyed
    ? sql`, kept as (update idempotency_keys k set status = ${status}, answer = answered.answer from answered
        where k.gym_id = ${keyed.gym} and k.call = ${keyed.call} and k.key = ${keyed.key})`
    : nothing
  const { answer } = await tx.one<{ answer: string }>(sql`
    with ${changes}, answered as (select row_to_json(r)::text as answer from (${row}) r) ${kept}
    select answer from answered`)
  return answer
}
