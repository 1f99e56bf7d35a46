// Answers of a buyer to the issuer of a document: acknowledgement of reception (ARECF) and commercial approval (ACECF).
import { findText, type XmlElement } from './parse-xml.ts'
import { checkDocument, listRootViolations } from './validate-document.ts'
import { cutText, field, formatDay, formatInstant, group, makeXml, parseDay } from './xml.ts'

/** Reasons for not accepting a document, by DGII's code. */
export const refusalCodes = { specification: 1, signature: 2, duplicate: 3, buyer: 4 } as const
export type ReceptionRefusal = keyof typeof refusalCodes

interface Parties {
  ncf: string
  issuerTaxId: string
  buyerTaxId: string
}

/** Unsigned XML. Throws InvalidDocument if a number has not the required form. */
export function makeAcknowledgementXml(
  { ncf, issuerTaxId, buyerTaxId }: Parties,
  refusal: ReceptionRefusal | null,
  receivedAt: Date,
): string {
  const details = group(
    'DetalleAcusedeRecibo',
    field('Version', '1.0'),
    field('RNCEmisor', issuerTaxId),
    field('RNCComprador', buyerTaxId),
    field('eNCF', ncf),
    field('Estado', refusal ? 1 : 0),
    field('CodigoMotivoNoRecibido', refusal && refusalCodes[refusal]),
    field('FechaHoraAcuseRecibo', formatInstant(receivedAt)),
  )
  return checkDocument(makeXml(group('ARECF', details)))
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
  const details = group(
    'DetalleAprobacionComercial',
    field('Version', '1.0'),
    field('RNCEmisor', issuerTaxId),
    field('eNCF', ncf),
    field('FechaEmision', formatDay(issuedOn)),
    field('MontoTotal', total),
    field('RNCComprador', buyerTaxId),
    field('Estado', rejectionReason === null ? 1 : 2),
    field('DetalleMotivoRechazo', cutText(rejectionReason, 250)),
    field('FechaHoraAprobacionComercial', formatInstant(decidedAt)),
  )
  return checkDocument(makeXml(group('ACECF', details)))
}

/** Null if the document is no approval, or does not keep to the format. */
export function readApproval(root: XmlElement): CommercialApproval | null {
  if (root.tag !== 'ACECF' || listRootViolations(root).length > 0) return null
  const at = (tag: string) => findText(root, `DetalleAprobacionComercial/${tag}`)
  const text = (tag: string) => at(tag) ?? ''
  return {
    ncf: text('eNCF'),
    issuerTaxId: text('RNCEmisor'),
    buyerTaxId: text('RNCComprador'),
    issuedOn: parseDay(text('FechaEmision')),
    total: text('MontoTotal'),
    rejectionReason: at('DetalleMotivoRechazo'),
  }
}
