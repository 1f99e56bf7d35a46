// Parts of a fiscal receipt that Dominican law requires on paper.
import { creditNoteTaxDeadlineDays } from '@torniquete/contract/fiscal/do/credit-notes.ts'
import { formatTaxId } from '@torniquete/contract/fiscal/do/tax-id.ts'
import type { FiscalIssuer } from '@torniquete/contract/fiscal/fiscal.ts'
import type { FiscalReceipt } from '@torniquete/contract/fiscal/receipts.ts'
import { addDays, defaultTimeZone, formatDate, toLocalDay, toLocalTime } from '@torniquete/contract/shared/dates.ts'
import { formatPercent } from '@torniquete/contract/shared/format-numbers.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import { computeBillAmounts } from '@torniquete/contract/till/bills.ts'
import type { Payment } from '@torniquete/contract/till/payments.ts'
import type { Sale } from '@torniquete/contract/till/sales.ts'
import { now } from '../../api/server-clock.ts'
import type { BillContent, BillIssuer, BillLine, ElectronicReceiptFields, PrintedLine } from './bill-content.ts'

const lateNoteText = 'No rebaja el ITBIS: pasaron más de 30 días'

export function makeFiscalBillIssuer(fiscal: FiscalIssuer, { name, address }: BillIssuer): BillIssuer {
  const shown = fiscal.trade_name ?? name ?? fiscal.legal_name
  const identity = [
    shown === fiscal.legal_name ? '' : fiscal.legal_name,
    `RNC ${formatTaxId(fiscal.tax_id)}`,
    fiscal.branch ? `Sucursal: ${fiscal.branch}` : '',
  ]
  const place = [fiscal.address, fiscal.municipality, fiscal.province].filter(Boolean).join(', ')
  return { name: shown, identity: identity.filter((line) => Boolean(line)), address: place || (address ?? null) }
}

export function makeBuyerLines(buyer: FiscalReceipt['buyer'] | undefined, party: { name: string }): PrintedLine[] {
  if (!buyer) return []
  const { tax_id, legal_name } = buyer
  const isCompany = tax_id.length === 9
  const name = { label: isCompany ? 'Razón social' : 'Nombre', value: legal_name ?? '' }
  return [
    ...(legal_name && legal_name !== party.name ? [name] : []),
    { label: isCompany ? 'RNC del comprador' : 'Cédula del comprador', value: formatTaxId(tax_id) },
  ]
}

function makeTotals({ exempt, taxed }: FiscalReceipt, lines: readonly BillLine[]): PrintedLine[] {
  const { amount, discount } = computeBillAmounts(lines)
  const totals = taxed.flatMap(({ rate, base, tax }) => [
    { label: `Gravado ${formatPercent(rate)}`, value: formatMoney(base) },
    ...(rate > 0 ? [{ label: `ITBIS ${formatPercent(rate)}`, value: formatMoney(tax) }] : []),
  ])
  return [
    ...(Number(discount) > 0
      ? [
          { label: 'Subtotal', value: formatMoney(amount) },
          { label: 'Descuento', value: formatMoney(`-${discount}`) },
        ]
      : []),
    ...(Number(exempt) > 0 || taxed.length === 0 ? [{ label: 'Exento (E)', value: formatMoney(exempt) }] : []),
    ...totals,
  ]
}

const isLate = (zone: string, { modifies, issued_at }: FiscalReceipt): boolean =>
  modifies !== null && toLocalDay(zone, new Date(issued_at)) > addDays(modifies.date, creditNoteTaxDeadlineDays)

const dayMs = 24 * 3_600_000

/** Legends of DGII's printing models for documents that its page does not know yet. */
function findLegend({ status, signed_at, qr }: FiscalReceipt): string | null {
  if (qr?.includes('/testecf/')) return 'Ambiente de pruebas: no tiene valor fiscal'
  if (status === 'rejected') return 'Rechazado por la DGII: no tiene valor fiscal'
  if (status === 'annulled') return 'Anulado antes de enviarlo a la DGII: no tiene valor fiscal'
  if (status !== 'signed' && status !== 'sent') return null
  const isLate = now().getTime() - Date.parse(signed_at ?? '') > dayMs
  return `Consulte su validez después de ${isLate ? 72 : 24} horas`
}

/** Time of the signature in DGII's time zone, as in the XML: `30-11-2026 15:04:05`. */
function formatSignatureTime(instant: string): string {
  const [day = '', time = ''] = toLocalTime(defaultTimeZone, new Date(instant)).split(' ')
  return `${day.split('-').reverse().join('-')} ${time}`
}

function makeElectronicPart(receipt: FiscalReceipt): ElectronicReceiptFields | null {
  const { qr, security_code, signed_at } = receipt
  if (qr === null || signed_at === null) return null
  return {
    qr,
    signature: [
      { label: 'Código de seguridad', value: security_code ?? '' },
      { label: 'Fecha de firma', value: formatSignatureTime(signed_at) },
    ],
    legend: findLegend(receipt),
  }
}

/** Adds the fiscal part, if the document has a receipt. `lines` are those whose discount the totals show. */
export function makeFiscalReceiptFields(
  zone: string,
  receipt: FiscalReceipt | null | undefined,
  lines: readonly BillLine[],
): Pick<BillContent, 'fiscal'> {
  if (!receipt) return {}
  const { type_name, ncf, expires_on, modifies } = receipt
  return {
    fiscal: {
      typeName: type_name,
      ncf,
      electronic: makeElectronicPart(receipt),
      heading: [
        ...(expires_on ? [{ label: 'Válida hasta', value: formatDate(expires_on) }] : []),
        ...(modifies
          ? [
              { label: 'NCF modificado', value: modifies.ncf },
              { label: 'del', value: formatDate(modifies.date) },
            ]
          : []),
      ],
      totals: makeTotals(receipt, lines),
      remark: isLate(zone, receipt) ? lateNoteText : null,
    },
  }
}

/** Credit notes of a document in the order of its voids. */
export function listCreditNotes(document: Sale | Payment): FiscalReceipt[] {
  const partial = 'partial_voids' in document ? (document.partial_voids ?? []) : []
  return [...partial.map(({ fiscal_note }) => fiscal_note), document.voided && document.fiscal_note].filter(
    (note) => note != null,
  )
}
