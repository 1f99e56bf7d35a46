// Excel files of the monthly reports, with a column for each field of the text files.
import type { SheetColumn, Workbook } from '../../shared/workbooks.ts'
import { type MonthlyReportCode, type MonthlyReportRow, monthlyReportFields } from './monthly-files.ts'
import type { ConsumerReceiptSums } from './report-rows.ts'

/** Spanish name of each field. */
const reportFieldTitles = {
  606: {
    tax_id: 'RNC o cédula',
    tax_id_kind: 'Tipo de identificación',
    goods_kind: 'Tipo de bienes y servicios',
    ncf: 'NCF',
    modified_ncf: 'NCF modificado',
    issued_on: 'Fecha del comprobante',
    paid_on: 'Fecha de pago',
    services_amount: 'Monto en servicios',
    goods_amount: 'Monto en bienes',
    total_amount: 'Monto total',
    tax: 'ITBIS facturado',
    tax_withheld: 'ITBIS retenido',
    tax_proportional: 'ITBIS sujeto a proporcionalidad',
    tax_to_cost: 'ITBIS llevado al costo',
    tax_to_deduct: 'ITBIS por adelantar',
    tax_perceived: 'ITBIS percibido',
    income_tax_withholding_kind: 'Tipo de retención de ISR',
    income_tax_withheld: 'ISR retenido',
    income_tax_perceived: 'ISR percibido',
    excise_tax: 'Impuesto selectivo',
    other_taxes: 'Otros impuestos',
    tip: 'Propina legal',
    payment_form: 'Forma de pago',
  },
  607: {
    tax_id: 'RNC o cédula',
    tax_id_kind: 'Tipo de identificación',
    ncf: 'NCF',
    modified_ncf: 'NCF modificado',
    income_kind: 'Tipo de ingreso',
    issued_on: 'Fecha del comprobante',
    withheld_on: 'Fecha de retención',
    amount: 'Monto facturado',
    tax: 'ITBIS facturado',
    tax_withheld: 'ITBIS retenido por terceros',
    tax_perceived: 'ITBIS percibido',
    income_tax_withheld: 'ISR retenido por terceros',
    income_tax_perceived: 'ISR percibido',
    excise_tax: 'Impuesto selectivo',
    other_taxes: 'Otros impuestos',
    tip: 'Propina legal',
    cash: 'Efectivo',
    transfer: 'Cheque, transferencia o depósito',
    card: 'Tarjeta',
    credit: 'Venta a crédito',
    vouchers: 'Bonos o certificados',
    barter: 'Permuta',
    other_forms: 'Otras formas',
  },
  608: { ncf: 'NCF', date: 'Fecha', kind: 'Motivo' },
} as const satisfies { [Code in MonthlyReportCode]: Record<keyof (typeof monthlyReportFields)[Code], string> }

const columnTypes = { text: 'text', day: 'day', amount: 'money' } as const

function makeWorkbook<const Code extends MonthlyReportCode>(
  code: Code,
  file: string,
): Workbook<MonthlyReportRow<Code> & { id: number }> {
  const titles: Record<string, string> = reportFieldTitles[code]
  const columns = Object.entries<keyof typeof columnTypes>(monthlyReportFields[code]).map(
    ([field, type]): SheetColumn<MonthlyReportRow<Code>> => ({
      title: titles[field] ?? field,
      type: columnTypes[type],
      width: 18,
      value: (row) => (row as Record<string, string | null>)[field] ?? null,
    }),
  )
  return { file, columns }
}

// Credit notes are positive rows of the 607, so a row of totals would add them to the sales.
export const purchasesWorkbook = { ...makeWorkbook(606, 'Formato 606 compras'), totals: true } as const
export const salesWorkbook = makeWorkbook(607, 'Formato 607 ventas')
export const voidedWorkbook = makeWorkbook(608, 'Formato 608 anulados')

const money = (
  title: string,
  field: Exclude<keyof ConsumerReceiptSums, 'count'>,
): SheetColumn<ConsumerReceiptSums> => ({
  title,
  type: 'money',
  width: 18,
  value: (sums) => sums[field],
})

/** One row with the consumer receipts that the 607 declares as sums. */
export const consumerReceiptsWorkbook: Workbook<ConsumerReceiptSums & { id: number }> = {
  file: 'Resumen de facturas de consumo',
  columns: [
    { title: 'Cantidad de comprobantes', type: 'number', width: 18, value: ({ count }) => count },
    money('Monto facturado', 'amount'),
    money('ITBIS facturado', 'tax'),
    ...(['cash', 'transfer', 'card', 'credit', 'vouchers', 'barter', 'other_forms'] as const).map((field) =>
      money(reportFieldTitles[607][field], field),
    ),
  ],
}
