// Form 606: purchases and expenses of a month that have a receipt of their seller.
import type { CallAnswer } from '@torniquete/contract/endpoints.ts'
import { defaultGoodsKindByCategory, purchaseGoodsKind } from '@torniquete/contract/fiscal/do/goods-kinds.ts'
import type { IncompleteDocument } from '@torniquete/contract/fiscal/do/report-rows.ts'
import { parseTaxId, taxIdKindCodes } from '@torniquete/contract/fiscal/do/tax-id.ts'
import type { FiscalPaymentForm } from '@torniquete/contract/fiscal/tax.ts'
import { addAmounts, subtractAmounts } from '@torniquete/contract/shared/money.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'
import { isTimeInRangeSql } from '../../platform/db/time-range.ts'
import { isReportedSql, type ReportMonth } from './report-month.ts'

type PurchasesReport = CallAnswer<'fiscal.purchases-report'>
type PurchasesRow = PurchasesReport['rows'][number]

interface ReceivedDocument {
  document: { kind: 'purchase' | 'expense'; id: number }
  number: number
  tax_id: string | null
  ncf: string | null
  issued_on: string
  goods_kind: string | null
  /** Category of an expense. */
  category: string | null
  total: string
  tax: string
  forms: FiscalPaymentForm[]
  paid_on: string | null
}

/** Condition and columns of document `d`: its day is that of the seller's receipt, or that of booking. */
const isOfMonth = ({ gym, first, next, range }: ReportMonth): Statement => sql`
  d.gym_id = ${gym} and d.voided_at is null and (
    d.issued_on >= ${first}::date and d.issued_on < ${next}::date or d.issued_on is null ${isTimeInRangeSql(sql`d.created_at`, range)})`

const dayAndPayments = ({ zone }: ReportMonth, owner: Statement): Statement => sql`
  coalesce(d.issued_on, (d.created_at at time zone ${zone})::date) as issued_on,
  coalesce((select json_agg(distinct k.fiscal_form) from tenders t join payment_kinds k on k.gym_id = t.gym_id and k.id = t.id_kind
    where t.gym_id = d.gym_id and t.${owner} = d.id and t.id_void is null), '[]') as forms,
  (select max((t.created_at at time zone ${zone})::date) from tenders t where t.gym_id = d.gym_id and t.${owner} = d.id and t.id_void is null) as paid_on`

const listDocuments = (tx: Transaction, month: ReportMonth): Promise<ReceivedDocument[]> =>
  tx.many(sql`
    select * from (
      select json_build_object('kind', 'purchase', 'id', d.id) as document, d.number, s.tax_id, d.ncf, d.goods_kind, null as category, d.amount_total as total,
        coalesce(d.included_tax, (select sum(round(i.quantity * i.unit_price * i.tax / 100, 2)) from purchase_items i
          where i.gym_id = d.gym_id and i.id_purchase = d.id), 0)::numeric(12, 2) as tax, ${dayAndPayments(month, sql`id_purchase`)}
      from purchases d join suppliers s on s.gym_id = d.gym_id and s.id = d.id_supplier where ${isOfMonth(month)}
      union all
      select json_build_object('kind', 'expense', 'id', d.id), d.number, d.tax_id, d.ncf, d.goods_kind, d.category, d.amount,
        coalesce(d.included_tax, 0)::numeric(12, 2), ${dayAndPayments(month, sql`id_expense`)}
      from expenses d where ${isOfMonth(month)}) received
    order by issued_on, ncf collate "C", number`)

/** True if a receipt of the month has a taxed line. */
const hasTaxedSales = async (tx: Transaction, { gym, range }: ReportMonth): Promise<boolean> =>
  (await tx.maybe(sql`
    select from fiscal_receipts r where r.gym_id = ${gym} and ${isReportedSql(sql`r`)} and r.id_void is null and r.taxed <> '[]' ${isTimeInRangeSql(sql`r.issued_at`, range)} limit 1`)) !==
  null

const paymentForms = { cash: '01', transfer: '02', card: '03', credit: '04' } as const
const mixedForm = '07'

/** A document without payments is owed. */
function findPaymentForm([form, ...others]: readonly FiscalPaymentForm[]): string {
  if (form === undefined) return paymentForms.credit
  return others.length > 0 || form === 'other' ? mixedForm : paymentForms[form]
}

const reasons = {
  tax_id: { purchase: 'El proveedor no tiene RNC o cédula', expense: 'Falta el RNC o la cédula del proveedor' },
  ncf: { purchase: 'Falta el NCF del proveedor', expense: 'Falta el NCF del proveedor' },
} as const

const listMissing = (received: ReceivedDocument): IncompleteDocument[] =>
  (['tax_id', 'ncf'] as const).flatMap((field) => {
    const { document, number } = received
    return received[field] === null
      ? [{ document: { ...document, number }, field, reason: reasons[field][document.kind] }]
      : []
  })

const noAmounts = {
  tax_withheld: '0.00',
  tax_proportional: '0.00',
  tax_perceived: '0.00',
  income_tax_withheld: '0.00',
  income_tax_perceived: '0.00',
  excise_tax: '0.00',
  other_taxes: '0.00',
  tip: '0.00',
} as const

function makeRow(received: ReceivedDocument, isTaxToDeduct: boolean): PurchasesRow {
  const { document, tax_id, ncf, issued_on, category, total, tax, forms, paid_on } = received
  const kind = parseTaxId(tax_id ?? '')?.kind
  const net = subtractAmounts(total, tax)
  const isPurchase = document.kind === 'purchase'
  const defaultKind = isPurchase
    ? purchaseGoodsKind
    : (defaultGoodsKindByCategory[category ?? ''] ?? defaultGoodsKindByCategory.Otros ?? null)
  return {
    tax_id,
    tax_id_kind: kind ? taxIdKindCodes[kind] : null,
    goods_kind: received.goods_kind ?? defaultKind,
    ncf,
    modified_ncf: null,
    issued_on,
    paid_on: forms.includes('credit') ? null : paid_on,
    services_amount: isPurchase ? '0.00' : net,
    goods_amount: isPurchase ? net : '0.00',
    total_amount: net,
    tax,
    ...noAmounts,
    tax_to_cost: isTaxToDeduct ? '0.00' : tax,
    tax_to_deduct: isTaxToDeduct ? tax : '0.00',
    income_tax_withholding_kind: null,
    payment_form: findPaymentForm(forms),
    document,
  }
}

export async function readPurchasesReport(tx: Transaction, month: ReportMonth): Promise<PurchasesReport> {
  const [received, isTaxToDeduct] = await Promise.all([listDocuments(tx, month), hasTaxedSales(tx, month)])
  const missing = received.flatMap(listMissing)
  const rows = received
    .filter(({ tax_id, ncf }) => tax_id !== null && ncf !== null)
    .map((each) => makeRow(each, isTaxToDeduct))
  return {
    month: month.month,
    rows,
    summary: {
      count: rows.length,
      amount: addAmounts(rows.map(({ total_amount }) => total_amount)),
      tax: addAmounts(rows.map(({ tax }) => tax)),
    },
    missing,
  }
}
