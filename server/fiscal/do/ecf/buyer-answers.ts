// Answers of a buyer to the issuer of a document: acknowledgement of reception (ARECF) and commercial approval (ACECF).
import { findElementText, type XmlElement } from './parse-xml.ts'
import { listElementViolations, requireValidDocument } from './validate-document.ts'
import {
  addXmlDeclaration,
  clipFieldText,
  formatDgiiDay,
  formatDgiiInstant,
  makeFieldXml,
  makeGroupXml,
  parseDgiiDay,
} from './xml.ts'

/** Reasons for not accepting a document, by DGII's code. */
export const receptionRefusalCodes = { specification: 1, signature: 2, duplicate: 3, buyer: 4 } as const
export type ReceptionRefusalReason = keyof typeof receptionRefusalCodes

interface Parties {
  ncf: string
  issuerTaxId: string
  buyerTaxId: string
}

/** Unsigned XML. Throws InvalidDocumentError if a number has not the required form. */
export function makeAcknowledgementXml(
  { ncf, issuerTaxId, buyerTaxId }: Parties,
  refusal: ReceptionRefusalReason | null,
  receivedAt: Date,
): string {
  const details = makeGroupXml(
    'DetalleAcusedeRecibo',
    makeFieldXml('Version', '1.0'),
    makeFieldXml('RNCEmisor', issuerTaxId),
    makeFieldXml('RNCComprador', buyerTaxId),
    makeFieldXml('eNCF', ncf),
    makeFieldXml('Estado', refusal ? 1 : 0),
    makeFieldXml('CodigoMotivoNoRecibido', refusal && receptionRefusalCodes[refusal]),
    makeFieldXml('FechaHoraAcuseRecibo', formatDgiiInstant(receivedAt)),
  )
  return requireValidDocument(addXmlDeclaration(makeGroupXml('ARECF', details)))
}

export interface CommercialApproval extends Parties {
  issuedOn: string
  total: string
  /** Null if the document is approved. */
  rejectionReason: string | null
}

/** Unsigned XML. */
export function makeApprovalXml(approval: CommercialApproval, decidedAt: Date): string {
  const { ncf, issuerTaxId, buyerTaxId, issuedOn, total, rejectionReason } = approval
  const details = makeGroupXml(
    'DetalleAprobacionComercial',
    makeFieldXml('Version', '1.0'),
    makeFieldXml('RNCEmisor', issuerTaxId),
    makeFieldXml('eNCF', ncf),
    makeFieldXml('FechaEmision', formatDgiiDay(issuedOn)),
    makeFieldXml('MontoTotal', total),
    makeFieldXml('RNCComprador', buyerTaxId),
    makeFieldXml('Estado', rejectionReason === null ? 1 : 2),
    makeFieldXml('DetalleMotivoRechazo', clipFieldText(rejectionReason, 250)),
    makeFieldXml('FechaHoraAprobacionComercial', formatDgiiInstant(decidedAt)),
  )
  return requireValidDocument(addXmlDeclaration(makeGroupXml('ACECF', details)))
}

/** Null if the document is no approval, or does not keep to the format. */
export function parseCommercialApproval(root: XmlElement): CommercialApproval | null {
  if (root.tag !== 'ACECF' || listElementViolations(root).length > 0) return null
  const at = (tag: string) => findElementText(root, `DetalleAprobacionComercial/${tag}`)
  const text = (tag: string) => at(tag) ?? ''
  return {
    ncf: text('eNCF'),
    issuerTaxId: text('RNCEmisor'),
    buyerTaxId: text('RNCComprador'),
    issuedOn: parseDgiiDay(text('FechaEmision')),
    total: text('MontoTotal'),
    rejectionReason: at('DetalleMotivoRechazo'),
  }
}
