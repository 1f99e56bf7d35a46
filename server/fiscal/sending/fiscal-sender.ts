// Hands documents to the tax office and stores the outcome. Both are committed separately, so after a crash the row still
// shows the hand-over.
import { setTimeout as pause } from 'node:timers/promises'
import { NamedError } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import type { Services } from '../../services.ts'
import type { Carrier, CarrierFailure, CarrierOutcome, TaxOfficeDecision } from '../do/carrier/carrier.ts'
import type { SigningCertificate } from '../do/ecf/certificate.ts'
import {
  type ClaimedAnnulment,
  type ClaimedDocument,
  claimAnnulments,
  claimDocuments,
  deliveryTimeoutMs,
} from './claim-documents.ts'
import {
  computeRetryDelayMs,
  type OutcomeContext,
  recordAnnulmentOutcome,
  recordDocumentOutcome,
} from './record-outcome.ts'
import {
  type ApprovalOutcome,
  type ClaimedApproval,
  claimApprovals,
  recordApprovalOutcome,
  sendApproval,
} from './send-approvals.ts'

type SenderServices = Pick<Services, 'database' | 'certificates' | 'clock'>

/** Documents of a gym that all servers together send per second. */
const perSecond = 20
/** Pauses of a gym end early, because single documents have longer ones. */
const longestPauseMs = 60_000
const storeAttempts = 5
const storeRetryMs = 2_000

interface Delivery<Outcome extends CarrierOutcome> {
  attempts: number
  deliver: (carrier: Carrier, certificate: SigningCertificate, signal: AbortSignal) => Promise<Outcome>
  record: (tx: Transaction, context: OutcomeContext, outcome: Outcome | CarrierFailure) => Promise<void>
}

export class FiscalSender {
  readonly #services: SenderServices
  readonly #carrier: Carrier
  /** Number of answers that this server got, by kind. */
  readonly tally = new Map<string, number>()

  constructor(services: SenderServices, carrier: Carrier) {
    this.#services = services
    this.#carrier = carrier
  }

  /** Each gym has its own lane. */
  channel = (gym: number) => ({ channel: 'fiscal' as const, turns: `fiscal:${gym}`, perSecond })

  /** Sends up to `count` due documents of a gym at once; returns the milliseconds that the gym must pause. */
  async deliver(gym: number, count: number, signal: AbortSignal): Promise<number> {
    const { database, certificates, clock } = this.#services
    const now = clock()
    const { certificate, documents, annulments, approvals } = await database.write({ gym, user: null }, async (tx) => {
      const found = await certificates.find(tx, gym, now).catch(readRefusal)
      const options = { gym, now, count, certificate: typeof found === 'string' ? null : found }
      const claimed = await claimDocuments(tx, options)
      const rest = { ...options, count: count - claimed.length }
      const annulled = await claimAnnulments(tx, rest)
      const approved = await claimApprovals(tx, { ...rest, count: rest.count - annulled.length })
      return { certificate: found, documents: claimed, annulments: annulled, approvals: approved }
    })
    const session = { gym, certificate, signal }
    const failures = await Promise.all([
      ...documents.map((each) => this.#deliver(session, deliverDocument(each))),
      ...annulments.map((each) => this.#deliver(session, deliverAnnulment(each))),
      ...approvals.map((each) => this.#deliver(session, deliverApproval(each))),
    ])
    // If one document got an answer, others may too.
    const general = failures.filter((each) => each !== null)
    if (failures.length === 0 || general.length < failures.length) return 0
    return Math.min(longestPauseMs, Math.max(...general))
  }

  /** Returns milliseconds to the next attempt if nothing can be sent now, otherwise null. */
  async #deliver<Outcome extends CarrierOutcome>(
    { gym, certificate, signal }: { gym: number; certificate: SigningCertificate | string; signal: AbortSignal },
    { attempts, deliver, record }: Delivery<Outcome>,
  ): Promise<number | null> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(deliveryTimeoutMs)])
    const outcome: Outcome | CarrierFailure =
      typeof certificate === 'string'
        ? { kind: 'not-sent', reason: certificate, isGeneral: true }
        : await deliver(this.#carrier, certificate, limited)
    const failure = 'isGeneral' in outcome ? outcome : null
    // If the server stops, the outcome stays unknown, as after a crash.
    if (signal.aborted && failure) return null
    this.tally.set(outcome.kind, (this.tally.get(outcome.kind) ?? 0) + 1)
    await this.#store(gym, (tx, context) => record(tx, context, outcome))
    return failure?.isGeneral ? computeRetryDelayMs(failure, attempts) : null
  }

  /** Storing is retried, because the outcome must survive a restart of the database. */
  async #store(gym: number, work: (tx: Transaction, context: OutcomeContext) => Promise<void>): Promise<void> {
    const context = { gym, now: this.#services.clock(), carrier: this.#carrier.name }
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#services.database.write({ gym, user: null, allowedOnFullDisk: true }, (tx) =>
          work(tx, context),
        )
      } catch (error) {
        if (attempt === storeAttempts) throw error
        await pause(storeRetryMs)
      }
    }
  }
}

const deliverDocument = (claimed: ClaimedDocument): Delivery<CarrierOutcome> => ({
  attempts: claimed.attempts,
  deliver: async (carrier, certificate, signal) => {
    const { isInDoubt, canSubmit, document } = claimed
    if (!document) return { kind: 'not-sent', reason: 'El comprobante guardado no se puede leer.', isGeneral: false }
    const known = isInDoubt ? await carrier.ask(document, certificate, signal) : null
    // A question delivers nothing, so it must not lengthen the time in which an earlier delivery may have arrived.
    if (known?.kind === 'unclear') return { ...known, kind: 'not-sent' }
    return known && (known.kind !== 'unknown' || !canSubmit) ? known : carrier.submit(document, certificate, signal)
  },
  record: (tx, context, outcome) => recordDocumentOutcome(tx, context, claimed, outcome),
})

const deliverAnnulment = (claimed: ClaimedAnnulment): Delivery<TaxOfficeDecision | CarrierFailure> => ({
  attempts: claimed.attempts,
  deliver: (carrier, certificate, signal) => carrier.annul(claimed.file, certificate, signal),
  record: (tx, context, outcome) => recordAnnulmentOutcome(tx, context, claimed, outcome),
})

const deliverApproval = (claimed: ClaimedApproval): Delivery<ApprovalOutcome> => ({
  attempts: claimed.attempts,
  deliver: (...session) => sendApproval(claimed, ...session),
  record: (tx, context, outcome) => recordApprovalOutcome(tx, context, claimed, outcome),
})

/** Text of the reason for which there is no certificate. */
function readRefusal(error: unknown): string {
  if (error instanceof NamedError) return error.message
  throw error
}
