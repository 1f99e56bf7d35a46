// Summary (RFCE) of a consumer receipt under RD$ 250,000. DGII gets the summary, and the gym keeps the signed receipt.
import { namedBuyerFromCents } from './consistency.ts'
import { type ElectronicReceipt, getReceiptType, makeBuyer, makePayment, makeTotals } from './document.ts'
import { checkDocument } from './validate-document.ts'
import { cutText, field, formatDay, group, makeXml } from './xml.ts'

/** True if DGII gets a summary instead of the receipt. */
export const isSentAsSummary = (receipt: ElectronicReceipt): boolean =>
  getReceiptType(receipt) === '32' && BigInt(receipt.totals.total.replace('.', '')) < namedBuyerFromCents

/** Unsigned XML. `securityCode` is that of the signed receipt. Throws InvalidDocument for other receipts. */
export function makeSummaryXml(receipt: ElectronicReceipt, securityCode: string): string {
  const { ncf, issuer, issuedOn } = receipt
  // The summary has no day of payment.
  const payment = { ...receipt.payment, dueOn: null }
  const root = group(
    'RFCE',
    group(
      'Encabezado',
      field('Version', '1.0'),
      group(
        'IdDoc',
        field('TipoeCF', getReceiptType(receipt)),
        field('eNCF', ncf),
        ...makePayment({ ...receipt, payment }),
      ),
      group(
        'Emisor',
        field('RNCEmisor', issuer.taxId),
        field('RazonSocialEmisor', cutText(issuer.legalName, 150)),
        field('FechaEmision', formatDay(issuedOn)),
      ),
      makeBuyer(receipt),
      makeTotals(receipt, { showsRates: false }),
      field('CodigoSeguridadeCF', securityCode),
    ),
  )
  return checkDocument(makeXml(root))
}
