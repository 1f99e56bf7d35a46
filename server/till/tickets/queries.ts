import type { Payment } from '@torniquete/contract/till/payments.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import type { Ticket } from '@torniquete/contract/till/tickets.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { quoteIdentifier, sql } from '../../platform/db/sql.ts'
import { LastStatement } from '../../platform/http/last-statement.ts'
import { voidColumn } from '../bills/queries.ts'

/**
 * Books the payment, queues the sale last, and links both as one ticket. Every ticket takes its numbers in this
 * order, so two cannot deadlock.
 */
export async function bookTicket(
  tx: Transaction,
  membership: LastStatement<Payment>,
  products: LastStatement<Sale>,
): Promise<LastStatement<Ticket>> {
  const payment = await tx.one<Payment>(sql`with ${membership.changes} ${membership.row}`)
  return new LastStatement(
    sql`${products.changes},
    joined as (insert into tickets (gym_id, id_payment, id_sale) select gym_id, ${payment.id}, id from bill)`,
    sql`select ${JSON.stringify(payment)}::json as payment, row_to_json(s) as sale from (${products.row}) s`,
  )
}

/** Documents sold with this one. */
export const findTicket = (
  tx: Transaction,
  gym: number,
  document: 'sale' | 'payment',
  id: number,
): Promise<{ id_payment: number; id_sale: number } | null> =>
  tx.maybe(sql`
    select id_payment, id_sale from tickets where gym_id = ${gym} and ${quoteIdentifier(voidColumn(document))} = ${id}`)
