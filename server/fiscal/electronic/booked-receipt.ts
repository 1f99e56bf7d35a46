// Reads a booked receipt or credit note back from its rows, as its XML states it.
import { findMunicipality, findProvince } from '@torniquete/contract/fiscal/do/places.ts'
import type { FiscalIssuer } from '@torniquete/contract/fiscal/fiscal.ts'
import type { TaxClass, TaxTotals } from '@torniquete/contract/fiscal/tax.ts'
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { fromCents, toCents } from '@torniquete/contract/shared/money.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'
import type { ElectronicReceipt, ReceiptIssuer, ReceiptLine, ReceiptPayment } from '../do/ecf/document.ts'
import type { FiscalEnvironment } from '../do/ecf/qr.ts'

interface LineRow {
  description: string
  kind: 'good' | 'service'
  quantity: number
  unit_price: string
  total: string
  tax_class: TaxClass
}

interface ReceiptRow {
  id: number
  ncf: string
  expires_on: string | null
  issued_on: string
  number: string
  issuer: FiscalIssuer & { address: string }
  environment: FiscalEnvironment
  buyer_tax_id: string | null
  buyer_name: string | null
  totals: TaxTotals
  /** Receipt that this one modifies or replaces. */
  modified: { ncf: string; date: string; total: string } | null
  reason: string | null
  lines: LineRow[]
  forms: ReceiptPayment['forms']
  owed: string | null
  due_days: number | null
}

/** Days in which a debt must be paid, if the gym never refuses debtors at its door. */
const defaultDueDays = 30

/** Lines of a sale or of its void. Of a void of all lines, what voids of single lines had left. */
const saleLines = sql`
  select 1 as part, i.line, i.product_name, 'good', coalesce(l.quantity, i.quantity - coalesce(b.quantity, 0)), i.unit_price,
    coalesce(l.amount, i.total - coalesce(b.amount, 0)), i.tax_class
  from sale_items i
    left join void_lines l on l.gym_id = i.gym_id and l.id_void = v.id and l.line = i.line
    left join lateral (
      select sum(o.quantity) as quantity, sum(o.amount) as amount from void_lines o
      where v.id_sale is not null and o.gym_id = i.gym_id and o.id_sale = i.id_sale and o.line = i.line) b on true
  where i.gym_id = r.gym_id and i.id_sale = r.id_sale and (v.id_partial_sale is null or l.id_void is not null)
    and i.quantity > coalesce(b.quantity, 0)`

const lines = sql`(
  select json_agg(json_build_object('description', l.description, 'kind', l.kind, 'quantity', l.quantity,
    'unit_price', l.unit_price::text, 'total', l.total::text, 'tax_class', l.tax_class) order by l.part, l.line)
  from (
    select 0 as part, 1 as line, p.name as description, 'service' as kind, 1 as quantity, coalesce(p.list_price, p.price) as unit_price, p.price as total, p.tax_class
    from membership_payments p where p.gym_id = r.gym_id and p.id = r.id_payment
    union all ${saleLines}) l)`

/** Money that was paid when the document was booked. */
const forms = sql`(
  select coalesce(json_agg(json_build_object('form', k.fiscal_form, 'amount', t.amount::text) order by t.id), '[]')
  from tenders t join payment_kinds k on k.gym_id = t.gym_id and k.id = t.id_kind
  where r.id_void is null and t.gym_id = r.gym_id and (t.id_sale = r.id_sale or t.id_payment = r.id_payment)
    and t.id_void is null and t.id_debt is null)`

export const selectBookedReceipt = (gym: number, which: Statement): Statement => sql`
  select r.id, r.ncf, r.expires_on, (r.issued_at at time zone i."timeZone")::date as issued_on,
    coalesce((select s.number from sales s where s.gym_id = r.gym_id and s.id = r.id_sale),
      (select p.number from membership_payments p where p.gym_id = r.gym_id and p.id = r.id_payment))::text as number,
    json_build_object('tax_id', c.tax_id, 'legal_name', c.legal_name, 'trade_name', c.trade_name, 'branch', c.branch,
      'address', c.address, 'municipality', c.municipality, 'province', c.province) as issuer,
    r.environment, r.buyer_tax_id, r.buyer_name,
    json_build_object('exempt', r.exempt::text, 'taxed', r.taxed, 'tax_total', r.tax_total::text, 'total', r.total::text) as totals,
    case when r.modified_ncf is not null then json_build_object('ncf', r.modified_ncf, 'date', r.modified_on,
      'total', (select m.total::text from fiscal_receipts m where m.gym_id = r.gym_id and m.ncf = r.modified_ncf and m.environment in ('paper', r.environment))) end as modified,
    v.reason, ${lines} as lines, ${forms} as forms,
    (select sum(d.amount)::text from debts d
      where r.id_void is null and d.gym_id = r.gym_id and (d.id_sale = r.id_sale or d.id_payment = r.id_payment)) as owed,
    (select bars_after from debt_rules where gym_id = r.gym_id) as due_days
  from fiscal_receipts r join fiscal_settings c on c.gym_id = r.gym_id join gym_info i on i.gym_id = r.gym_id
    left join voids v on v.gym_id = r.gym_id and v.id = r.id_void
  where r.gym_id = ${gym} and ${which}`

function makeIssuer({ issuer }: ReceiptRow): ReceiptIssuer {
  const province = issuer.province ? findProvince(issuer.province) : undefined
  const municipality = province && issuer.municipality ? findMunicipality(province, issuer.municipality) : undefined
  return {
    taxId: issuer.tax_id,
    legalName: issuer.legal_name,
    tradeName: issuer.trade_name,
    branch: issuer.branch,
    address: issuer.address,
    municipalityCode: municipality?.code ?? null,
    provinceCode: province?.code ?? null,
  }
}

function makeLine({ description, kind, quantity, unit_price, total, tax_class }: LineRow): ReceiptLine {
  const discountCents = BigInt(quantity) * BigInt(toCents(unit_price) ?? 0) - BigInt(toCents(total) ?? 0)
  return {
    description,
    kind,
    quantity: String(quantity),
    unitPrice: unit_price,
    discount: discountCents > 0n ? fromCents(discountCents) : '0.00',
    taxClass: tax_class,
    total,
  }
}

function makePayment({ ncf, forms, owed, due_days, issued_on, totals }: ReceiptRow): ReceiptPayment {
  // A receipt for fiscal credit cannot be free.
  const terms = ncf.startsWith('E32') && totals.total === '0.00' ? 'free' : 'paid'
  if (owed === null) return { terms, dueOn: null, forms }
  return {
    terms: 'credit',
    dueOn: addDays(issued_on, due_days ?? defaultDueDays),
    forms: [...forms, { form: 'credit', amount: owed }],
  }
}

function makeReference({ ncf, modified, totals, reason }: ReceiptRow): ElectronicReceipt['reference'] {
  if (!modified) return null
  const { date, ncf: modifiedNcf } = modified
  const replaces = ncf.startsWith('E') && modifiedNcf.startsWith('B')
  const code = replaces ? 4 : modified.total === totals.total ? 1 : 3
  return { ncf: modifiedNcf, date, code, reason }
}

function makeReceipt(row: ReceiptRow, signedAt: Date): ElectronicReceipt {
  return {
    ncf: row.ncf,
    expiresOn: row.expires_on,
    issuedOn: row.issued_on,
    signedAt,
    internalNumber: row.number,
    issuer: makeIssuer(row),
    buyer: row.buyer_tax_id === null ? null : { taxId: row.buyer_tax_id, foreignId: null, legalName: row.buyer_name },
    lines: row.lines.map(makeLine),
    totals: row.totals,
    payment: makePayment(row),
    reference: makeReference(row),
  }
}

/** A booked receipt with its id and the environment of its number. */
export interface BookedReceipt {
  id: number
  receipt: ElectronicReceipt
  environment: FiscalEnvironment
}

/** Reads receipt `r` that matches `which`. Its document was, or will be, signed at `signedAt`. */
export async function readBookedReceipt(
  tx: Transaction,
  gym: number,
  which: Statement,
  signedAt: Date,
): Promise<BookedReceipt> {
  const row = await tx.one<ReceiptRow>(selectBookedReceipt(gym, which))
  return { id: row.id, receipt: makeReceipt(row, signedAt), environment: row.environment }
}
