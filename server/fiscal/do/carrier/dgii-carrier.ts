// Sends documents to DGII itself (technical description v1.6).
import type { SigningCertificate } from '../ecf/certificate.ts'
import { dgiiEnvironmentPaths, type FiscalEnvironment } from '../ecf/qr.ts'
import { signSeed } from '../ecf/sign-seed.ts'
import type {
  Carrier,
  CarrierDocument,
  CarrierFailure,
  CarrierOutcome,
  SignedApproval,
  SignedFile,
  TaxOfficeDecision,
} from './carrier.ts'
import {
  type DgiiReply,
  isDuplicateRejection,
  parseDgiiReply,
  parseTrackIds,
  readUploadDecision,
  TokenReply,
  toTaxOfficeDecision,
} from './dgii-replies.ts'
import { findIssuerDirectoryEntry, sendApprovalToIssuer } from './send-approval-to-issuer.ts'
import {
  type CarrierHttpAnswer,
  makeGetOrUploadOptions,
  sendCarrierRequest,
  toCarrierFailure,
} from './send-carrier-request.ts'

const hosts = { ecf: 'https://ecf.dgii.gov.do', fc: 'https://fc.dgii.gov.do' }
const timeouts = { upload: 20_000, question: 10_000 }

/** DGII's tokens are valid for an hour. Its clock may differ from ours, so only the difference of its times counts. */
const tokenLifetimeMs = 3_600_000

interface Session {
  environment: FiscalEnvironment
  certificate: SigningCertificate
  signal: AbortSignal
}

interface Call {
  host: keyof typeof hosts
  path: string
  query?: Record<string, string>
  file?: SignedFile
}

interface StoredToken {
  token: Promise<string | CarrierFailure>
  until: number
}

export class DgiiCarrier implements Carrier {
  readonly name = 'La DGII'
  readonly #baseUrl: string | undefined
  readonly #clock: () => Date
  readonly #tokens = new Map<string, StoredToken>()

  /** `baseUrl` takes the place of both hosts. */
  constructor(baseUrl: string | undefined, clock: () => Date) {
    this.#baseUrl = baseUrl
    this.#clock = clock
  }

  async submit(
    document: CarrierDocument,
    certificate: SigningCertificate,
    signal: AbortSignal,
  ): Promise<CarrierOutcome> {
    const session = { environment: document.environment, certificate, signal }
    const path = document.isSummary ? 'recepcionfc/api/recepcion/ecf' : 'recepcion/api/facturaselectronicas'
    const answer = await this.#call(session, { host: document.isSummary ? 'fc' : 'ecf', path, file: document })
    if (answer.kind !== 'answered') return answer
    const reply = parseDgiiReply(answer.json)
    if (!reply || !isAnswerStatus(answer.status)) return toCarrierFailure(answer, this.name)
    const decision = toTaxOfficeDecision(reply)
    if (decision) return isDuplicateRejection(decision) ? this.#settleRejection(document, session, decision) : decision
    if (reply.trackId) return { kind: 'taken', trackId: reply.trackId }
    if (answer.status < 300 || reply.messages.length === 0) return toCarrierFailure(answer, this.name)
    // Refused at the door, before a track id was given. An earlier delivery may have passed it.
    const refusal: TaxOfficeDecision = { kind: 'rejected', messages: reply.messages, isNumberUsed: false }
    return document.mayHaveArrived || document.trackId ? this.#settleRejection(document, session, refusal) : refusal
  }

  async ask(document: CarrierDocument, certificate: SigningCertificate, signal: AbortSignal): Promise<CarrierOutcome> {
    const session = { environment: document.environment, certificate, signal }
    if (document.trackId === null) return this.#askByNumber(document, session)
    const outcome = await this.#askByTrackId(document.trackId, session)
    if (outcome.kind === 'unknown') return this.#askByNumber(document, session)
    return outcome.kind === 'rejected' && isDuplicateRejection(outcome)
      ? this.#settleRejection(document, session, outcome)
      : outcome
  }

  annul(
    file: SignedFile,
    certificate: SigningCertificate,
    signal: AbortSignal,
  ): Promise<TaxOfficeDecision | CarrierFailure> {
    return this.#upload('anulacionrangos/api/operaciones/anularrango', file, certificate, signal)
  }

  approve(
    file: SignedFile,
    certificate: SigningCertificate,
    signal: AbortSignal,
  ): Promise<TaxOfficeDecision | CarrierFailure> {
    return this.#upload('aprobacioncomercial/api/aprobacioncomercial', file, certificate, signal)
  }

  async forward(
    approval: SignedApproval,
    certificate: SigningCertificate,
    signal: AbortSignal,
  ): Promise<TaxOfficeDecision | CarrierFailure> {
    const session = { environment: approval.environment, certificate, signal }
    const path = 'consultadirectorio/api/consultas/obtenerdirectorioporrnc'
    const answer = await this.#call(session, { host: 'ecf', path, query: { rnc: approval.issuerTaxId } })
    if (answer.kind !== 'answered') return answer
    if (!isAnswerStatus(answer.status) && answer.status !== 404) return toCarrierFailure(answer, this.name)
    const entry = findIssuerDirectoryEntry(answer.json)
    const protocol = this.#baseUrl === undefined ? 'https:' : 'http'
    const isSafe = [entry?.urlAceptacion, entry?.urlOpcional].every((url) => !url || url.startsWith(protocol))
    if (!entry || !isSafe) {
      const text = 'El emisor no tiene una dirección en el directorio de la DGII'
      return { kind: 'remarks', messages: [{ code: '', text }], isNumberUsed: null }
    }
    return sendApprovalToIssuer({ entry, certificate, signal }, approval)
  }

  async #upload(path: string, file: SignedFile, certificate: SigningCertificate, signal: AbortSignal) {
    const answer = await this.#call({ environment: file.environment, certificate, signal }, { host: 'ecf', path, file })
    if (answer.kind !== 'answered') return answer
    const reply = isAnswerStatus(answer.status) ? parseDgiiReply(answer.json) : null
    return (reply && readUploadDecision(reply, answer.status)) ?? toCarrierFailure(answer, this.name)
  }

  /** A document that is sent twice is rejected the second time, although it was accepted. */
  async #settleRejection(
    document: CarrierDocument,
    session: Session,
    decision: TaxOfficeDecision,
  ): Promise<CarrierOutcome> {
    const outcome = await this.#askByNumber(document, session)
    if (outcome.kind === 'not-sent') return { ...outcome, kind: 'unclear' }
    // The first delivery may be in process, in which the services about numbers do not know it yet.
    if (outcome.kind === 'unknown' && document.mayHaveArrived)
      return {
        kind: 'not-sent',
        reason: `La DGII respondió «${decision.messages[0]?.text}» y aún no da el estado de un envío anterior.`,
        isGeneral: false,
      }
    return outcome.kind === 'unknown' || (outcome.kind === 'rejected' && !outcome.isNumberUsed) ? decision : outcome
  }

  async #askByTrackId(trackId: string, session: Session): Promise<CarrierOutcome> {
    const reply = await this.#question(session, {
      host: 'ecf',
      path: 'consultaresultado/api/consultas/estado',
      query: { trackId },
    })
    if ('kind' in reply) return reply
    return toTaxOfficeDecision(reply) ?? (reply.state === 0 ? { kind: 'unknown' } : { kind: 'taken', trackId })
  }

  async #askByNumber(document: CarrierDocument, session: Session): Promise<CarrierOutcome> {
    if (document.isSummary) return this.#askByCode(document, session)
    const { taxId, ncf, earlierTrackIds } = document
    const answer = await this.#call(session, {
      host: 'ecf',
      path: 'consultatrackids/api/trackids/consulta',
      query: { RncEmisor: taxId, ENCF: ncf },
    })
    if (answer.kind !== 'answered') return answer
    const known = parseTrackIds(answer.json)
    if (!known) {
      // The certification environment lacks this service; the others answer 404 with a state for an unknown number.
      if (answer.status !== 404) return toCarrierFailure(answer, this.name)
      return parseDgiiReply(answer.json)?.state === 0 ? { kind: 'unknown' } : this.#askByCode(document, session)
    }
    let outcome: CarrierOutcome = { kind: 'unknown' }
    for (const trackId of known.reverse()) {
      if (earlierTrackIds.includes(trackId)) continue
      const found = await this.#askByTrackId(trackId, session)
      if (found.kind === 'rejected') outcome = { ...found, trackId }
      else if (found.kind === 'accepted' || found.kind === 'remarks') {
        // Another document may have the number, if a backup of this database was restored elsewhere.
        const own = await this.#askByCode(document, session)
        return own.kind === 'unknown' ? outcome : own.kind === 'accepted' ? { ...found, trackId } : own
      } else return found.kind === 'unknown' ? { kind: 'taken', trackId } : found
    }
    return outcome
  }

  /** Asks for the document by its number and security code, which no other document shares. */
  async #askByCode(document: CarrierDocument, session: Session): Promise<CarrierOutcome> {
    const { taxId, ncf, buyerTaxId, securityCode, isSummary } = document
    const reply = await this.#question(
      session,
      isSummary && session.environment === 'production'
        ? {
            host: 'fc',
            path: 'consultarfce/api/Consultas/Consulta',
            query: { RNC_Emisor: taxId, ENCF: ncf, Cod_Seguridad_eCF: securityCode },
          }
        : {
            host: 'ecf',
            path: 'consultaestado/api/consultas/estado',
            query: {
              RncEmisor: taxId,
              NcfElectronico: ncf,
              ...(buyerTaxId === null ? {} : { RncComprador: buyerTaxId }),
              CodigoSeguridad: securityCode,
            },
          },
    )
    if ('kind' in reply) return reply
    const decision = toTaxOfficeDecision(reply)
    // A rejection without its reasons is learned by sending again, which cannot be accepted twice.
    return decision && !(decision.kind === 'rejected' && reply.isNumberUsed === null) ? decision : { kind: 'unknown' }
  }

  async #question(session: Session, call: Call): Promise<DgiiReply | CarrierFailure> {
    const answer = await this.#call(session, call)
    if (answer.kind !== 'answered') return answer
    const reply = answer.status === 404 || isAnswerStatus(answer.status) ? parseDgiiReply(answer.json) : null
    return reply && reply.state !== null ? reply : toCarrierFailure(answer, this.name)
  }

  /** Makes a call with a token, and again with a new one if DGII refuses it. */
  async #call(session: Session, call: Call): Promise<CarrierHttpAnswer | CarrierFailure> {
    for (let attempt = 1; ; attempt += 1) {
      const token = await this.#getToken(session)
      if (typeof token !== 'string') return token
      const answer = await this.#exchange(session, call, { authorization: `Bearer ${token}` })
      if (answer.kind !== 'answered' || answer.status !== 401) return answer
      await this.#forgetToken(session, token)
      if (attempt === 2) return toCarrierFailure(answer, this.name)
    }
  }

  #exchange(session: Session, { host, path, query, file }: Call, headers: Record<string, string> = {}) {
    const base = `${this.#baseUrl ?? hosts[host]}/${dgiiEnvironmentPaths[session.environment]}/${path}`
    const url = query ? `${base}?${new URLSearchParams(query)}` : base
    const request = makeGetOrUploadOptions(headers, file)
    const timeoutMs = file ? timeouts.upload : timeouts.question
    return sendCarrierRequest(url, request, { name: this.name, timeoutMs, signal: session.signal })
  }

  /** Calls at the same time share one request for a token. */
  #getToken(session: Session): Promise<string | CarrierFailure> {
    const key = makeTokenKey(session)
    const now = this.#clock().getTime()
    const known = this.#tokens.get(key)
    if (known && now < known.until) return known.token
    const until = Number.POSITIVE_INFINITY
    const keepFor = (lifetimeMs: number) => {
      stored.until = now + lifetimeMs
    }
    const stored: StoredToken = { token: this.#fetchToken(session, keepFor), until }
    this.#tokens.set(key, stored)
    void stored.token.then((token) => {
      if (typeof token !== 'string') stored.until = 0
    })
    return stored.token
  }

  /** Other calls may have got a new token meanwhile, which stays. */
  async #forgetToken(session: Session, token: string): Promise<void> {
    const stored = this.#tokens.get(makeTokenKey(session))
    if (stored && (await stored.token) === token) stored.until = 0
  }

  async #fetchToken(session: Session, keepFor: (lifetimeMs: number) => void): Promise<string | CarrierFailure> {
    const refuse = (failure: CarrierFailure): CarrierFailure => ({ ...failure, kind: 'not-sent', isGeneral: true })
    const seed = await this.#exchange(session, { host: 'ecf', path: 'autenticacion/api/autenticacion/semilla' })
    if (seed.kind !== 'answered') return refuse(seed)
    const { environment, certificate } = session
    const xml = seed.status === 200 ? signSeed(seed.text, certificate) : null
    if (xml === null) return refuse(toCarrierFailure(seed, this.name))
    const file = { environment, taxId: '', name: 'semilla.xml', xml }
    const answer = await this.#exchange(session, {
      host: 'ecf',
      path: 'autenticacion/api/autenticacion/validarsemilla',
      file,
    })
    if (answer.kind !== 'answered') return refuse(answer)
    const parsed = TokenReply.safeParse(answer.json)
    if (answer.status !== 200 || !parsed.success)
      return refuse(toCarrierFailure(answer.status === 400 ? { ...answer, status: 403 } : answer, this.name))
    const { token, expira, expedido } = parsed.data
    const lifetimeMs = Date.parse(expira ?? '') - Date.parse(expedido ?? '')
    keepFor(0.9 * (lifetimeMs > 0 ? Math.min(lifetimeMs, tokenLifetimeMs) : tokenLifetimeMs))
    return token
  }
}

const makeTokenKey = ({ environment, certificate }: Session): string =>
  `${environment} ${certificate.certificate.fingerprint256}`

/** DGII answers a rejection with 400. */
const isAnswerStatus = (status: number): boolean => status < 300 || status === 400 || status === 422
