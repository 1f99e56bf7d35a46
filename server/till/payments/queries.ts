import type { TaxClass, TaxedLine } from '@torniquete/contract/fiscal/tax.ts'
import type { PaidPeriod } from '@torniquete/contract/members/paid-periods.ts'
import { addDays, parseLocalDay } from '@torniquete/contract/shared/dates.ts'
import { throwError, throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import { computeDiscountedPrice, requireConfirmedTotal } from '@torniquete/contract/till/bills.ts'
import type { SalePaymentFields } from '@torniquete/contract/till/payment-fields.ts'
import {
  checkPlanBuyer,
  type NewPayment,
  type Payment,
  refuseUnconfirmedOverlap,
} from '@torniquete/contract/till/payments.ts'
import {
  type ClientWithFiscalSettings,
  makeReceiptCte,
  type NewReceipt,
  selectFiscalColumns,
  selectInsertedReceiptJson,
} from '../../fiscal/queries.ts'
import { readPlan } from '../../members/memberships/queries.ts'
import { defineDocumentTable, readDocument } from '../../platform/db/document-lists.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { emptySql, formatInstantSql, type Statement, sql } from '../../platform/db/sql.ts'
import { LastWriteStatement } from '../../platform/http/last-statement.ts'
import { makeTenderCtes, readBuyerWithExclusiveLock, selectNameSnapshot, selectVoidJson } from '../bills/queries.ts'
import { requireAllowedDiscount } from '../discounts/queries.ts'

/** End date that screens show: a used-up visit pass ends on the day of its last visit. */
const shownEnd = sql`coalesce((
  select v.ended + 1 from visit_counts v where v.gym_id = p.gym_id and v.id_payment = p.id and v.each_pass and v.ended is not null), p.end_date)`
const covered = { start: sql`p.start_date`, end: shownEnd }
/** Start date as it was sold, for receipts; a pause may have moved the present start date. */
const printedStart = sql`coalesce(p.sold_start, p.start_date)`
const printed = { start: printedStart, end: sql`(${printedStart} + p.duration_days)` }

/** JSON object of membership `p`. Counts `p` explicitly, since the statement that inserts it cannot read it. */
const membershipObject = ({ start, end }: typeof covered, taxes = emptySql) => sql`
  (select row_to_json(m) from (select p.id_membership, p.name, p.price::text as price, ${formatInstantSql(sql`p.payment_date`)} as payment_date,
    ${start} as start_date, p.duration_days,
    coalesce(least((select min(f.start_date) from membership_payments f
      where f.gym_id = p.gym_id and f.id_client = p.id_client and f.voided_at is null),
      case when p.voided_at is null then p.start_date end), p.start_date) as payment_start_first,
    ${end} as expire_membership ${taxes}) m)`

/**
 * Joins the membership that screens show for client `c` on a day: the valid one that ends last, else the next one to
 * begin, else the last one that ended.
 */
export const joinShownMembership = (day: string | Statement): Statement => sql`
  left join lateral (
    select p.name, ${shownEnd} as end_date, ${membershipObject(covered)} as membership
    from (
      select * from (
        select p.*, 0 as place from membership_payments p
        where p.gym_id = c.gym_id and p.id_client = c.id and p.voided_at is null and p.end_date > (${day})::date
        order by p.start_date > (${day})::date, case when p.start_date > (${day})::date then p.start_date end, p.end_date desc, p.id desc
        limit 1) running
      union all
      select * from (
        select p.*, 1 as place from membership_payments p
        where p.gym_id = c.gym_id and p.id_client = c.id and p.voided_at is null and p.end_date <= (${day})::date
        order by p.end_date desc, p.id desc
        limit 1) ended
      order by place limit 1) p
  ) shown on true`

/** Periods that a client paid after a day (null: all). Empty for the anonymous client, who has thousands. */
export const listPaidPeriods = (
  tx: Transaction,
  gym: number,
  client: number,
  after: string | null,
): Promise<PaidPeriod[]> =>
  tx.many(sql`
    select start_date, end_date as expire_membership from membership_payments
    where gym_id = ${gym} and id_client = ${client} and voided_at is null and end_date > coalesce(${after}::date, '-infinity')
      and not (select is_anonymous from clients where gym_id = ${gym} and id = ${client})`)

const taxFields = sql`, p.tax_class, p.included_tax::text as included_tax`
const selectPaymentColumns = (taxes: Statement) => sql`
    p.id, p.number, ${selectNameSnapshot(sql`p.id_client`, sql`p.party_name`)} as client, ${selectNameSnapshot(sql`p.id_user`, sql`p.user_name`)} as user,
    ${membershipObject(printed, taxes)} as membership, coalesce(p.list_price, p.price)::text as list_price, p.discount::float8 as discount, ${selectVoidJson(sql`p`, 'payment')} as voided`

export const paymentDocumentTable = defineDocumentTable('payment', {
  alias: sql`p`,
  party: { id: sql`p.id_client`, table: 'clients' },
  columns: sql`${selectPaymentColumns(taxFields)}, ${selectFiscalColumns('payment', sql`p`)}`,
})

export const readPayment = (tx: Transaction, gym: number, id: number): Promise<Payment | null> =>
  readDocument(tx, gym, paymentDocumentTable, id)

interface NewPaymentRow {
  gym_id: number
  id_client: number
  party_name: string
  id_user: number
  id_membership: number
  name: string
  price: string
  list_price: string
  discount: number
  duration_days: number
  start_date: string
  payment_date: Date
  how: SalePaymentFields
  /** Tax class of the plan, used only if the gym has a country. */
  tax_class: TaxClass
  /** Tax that the price includes; null without a country. */
  taxed: TaxedLine | null
  /** Null without a country, and for the payment of a ticket, whose receipt is inserted with the sale. */
  receipt: NewReceipt | null
}

type Asked = Pick<
  NewPayment,
  'start_date' | 'id_membership' | 'id_client' | 'discount' | 'expected_total' | 'expected_days' | 'overlap'
>

interface Seller {
  gym: number
  zone: string
  role: RoleName
  /** Path of the discount field in the request, for errors. */
  discountLoc?: string[]
}

/** Reads client, plan and price of a membership sale under the client's lock; fails if it cannot be sold. */
export async function prepareMembershipSale(
  tx: Transaction,
  { gym, zone, role, discountLoc = ['body', 'discount'] }: Seller,
  asked: Asked,
): Promise<
  Omit<NewPaymentRow, 'id_user' | 'payment_date' | 'how' | 'taxed' | 'receipt'> & { client: ClientWithFiscalSettings }
> {
  const start_date = parseLocalDay(zone, asked.start_date)
  // These statements run in order on one connection, so the paid periods are read after the client is locked.
  const [client, plan, paid] = await Promise.all([
    readBuyerWithExclusiveLock(tx, gym, asked.id_client),
    readPlan(tx, gym, asked.id_membership),
    listPaidPeriods(tx, gym, asked.id_client, start_date),
  ])
  if (!client || !plan) throwError('row.missing')
  throwIfRefused(checkPlanBuyer(client, plan))
  if (asked.discount > 0)
    await requireAllowedDiscount(tx, { gym, role }, [{ discount: asked.discount, loc: discountLoc }])
  const price = computeDiscountedPrice(plan.price, asked.discount)
  requireConfirmedTotal(asked.expected_total, price)
  const { expected_days: shown } = asked
  if (shown != null && shown !== plan.duration_days) throwError('plan.days-changed', { shown, now: plan.duration_days })
  const expire_membership = addDays(start_date, plan.duration_days)
  refuseUnconfirmedOverlap(client, { start_date, expire_membership }, paid, asked.overlap)
  return {
    client,
    gym_id: gym,
    id_client: client.id,
    party_name: client.name,
    id_membership: plan.id,
    name: plan.name,
    price,
    list_price: plan.price,
    discount: asked.discount,
    duration_days: plan.duration_days,
    start_date,
    tax_class: plan.tax_class ?? 'exempt',
  }
}

const receiptOwner = {
  gym: sql`made.gym_id`,
  id_payment: sql`made.id`,
  issued_at: sql`made.payment_date`,
  from: sql`from made`,
}

/** Inserts the payment and returns it. The gym's last payment number stays locked until commit. */
export const makePaymentInsert = (row: NewPaymentRow): LastWriteStatement<Payment> =>
  new LastWriteStatement(
    sql`made as (
      insert into membership_payments as p (gym_id, id_client, party_name, id_user, id_membership, name, price, list_price, discount, duration_days, start_date, payment_date, tax_class, included_tax)
      values (${row.gym_id}, ${row.id_client}, ${row.party_name}, ${row.id_user}, ${row.id_membership}, ${row.name}, ${row.price}, ${row.list_price}, ${row.discount},
              ${row.duration_days}, ${row.start_date}, ${row.payment_date}, ${row.taxed?.tax_class ?? null}, ${row.taxed?.included_tax ?? null})
      returning p.*),
    ${makeTenderCtes('payment', sql`made`, row.how, row.payment_date)}
    ${row.receipt ? makeReceiptCte(row.receipt, receiptOwner) : emptySql}`,
    sql`select ${selectPaymentColumns(row.taxed ? taxFields : emptySql)}
      ${row.receipt ? sql`, ${selectInsertedReceiptJson(row.receipt, 'payment')} as fiscal, null as fiscal_note` : emptySql} from made p`,
  )
