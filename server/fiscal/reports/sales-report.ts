// Form 607: receipts and credit notes of a month, and the sums of small consumer receipts.
import type { CallAnswer } from '@torniquete/contract/endpoints.ts'
import { creditNoteTaxDeadlineDays } from '@torniquete/contract/fiscal/do/credit-notes.ts'
import { parseTaxId, taxIdKindCodes } from '@torniquete/contract/fiscal/do/tax-id.ts'
import { addAmounts, subtractAmounts } from '@torniquete/contract/shared/money.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import { isTimeInRangeSql } from '../../platform/db/time-range.ts'
import { isSameDocumentSql } from '../queries.ts'
import { isReportedSql, type ReportMonth } from './report-month.ts'

type SalesReport = CallAnswer<'fiscal.sales-report'>
type SalesRow = SalesReport['rows'][number]
type ConsumerSums = NonNullable<SalesReport['summary']['consumer']>

/** Amounts of a receipt or of a sum of receipts, never negative. */
interface Amounts {
  is_note: boolean
  /** True if the credit note no longer lowers the ITBIS. */
  is_late: boolean
  total: string
  tax_total: string
  cash: string
  transfer: string
  card: string
  other: string
}

interface ListedReceipt extends Amounts {
  /** Sold document of the receipt, or of the receipt that a credit note modifies. */
  sold: SalesRow['document']
  id_void: number | null
  number: number
  ncf: string
  modified_ncf: string | null
  tax_id: string | null
  issued_on: string
}

/**
 * Query parts that need the columns of receipt `r`. `o` is the receipt of series B that `r` replaces after a contingency,
 * otherwise `r` itself, and `m` the receipt that `o` modifies. Money is that of booking or refund.
 */
const selectReceipts = ({ gym, zone, range }: ReportMonth) => sql`
  from fiscal_settings c
    join fiscal_receipts r on r.gym_id = c.gym_id ${isTimeInRangeSql(sql`r.issued_at`, range)}
    join fiscal_receipts o on o.gym_id = r.gym_id and o.ncf = case when r.type like 'E%' and r.modified_ncf like 'B%' then r.modified_ncf else r.ncf end
      and o.environment in ('paper', r.environment)
    left join fiscal_receipts m on m.gym_id = r.gym_id and m.ncf = o.modified_ncf and m.environment in ('paper', r.environment)
    left join lateral (
      select e.status = 'annulled' or e.status = 'rejected' and e.answer ->> 'is_number_used' is distinct from 'false' as is_worthless
      from electronic_receipts e where e.gym_id = r.gym_id and e.id_receipt = r.id order by e.id desc limit 1) e on r.type like 'E%'
    cross join lateral (
      select (r.issued_at at time zone ${zone})::date as issued_on, r.id_void is not null as is_note,
        coalesce((r.issued_at at time zone ${zone})::date - o.modified_on > ${creditNoteTaxDeadlineDays}::integer, false) as is_late,
        coalesce(m.type, o.type) in ('B02', 'E32') and not coalesce(m.must_name_buyer, o.must_name_buyer) as is_small) i
    cross join lateral (
      select coalesce(sum(t.amount) filter (where k.fiscal_form = 'cash'), 0)::numeric(20, 2) as cash,
        coalesce(sum(t.amount) filter (where k.fiscal_form = 'transfer'), 0)::numeric(20, 2) as transfer,
        coalesce(sum(t.amount) filter (where k.fiscal_form = 'card'), 0)::numeric(20, 2) as card,
        coalesce(sum(t.amount) filter (where k.fiscal_form = 'other'), 0)::numeric(20, 2) as other
      from (
        select id_kind, -amount as amount from tenders where gym_id = r.gym_id and id_void = r.id_void
        union all
        select id_kind, amount from tenders where gym_id = r.gym_id and id_sale = r.id_sale and r.id_void is null and id_void is null and id_debt is null
        union all
        select id_kind, amount from tenders where gym_id = r.gym_id and id_payment = r.id_payment and r.id_void is null and id_void is null and id_debt is null) t
        join payment_kinds k on k.gym_id = r.gym_id and k.id = t.id_kind) p
  where c.gym_id = ${gym} and ${isReportedSql(sql`r`)} and e.is_worthless is not true and not (r.in_contingency and exists (
    select from fiscal_receipts x where x.gym_id = r.gym_id and ${isSameDocumentSql(sql`x`, sql`r`)} and x.modified_ncf = r.ncf and x.type like 'E%' and ${isReportedSql(sql`x`)}))`

const listReceipts = (tx: Transaction, month: ReportMonth): Promise<ListedReceipt[]> =>
  tx.many(sql`
    select json_build_object('id', coalesce(r.id_sale, r.id_payment),
        'kind', case when r.id_sale is null then 'payment' when r.id_payment is null then 'sale' else 'ticket' end) as sold, r.id_void,
      coalesce((select number from voids where gym_id = r.gym_id and id = r.id_void), (select number from sales where gym_id = r.gym_id and id = r.id_sale),
        (select number from membership_payments where gym_id = r.gym_id and id = r.id_payment)) as number,
      r.ncf, r.modified_ncf, r.buyer_tax_id as tax_id, i.issued_on, i.is_note, i.is_late, r.total, r.tax_total, p.cash, p.transfer, p.card, p.other
    ${selectReceipts(month)} and not i.is_small order by i.issued_on, r.ncf collate "C"`)

const sumSmallReceipts = (tx: Transaction, month: ReportMonth): Promise<(Amounts & { count: number })[]> =>
  tx.many(sql`
    select i.is_note, i.is_late, count(*) as count, sum(r.total) as total, sum(r.tax_total) as tax_total, sum(p.cash) as cash,
      sum(p.transfer) as transfer, sum(p.card) as card, sum(p.other) as other
    ${selectReceipts(month)} and i.is_small group by 1, 2`)

/** Columns of the form. Money that was not paid in another form is owed, or was annulled with the debt. */
function makeAmounts({ total, tax_total, cash, transfer, card, other, is_late }: Amounts) {
  return {
    amount: subtractAmounts(total, tax_total),
    tax: is_late ? '0.00' : tax_total,
    cash,
    transfer,
    card,
    credit: subtractAmounts(total, addAmounts([cash, transfer, card, other])),
    vouchers: '0.00',
    barter: '0.00',
    other_forms: other,
  }
}

type SumField = Exclude<keyof ConsumerSums, 'count'>

/** Sum of a column, less that of the credit notes. */
const sumColumn = (rows: readonly Amounts[], field: SumField): string =>
  rows.reduce((sum, row) => {
    const value = makeAmounts(row)[field]
    return row.is_note ? subtractAmounts(sum, value) : addAmounts([sum, value])
  }, '0.00')

function sumConsumers(groups: readonly (Amounts & { count: number })[]): ConsumerSums {
  const sum = (field: SumField) => sumColumn(groups, field)
  return {
    count: groups.reduce((count, group) => count + (group.is_note ? 0 : group.count), 0),
    amount: sum('amount'),
    tax: sum('tax'),
    cash: sum('cash'),
    transfer: sum('transfer'),
    card: sum('card'),
    credit: sum('credit'),
    vouchers: sum('vouchers'),
    barter: sum('barter'),
    other_forms: sum('other_forms'),
  }
}

const noAmounts = {
  tax_withheld: '0.00',
  tax_perceived: '0.00',
  income_tax_withheld: '0.00',
  income_tax_perceived: '0.00',
  excise_tax: '0.00',
  other_taxes: '0.00',
  tip: '0.00',
} as const

const getDocument = ({ sold, id_void }: ListedReceipt): SalesRow['document'] =>
  id_void === null ? sold : { kind: 'void', id: id_void }

function makeRow(receipt: ListedReceipt, taxId: string): SalesRow {
  const kind = parseTaxId(taxId)?.kind
  return {
    tax_id: taxId,
    tax_id_kind: kind ? taxIdKindCodes[kind] : null,
    ncf: receipt.ncf,
    modified_ncf: receipt.modified_ncf,
    income_kind: '01',
    issued_on: receipt.issued_on,
    withheld_on: null,
    ...noAmounts,
    ...makeAmounts(receipt),
    document: getDocument(receipt),
    ...(receipt.is_note && { modified_document: receipt.sold }),
  }
}

export async function readSalesReport(tx: Transaction, month: ReportMonth): Promise<SalesReport> {
  const [receipts, small] = await Promise.all([listReceipts(tx, month), sumSmallReceipts(tx, month)])
  const named = receipts.filter(({ tax_id }) => tax_id !== null)
  return {
    month: month.month,
    rows: receipts.flatMap((receipt) => (receipt.tax_id === null ? [] : makeRow(receipt, receipt.tax_id))),
    summary: {
      count: named.length,
      amount: sumColumn(named, 'amount'),
      tax: sumColumn(named, 'tax'),
      consumer: sumConsumers(small),
    },
    missing: receipts.flatMap((receipt) => {
      if (receipt.tax_id !== null) return []
      const document = { ...getDocument(receipt), number: receipt.number }
      return { document, field: 'tax_id', reason: 'Falta el RNC o la cédula del comprador' }
    }),
  }
}
