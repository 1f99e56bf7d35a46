// Text files that a taxpayer sends to DGII each month: 606 (purchases), 607 (sales) and 608 (voided numbers).

type FieldKind = 'text' | 'day' | 'amount'

const purchaseFields = {
  tax_id: 'text',
  tax_id_kind: 'text',
  goods_kind: 'text',
  ncf: 'text',
  modified_ncf: 'text',
  issued_on: 'day',
  paid_on: 'day',
  services_amount: 'amount',
  goods_amount: 'amount',
  total_amount: 'amount',
  tax: 'amount',
  tax_withheld: 'amount',
  tax_proportional: 'amount',
  tax_to_cost: 'amount',
  tax_to_deduct: 'amount',
  tax_perceived: 'amount',
  income_tax_withholding_kind: 'text',
  income_tax_withheld: 'amount',
  income_tax_perceived: 'amount',
  excise_tax: 'amount',
  other_taxes: 'amount',
  tip: 'amount',
  payment_form: 'text',
} as const satisfies Record<string, FieldKind>

const saleFields = {
  tax_id: 'text',
  tax_id_kind: 'text',
  ncf: 'text',
  modified_ncf: 'text',
  income_kind: 'text',
  issued_on: 'day',
  withheld_on: 'day',
  amount: 'amount',
  tax: 'amount',
  tax_withheld: 'amount',
  tax_perceived: 'amount',
  income_tax_withheld: 'amount',
  income_tax_perceived: 'amount',
  excise_tax: 'amount',
  other_taxes: 'amount',
  tip: 'amount',
  cash: 'amount',
  transfer: 'amount',
  card: 'amount',
  credit: 'amount',
  vouchers: 'amount',
  barter: 'amount',
  other_forms: 'amount',
} as const satisfies Record<string, FieldKind>

const voidedNumberFields = { ncf: 'text', date: 'day', kind: 'text' } as const satisfies Record<string, FieldKind>

/** Fields of each report, in the order of its file. */
export const monthlyReportFields = { 606: purchaseFields, 607: saleFields, 608: voidedNumberFields } as const
export type MonthlyReportCode = keyof typeof monthlyReportFields

/** Days are `YYYY-MM-DD`, amounts decimal texts; null if empty. */
export type MonthlyReportRow<Code extends MonthlyReportCode> = Record<
  keyof (typeof monthlyReportFields)[Code],
  string | null
>

function formatField(kind: FieldKind, value: string | null): string {
  if (kind === 'amount') return value ?? '0.00'
  return kind === 'day' ? (value ?? '').replaceAll('-', '') : (value ?? '')
}

/** The file of a month (`YYYY-MM`): a heading and a line for each row, each ended by CRLF. */
export function formatMonthlyFile<Code extends MonthlyReportCode>(
  code: Code,
  { taxId, month, rows }: { taxId: string; month: string; rows: readonly MonthlyReportRow<Code>[] },
): string {
  const fields = Object.entries<FieldKind>(monthlyReportFields[code])
  const heading = [code, taxId, month.replace('-', ''), rows.length].join('|')
  const lines = rows.map((row) =>
    fields.map(([field, kind]) => formatField(kind, (row as Record<string, string | null>)[field] ?? null)).join('|'),
  )
  return [heading, ...lines].map((line) => `${line}\r\n`).join('')
}

export const formatMonthlyFileName = (code: MonthlyReportCode, taxId: string, month: string): string =>
  `DGII_F_${code}_${taxId}_${month.replace('-', '')}.TXT`
