// Sends documents through a certified provider with this JSON interface:
//
//   POST {url}/documents   { environment, tax_id, ncf, security_code, is_summary, xml }
//   GET  {url}/documents/{environment}/{tax_id}/{ncf}?security_code=…
//   POST {url}/annulments and {url}/approvals   { environment, tax_id, name, xml }
//
// Each answers { status: received | accepted | remarks | rejected, track_id?, messages?: [{ code, text }],
// is_number_used? }, or 404 { status: unknown } for a document that has not arrived.
import { z } from 'zod'
import type { SigningCertificate } from '../ecf/certificate.ts'
import type {
  Carrier,
  CarrierDocument,
  CarrierFailure,
  CarrierOutcome,
  SignedFile,
  TaxOfficeDecision,
} from './carrier.ts'
import { sendCarrierRequest, toCarrierFailure } from './send-carrier-request.ts'

const Reply = z.object({
  status: z.enum(['received', 'accepted', 'remarks', 'rejected', 'unknown']),
  track_id: z.string().nullish(),
  messages: z.array(z.object({ code: z.string(), text: z.string() })).default([]),
  is_number_used: z.boolean().nullish(),
})
type Reply = z.infer<typeof Reply>

const timeoutMs = 20_000

export class ProviderCarrier implements Carrier {
  readonly name = 'El proveedor'
  readonly #url: string
  readonly #token: string

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  async submit(document: CarrierDocument, _: SigningCertificate, signal: AbortSignal): Promise<CarrierOutcome> {
    const { environment, taxId, ncf, securityCode, isSummary, xml } = document
    const body = { environment, tax_id: taxId, ncf, security_code: securityCode, is_summary: isSummary, xml }
    const reply = await this.#call('documents', signal, body)
    return 'kind' in reply ? reply : readOutcome(reply)
  }

  async ask(document: CarrierDocument, _: SigningCertificate, signal: AbortSignal): Promise<CarrierOutcome> {
    const { environment, taxId, ncf, securityCode } = document
    const query = new URLSearchParams({ security_code: securityCode })
    const reply = await this.#call(`documents/${environment}/${taxId}/${ncf}?${query}`, signal)
    return 'kind' in reply ? reply : readOutcome(reply)
  }

  annul(file: SignedFile, _: SigningCertificate, signal: AbortSignal): Promise<TaxOfficeDecision | CarrierFailure> {
    return this.#upload('annulments', file, signal)
  }

  approve(file: SignedFile, _: SigningCertificate, signal: AbortSignal): Promise<TaxOfficeDecision | CarrierFailure> {
    return this.#upload('approvals', file, signal)
  }

  async #upload(path: string, { environment, taxId, name, xml }: SignedFile, signal: AbortSignal) {
    const reply = await this.#call(path, signal, { environment, tax_id: taxId, name, xml })
    if ('kind' in reply) return reply
    return readDecision(reply.status === 'received' ? { ...reply, status: 'accepted' } : reply) ?? this.#misread
  }

  get #misread(): CarrierFailure {
    return { kind: 'unclear', reason: 'No se entiende lo que respondió el proveedor.', isGeneral: false }
  }

  async #call(path: string, signal: AbortSignal, body?: object): Promise<Reply | CarrierFailure> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' }
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const answer = await sendCarrierRequest(`${this.#url}/${path}`, request, { name: this.name, timeoutMs, signal })
    if (answer.kind !== 'answered') return answer
    const reply = Reply.safeParse(answer.json)
    const isUsable = answer.status < 300 || answer.status === 400 || answer.status === 404 || answer.status === 422
    return reply.success && isUsable ? reply.data : toCarrierFailure(answer, this.name)
  }
}

function readDecision({ status, messages, is_number_used }: Reply): TaxOfficeDecision | null {
  if (status === 'received' || status === 'unknown') return null
  return { kind: status, messages, isNumberUsed: status === 'rejected' ? (is_number_used ?? null) : true }
}

const readOutcome = (reply: Reply): CarrierOutcome =>
  readDecision(reply) ??
  (reply.status === 'unknown' ? { kind: 'unknown' } : { kind: 'taken', trackId: reply.track_id ?? null })
