// Interface to the tax office: DGII itself, or a certified provider that passes documents on to it.
import type { SigningCertificate } from '../ecf/certificate.ts'
import type { FiscalEnvironment } from '../ecf/qr.ts'

/** Signed XML that is uploaded. */
export interface SignedFile {
  environment: FiscalEnvironment
  /** Issuer's RNC. */
  taxId: string
  /** File name, such as `131246796E310000000001.xml`. */
  name: string
  xml: string
}

export interface CarrierDocument extends SignedFile {
  ncf: string
  buyerTaxId: string | null
  /** Security code of the receipt, also if only its summary is sent. */
  securityCode: string
  /** True if `xml` is the summary of a consumer receipt. */
  isSummary: boolean
  trackId: string | null
  /** True if an earlier attempt may have delivered it. */
  mayHaveArrived: boolean
  /** Track ids of rejected documents that had the same number. */
  earlierTrackIds: readonly string[]
}

export interface CarrierMessage {
  code: string
  text: string
}

export interface TaxOfficeDecision {
  kind: 'accepted' | 'remarks' | 'rejected'
  messages: CarrierMessage[]
  /** False if the number of a rejected document may be used again; null if unknown. */
  isNumberUsed: boolean | null
  /** Present if the decision was found by the document's number. */
  trackId?: string
}

/** The carrier did not answer the question; `reason` is a Spanish sentence. */
export interface CarrierFailure {
  /** `not-sent`: this attempt certainly did not deliver the document. `unclear`: it may have. */
  kind: 'not-sent' | 'unclear'
  reason: string
  /** True if other documents of the gym would fare no better now. */
  isGeneral: boolean
  /** Milliseconds that the carrier asked to wait. */
  afterMs?: number
}

export type CarrierOutcome =
  | TaxOfficeDecision
  /** The document arrived, and its decision must be asked for. */
  | { kind: 'taken'; trackId: string | null }
  /** Answer to a question only: the document has not arrived. */
  | { kind: 'unknown' }
  | CarrierFailure

export interface SignedApproval extends SignedFile {
  /** RNC of the issuer of the approved document. */
  issuerTaxId: string
}

/** All calls resolve: errors become outcomes. */
export interface Carrier {
  /** Name at the beginning of Spanish sentences. */
  readonly name: string
  submit(document: CarrierDocument, certificate: SigningCertificate, signal: AbortSignal): Promise<CarrierOutcome>
  /** Asks for the decision about a document, or whether it arrived at all. */
  ask(document: CarrierDocument, certificate: SigningCertificate, signal: AbortSignal): Promise<CarrierOutcome>
  /** Reports unused numbers (ANECF). */
  annul(
    file: SignedFile,
    certificate: SigningCertificate,
    signal: AbortSignal,
  ): Promise<TaxOfficeDecision | CarrierFailure>
  /** Sends a commercial approval (ACECF) to the tax office. */
  approve(
    file: SignedFile,
    certificate: SigningCertificate,
    signal: AbortSignal,
  ): Promise<TaxOfficeDecision | CarrierFailure>
  /** Sends it to the issuer too; absent if the carrier does so by itself. */
  forward?(
    approval: SignedApproval,
    certificate: SigningCertificate,
    signal: AbortSignal,
  ): Promise<TaxOfficeDecision | CarrierFailure>
}
