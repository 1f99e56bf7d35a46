// XML of electronic receipts: fiscal credit (E31), consumer (E32), debit note (E33) and credit note (E34). The same input
// always makes the same text. Prices include tax.
import { type FiscalPaymentForm, getTaxRate, type TaxClass, type TaxTotals } from '@torniquete/contract/fiscal/tax.ts'
import { addAmounts } from '@torniquete/contract/shared/money.ts'
import { isCreditNoteTooLateForTax } from './consistency.ts'
import type { XmlElement } from './parse-xml.ts'
import { formatValidDocument } from './validate-document.ts'
import { clipFieldText, formatDgiiDay, formatDgiiInstant, makeField, makeGroup } from './xml.ts'

export interface ReceiptIssuer {
  /** RNC or cédula, digits only. */
  taxId: string
  legalName: string
  tradeName: string | null
  branch: string | null
  address: string
  /** Six digits of DGII's table of provinces and municipalities. */
  municipalityCode: string | null
  provinceCode: string | null
}

export interface ReceiptBuyer {
  /** RNC or cédula, digits only; null for foreigners. */
  taxId: string | null
  foreignId: string | null
  legalName: string | null
}

export interface ReceiptLine {
  description: string
  kind: 'good' | 'service'
  /** At most two decimals. */
  quantity: string
  /** At most four decimals. */
  unitPrice: string
  /** Amount, not of one unit but of all. */
  discount: string
  taxClass: TaxClass
  /** Amount after the discount. */
  total: string
}

export interface ReceiptPayment {
  terms: 'paid' | 'credit' | 'free'
  /** Last day of payment, only with credit. */
  dueOn: string | null
  /** Repeated forms are added up. */
  forms: { form: FiscalPaymentForm; amount: string }[]
}

/** Document that a note modifies, or that a receipt replaces or refers to. */
export interface ReceiptReference {
  ncf: string
  date: string
  /** 1 voids all, 2 corrects text, 3 corrects amounts, 4 replaces series B, 5 refers to a consumer receipt. */
  code: 1 | 2 | 3 | 4 | 5
  /** Only notes have a reason. */
  reason: string | null
}

/** Days are `YYYY-MM-DD`, amounts decimal texts with two decimals. */
export interface ElectronicReceipt {
  /** e-NCF, whose second and third characters are the type. */
  ncf: string
  /** Null for E32 and E34, whose numbers do not expire. */
  expiresOn: string | null
  issuedOn: string
  signedAt: Date
  /** Document number of the gym. */
  internalNumber: string | null
  issuer: ReceiptIssuer
  buyer: ReceiptBuyer | null
  lines: ReceiptLine[]
  totals: TaxTotals
  payment: ReceiptPayment
  reference: ReceiptReference | null
}

const termsCodes = { paid: 1, credit: 2, free: 3 } as const
const formCodes: Record<FiscalPaymentForm, number> = { cash: 1, transfer: 2, card: 3, credit: 4, other: 8 }
const kindCodes = { good: 1, service: 2 } as const
/** IndicadorFacturacion; the numbers of the rates are also the ends of the tags in Totales. */
const taxIndicators: Record<TaxClass, number> = { 18: 1, 16: 2, 0: 3, exempt: 4 }
const rateNumbers: Record<number, number> = { 18: 1, 16: 2, 0: 3 }

/** Income of operations; gyms have no other kind. */
const incomeKind = '01'

/** The schema requires a buyer in consumer receipts, and the format forbids empty tags. */
const anonymousBuyer: ReceiptBuyer = { taxId: null, foreignId: null, legalName: 'CONSUMIDOR FINAL' }

export const getReceiptType = ({ ncf }: ElectronicReceipt): string => ncf.slice(1, 3)

/** Unsigned XML. Throws InvalidDocumentError if the receipt does not keep to the format. */
export function makeReceiptXml(receipt: ElectronicReceipt): string {
  const root = makeGroup(
    'ECF',
    makeGroup(
      'Encabezado',
      makeField('Version', '1.0'),
      makeIdentity(receipt),
      makeIssuer(receipt),
      makeBuyer(receipt),
      makeTotals(receipt),
    ),
    makeGroup('DetallesItems', ...receipt.lines.map(makeItem)),
    makeReference(receipt),
    makeField('FechaHoraFirma', formatDgiiInstant(receipt.signedAt)),
  )
  return formatValidDocument(root)
}

function makeIdentity(receipt: ElectronicReceipt): XmlElement | null {
  const { ncf, expiresOn, issuedOn, lines, reference } = receipt
  const isCreditNote = getReceiptType(receipt) === '34'
  const isLate = reference !== null && isCreditNoteTooLateForTax(reference.date, issuedOn)
  return makeGroup(
    'IdDoc',
    makeField('TipoeCF', getReceiptType(receipt)),
    makeField('eNCF', ncf),
    makeField('FechaVencimientoSecuencia', expiresOn && formatDgiiDay(expiresOn)),
    makeField('IndicadorNotaCredito', isCreditNote ? Number(isLate) : null),
    makeField('IndicadorMontoGravado', lines.some(({ taxClass }) => taxClass !== 'exempt') ? 1 : null),
    ...makePayment(receipt),
  )
}

function makePayment(receipt: ElectronicReceipt): (XmlElement | null)[] {
  const { terms, dueOn, forms } = receipt.payment
  const isCreditNote = getReceiptType(receipt) === '34'
  const sums = Map.groupBy(forms, ({ form }) => formCodes[form])
  const rows = [...sums].sort(([one], [other]) => one - other)
  return [
    makeField('TipoIngresos', incomeKind),
    makeField('TipoPago', termsCodes[terms]),
    makeField('FechaLimitePago', dueOn && formatDgiiDay(dueOn)),
    ...(isCreditNote ? [] : [makeGroup('TablaFormasPago', ...rows.map(makeForm))]),
  ]
}

const makeForm = ([code, forms]: [number, ReceiptPayment['forms']]): XmlElement | null =>
  makeGroup(
    'FormaDePago',
    makeField('FormaPago', code),
    makeField('MontoPago', addAmounts(forms.map(({ amount }) => amount))),
  )

function makeIssuer({ issuer, issuedOn, internalNumber }: ElectronicReceipt): XmlElement | null {
  return makeGroup(
    'Emisor',
    makeField('RNCEmisor', issuer.taxId),
    makeField('RazonSocialEmisor', clipFieldText(issuer.legalName, 150)),
    makeField('NombreComercial', clipFieldText(issuer.tradeName, 150)),
    makeField('Sucursal', clipFieldText(issuer.branch, 20)),
    makeField('DireccionEmisor', clipFieldText(issuer.address, 100)),
    makeField('Municipio', issuer.municipalityCode),
    makeField('Provincia', issuer.provinceCode),
    makeField('NumeroFacturaInterna', clipFieldText(internalNumber, 20)),
    makeField('FechaEmision', formatDgiiDay(issuedOn)),
  )
}

function makeBuyer(receipt: ElectronicReceipt): XmlElement | null {
  const buyer = receipt.buyer ?? (getReceiptType(receipt) === '32' ? anonymousBuyer : null)
  if (buyer === null) return null
  return makeGroup(
    'Comprador',
    makeField('RNCComprador', buyer.taxId),
    makeField('IdentificadorExtranjero', buyer.foreignId),
    makeField('RazonSocialComprador', clipFieldText(buyer.legalName, 150)),
  )
}

function makeTotals({ lines, totals }: ElectronicReceipt): XmlElement | null {
  const rates = totals.taxed.map(({ rate, base, tax }) => ({ rate, base, tax, number: rateNumbers[rate] ?? 0 }))
  rates.sort((one, other) => one.number - other.number)
  const hasExempt = lines.some(({ taxClass }) => getTaxRate(taxClass) === null)
  const hasTaxed = rates.length > 0
  return makeGroup(
    'Totales',
    makeField('MontoGravadoTotal', hasTaxed ? addAmounts(rates.map(({ base }) => base)) : null),
    ...rates.map(({ number, base }) => makeField(`MontoGravadoI${number}`, base)),
    makeField('MontoExento', hasExempt ? totals.exempt : null),
    ...rates.map(({ number, rate }) => makeField(`ITBIS${number}`, rate)),
    makeField('TotalITBIS', hasTaxed ? totals.tax_total : null),
    ...rates.map(({ number, tax }) => makeField(`TotalITBIS${number}`, tax)),
    makeField('MontoTotal', totals.total),
  )
}

const nameLength = 80

function makeItem(line: ReceiptLine, index: number): XmlElement | null {
  const { description, kind, quantity, unitPrice, discount, taxClass, total } = line
  const name = clipFieldText(description, nameLength)
  const details = clipFieldText(description, 1000)
  const amount = Number(discount) > 0 ? discount : null
  return makeGroup(
    'Item',
    makeField('NumeroLinea', index + 1),
    makeField('IndicadorFacturacion', taxIndicators[taxClass]),
    makeField('NombreItem', name),
    makeField('IndicadorBienoServicio', kindCodes[kind]),
    // Descriptions longer than a name are written here in full.
    makeField('DescripcionItem', details === name ? null : details),
    makeField('CantidadItem', quantity),
    makeField('PrecioUnitarioItem', unitPrice),
    makeField('DescuentoMonto', amount),
    amount === null
      ? null
      : makeGroup(
          'TablaSubDescuento',
          makeGroup('SubDescuento', makeField('TipoSubDescuento', '$'), makeField('MontoSubDescuento', amount)),
        ),
    makeField('MontoItem', total),
  )
}

function makeReference({ reference }: ElectronicReceipt): XmlElement | null {
  if (reference === null) return null
  return makeGroup(
    'InformacionReferencia',
    makeField('NCFModificado', reference.ncf),
    makeField('FechaNCFModificado', formatDgiiDay(reference.date)),
    makeField('CodigoModificacion', reference.code),
    makeField('RazonModificacion', clipFieldText(reference.reason, 90)),
  )
}
