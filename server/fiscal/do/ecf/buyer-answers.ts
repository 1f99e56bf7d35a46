// Answers of a buyer to the issuer of a document: acknowledgement of reception (ARECF) and commercial approval (ACECF).
import { findElementText, type XmlElement } from './parse-xml.ts'
import { formatValidDocument, listElementViolations } from './validate-document.ts'
import { clipFieldText, formatDgiiDay, formatDgiiInstant, makeField, makeGroup, parseDgiiDay } from './xml.ts'

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
  const details = makeGroup(
    'DetalleAcusedeRecibo',
    makeField('Version', '1.0'),
    makeField('RNCEmisor', issuerTaxId),
    makeField('RNCComprador', buyerTaxId),
    makeField('eNCF', ncf),
    makeField('Estado', refusal ? 1 : 0),
    makeField('CodigoMotivoNoRecibido', refusal && receptionRefusalCodes[refusal]),
    makeField('FechaHoraAcuseRecibo', formatDgiiInstant(receivedAt)),
  )
  return formatValidDocument(makeGroup('ARECF', details))
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
  const details = makeGroup(
    'DetalleAprobacionComercial',
    makeField('Version', '1.0'),
    makeField('RNCEmisor', issuerTaxId),
    makeField('eNCF', ncf),
    makeField('FechaEmision', formatDgiiDay(issuedOn)),
    makeField('MontoTotal', total),
    makeField('RNCComprador', buyerTaxId),
    makeField('Estado', rejectionReason === null ? 1 : 2),
    makeField('DetalleMotivoRechazo', clipFieldText(rejectionReason, 250)),
    makeField('FechaHoraAprobacionComercial', formatDgiiInstant(decidedAt)),
  )
  return formatValidDocument(makeGroup('ACECF', details))
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
