// Signed documents as a carrier gets them.
import type { CarrierDocument } from '../fiscal/do/carrier/carrier.ts'
import type { SigningCertificate } from '../fiscal/do/ecf/certificate.ts'
import { type ElectronicReceipt, makeReceiptXml } from '../fiscal/do/ecf/document.ts'
import { getSecurityCode, signXml } from '../fiscal/do/ecf/signature.ts'
import { isSentAsSummary, makeSummaryXml } from '../fiscal/do/ecf/summary.ts'

export function makeCarrierDocument(receipt: ElectronicReceipt, certificate: SigningCertificate): CarrierDocument {
  const signed = signXml(makeReceiptXml(receipt), certificate)
  const isSummary = isSentAsSummary(receipt)
  const { ncf, issuer, buyer } = receipt
  return {
    environment: 'test',
    taxId: issuer.taxId,
    buyerTaxId: buyer?.taxId ?? null,
    ncf,
    name: `${issuer.taxId}${ncf}.xml`,
    xml: isSummary ? signXml(makeSummaryXml(signed), certificate) : signed,
    isSummary,
    securityCode: getSecurityCode(signed),
    trackId: null,
    mayHaveArrived: false,
    earlierTrackIds: [],
  }
}
