// Documents that the stand-in has received in one environment, and its decisions about them.
import { randomUUID } from 'node:crypto'
import { findElementText, listElements, parseXml, type XmlElement } from '../server/fiscal/do/ecf/parse-xml.ts'
import { getSecurityCode } from '../server/fiscal/do/ecf/signature.ts'
import { parseSignedDocument } from '../server/fiscal/do/ecf/signed-document.ts'
import { listViolations } from '../server/fiscal/do/ecf/validate-document.ts'
import type { FaultInjector } from './faults.ts'

export interface DgiiMessage {
  codigo: string
  valor: string
}

/** Decisions by DGII's codes. */
const stateNames = {
  0: 'No encontrado',
  1: 'Aceptado',
  2: 'Rechazado',
  3: 'En Proceso',
  4: 'Aceptado Condicional',
} as const
export type SubmissionStateCode = keyof typeof stateNames

export interface Submission {
  trackId: string
  taxId: string
  ncf: string
  securityCode: string
  /** The document as it arrived. */
  content: Buffer
  receivedAt: Date
  decidedAt: Date
  code: 1 | 2 | 4
  messages: DgiiMessage[]
  isNumberUsed: boolean
}

interface Verdict {
  code: 1 | 2 | 4
  messages: DgiiMessage[]
  isNumberUsed: boolean
}

const reject = (codigo: string, valor: string, isNumberUsed: boolean): Verdict => ({
  code: 2,
  messages: [{ codigo, valor }],
  isNumberUsed,
})

export const formatSubmissionState = (code: SubmissionStateCode) => ({ codigo: code, estado: stateNames[code] })

export interface UploadedFile {
  name: string
  content: Buffer
}

interface Annulment {
  /** First and last number, each after the issuer's RNC. */
  from: string
  to: string
  content: Buffer
}

export class SubmissionRegistry {
  readonly submissions: Submission[] = []
  readonly annulments: Annulment[] = []
  /** Commercial approvals as they arrived. */
  readonly approvals: Buffer[] = []
  readonly #byNumber = new Map<string, Submission[]>()
  readonly #byTrackId = new Map<string, Submission>()
  readonly #faults: FaultInjector
  readonly #now: () => Date

  constructor(faults: FaultInjector, now: () => Date) {
    this.#faults = faults
    this.#now = now
  }

  /** Accepted documents, in the order of their reception. */
  listAccepted(): Submission[] {
    return this.submissions.filter(({ code }) => code !== 2)
  }

  listByNumber(taxId: string, ncf: string): Submission[] {
    return this.#byNumber.get(`${taxId} ${ncf}`) ?? []
  }

  findByTrackId(trackId: string): Submission | null {
    return this.#byTrackId.get(trackId) ?? null
  }

  /** The submission that counts for a number: the accepted one, otherwise the newest. */
  findByNumber(taxId: string, ncf: string, securityCode: string): Submission | null {
    const found = this.listByNumber(taxId, ncf).filter((each) => each.securityCode === securityCode)
    return found.find(({ code }) => code !== 2) ?? found.at(-1) ?? null
  }

  readState({ decidedAt, code }: Submission): SubmissionStateCode {
    return decidedAt <= this.#now() ? code : 3
  }

  /** Takes a document (ECF) or a summary (RFCE); summaries are decided at once. */
  receive({ name, content }: UploadedFile): Submission {
    const xml = content.toString('utf8')
    const root = parseXml(xml)
    const at = (path: string) => (root && findElementText(root, `Encabezado/${path}`)) ?? ''
    const isSummary = root?.tag === 'RFCE'
    const [taxId, ncf] = [at('Emisor/RNCEmisor'), at('IdDoc/eNCF')]
    const receivedAt = this.#now()
    const waitMs = isSummary ? 0 : (this.#faults.settings.processingMs ?? 0)
    const submission = {
      trackId: randomUUID(),
      taxId,
      ncf,
      securityCode: isSummary ? at('CodigoSeguridadeCF') : readSecurityCode(xml),
      content,
      receivedAt,
      decidedAt: new Date(receivedAt.getTime() + waitMs),
      ...this.#decide(root, { xml, isNamed: name === `${taxId}${ncf}.xml`, taxId, ncf }),
    }
    this.submissions.push(submission)
    this.#byTrackId.set(submission.trackId, submission)
    this.#byNumber.set(`${taxId} ${ncf}`, [...this.listByNumber(taxId, ncf), submission])
    return submission
  }

  #decide(
    root: XmlElement | null,
    { xml, isNamed, taxId, ncf }: { xml: string; isNamed: boolean; taxId: string; ncf: string },
  ): Verdict {
    const [violation] = listViolations(xml)
    if (!root || violation)
      return reject('1', `La estructura no es válida: ${violation?.path}: ${violation?.problem}`, false)
    if (!isNamed) return reject('81', 'El nombre del archivo no es RNC + e-NCF + .xml', false)
    if (!parseSignedDocument(xml)?.certificate) return reject('2', 'La firma no es válida', false)
    // A document in process also holds its number.
    const holders = this.listByNumber(taxId, ncf).filter((each) => each.isNumberUsed)
    if (holders.length > 0 || this.#isAnnulled(taxId, ncf)) return reject('1209', 'La secuencia ya fue utilizada', true)
    const modified = findElementText(root, 'InformacionReferencia/NCFModificado')
    if (modified?.startsWith('E') && !this.#isKnownAccepted(taxId, modified))
      return reject('1240', `El comprobante modificado ${modified} no existe`, true)
    if (this.#faults.isHit('rejectFree')) return reject('145', 'El RNC emisor no está autorizado', false)
    if (this.#faults.isHit('rejectUsed')) return reject('634', 'El total no cuadra con el detalle', true)
    if (this.#faults.isHit('remarks'))
      return { code: 4, messages: [{ codigo: '2301', valor: 'El municipio no está en la tabla' }], isNumberUsed: true }
    return { code: 1, messages: [], isNumberUsed: true }
  }

  #isKnownAccepted(taxId: string, ncf: string): boolean {
    return this.listByNumber(taxId, ncf).some((each) => each.code !== 2 && this.readState(each) !== 3)
  }

  #isAnnulled(taxId: string, ncf: string): boolean {
    const number = taxId + ncf
    return this.annulments.some(({ from, to }) => from <= number && number <= to)
  }

  /** Takes an annulment (ANECF); returns why it is refused, or null. */
  annul({ content }: UploadedFile): string | null {
    const xml = content.toString('utf8')
    const root = parseXml(xml)
    if (!root || listViolations(xml).length > 0) return 'Tipo de archivo no valido, favor proveer un XML.'
    if (!parseSignedDocument(xml)?.certificate) return 'La firma del documento no es válida.'
    const taxId = findElementText(root, 'Encabezado/RncEmisor') ?? ''
    const path = 'DetalleAnulacion/Anulacion/TablaRangoSecuenciasAnuladaseNCF/Secuencias'
    const ranges = listElements(root, path).map((range) => ({
      from: `${taxId}${findElementText(range, 'SecuenciaeNCFDesde')}`,
      to: `${taxId}${findElementText(range, 'SecuenciaeNCFHasta')}`,
      content,
    }))
    const isInside = (number: string) => ranges.some(({ from, to }) => from <= number && number <= to)
    if (this.submissions.some((each) => each.isNumberUsed && isInside(each.taxId + each.ncf)))
      return 'Las secuencias que está intentando anular han sido utilizadas.'
    if (ranges.some(({ from }) => this.annulments.some((other) => other.from <= from && from <= other.to)))
      return 'No fue posible anular las siguientes secuencias: ya han sido anuladas.'
    this.annulments.push(...ranges)
    return null
  }
}

const readSecurityCode = (xml: string): string => {
  try {
    return getSecurityCode(xml)
  } catch {
    return ''
  }
}
