// Stores what the carrier answered, and tells administrators of rejections.
import type { CarrierAnswer } from '@torniquete/contract/fiscal/fiscal-documents.ts'
import { fiscalWarningTitles } from '@torniquete/contract/fiscal/warning-titles.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'
import type { CarrierFailure, CarrierMessage, CarrierOutcome, TaxOfficeDecision } from '../do/carrier/carrier.ts'
import { annulUnsentCreditNotes } from '../electronic/queries.ts'
import type { ClaimedAnnulment, ClaimedDocument } from './claim-documents.ts'

const firstRetryMs = 10_000
const longestRetryMs = 15 * 60_000
/** Milliseconds until the carrier is asked about a document that may have arrived, so that it has had time to take it. */
const doubtMs = 30_000
/** Milliseconds until the decision about a document is asked for. DGII usually takes seconds. */
const firstQuestionMs = 3_000

/** Doubles with each attempt. */
const computeBackOffMs = (firstMs: number, attempts: number): number =>
  Math.min(longestRetryMs, firstMs * 2 ** Math.min(attempts - 1, 20))

/** Milliseconds until the next attempt after a carrier did not answer. */
export function computeRetryDelayMs({ kind, afterMs = 0 }: CarrierFailure, attempts: number): number {
  return Math.max(computeBackOffMs(firstRetryMs, attempts), kind === 'unclear' ? doubtMs : 0, afterMs)
}

export interface OutcomeContext {
  gym: number
  now: Date
  /** Name of the carrier, such as `La DGII`. */
  carrier: string
}

export const quoteCarrierMessages = (messages: CarrierMessage[]): string =>
  messages.length === 0 ? '' : `: ${messages.map(({ text }) => `«${text}»`).join(', ')}`

/** Tells people what to do. A number counts as used unless it is certainly free; a credit note then gets another one. */
const adviseAfterRejection = (ncf: string, { isNumberUsed }: TaxOfficeDecision): string => {
  if (isNumberUsed === false) return 'Corrige los datos y reenvíalo: sale con el mismo número.'
  return ncf.startsWith('E34')
    ? 'El número quedó usado. Pulsa Reenviar: la nota sale con otro número.'
    : 'El número quedó usado y no tiene valor fiscal: anula la factura y regístrala de nuevo.'
}

const describeDecision = (decision: TaxOfficeDecision, ncf: string, carrier: string): string => {
  if (decision.kind === 'accepted') return `${carrier} lo aceptó.`
  if (decision.kind === 'remarks') return `${carrier} lo aceptó con observaciones.`
  return `${carrier} lo rechazó. ${adviseAfterRejection(ncf, decision)}`
}

export const makeCarrierAnswer = (
  { now }: OutcomeContext,
  text: string,
  decision?: TaxOfficeDecision,
): CarrierAnswer => ({
  at: now.toISOString(),
  text,
  messages: decision?.messages ?? [],
  is_number_used: decision?.isNumberUsed ?? null,
})

const isDecision = ({ kind }: CarrierOutcome): boolean =>
  kind === 'accepted' || kind === 'remarks' || kind === 'rejected'

/** A later outcome never changes a decision, and without one only the newest attempt may store its outcome. */
export async function recordDocumentOutcome(
  tx: Transaction,
  context: OutcomeContext,
  { id, attempts, isSent, handedAt, ncf, document }: ClaimedDocument,
  outcome: CarrierOutcome,
): Promise<void> {
  const { gym, now, carrier } = context
  const update = (changes: Statement, answer: CarrierAnswer) =>
    tx.run(sql`
      update electronic_receipts set ${changes}, answer = ${JSON.stringify(answer)}
      where gym_id = ${gym} and id = ${id} and status in ('signed', 'sent') and (${isDecision(outcome)} or attempts = ${attempts})`)
  const after = (ms: number) => new Date(now.getTime() + ms)
  switch (outcome.kind) {
    case 'taken': {
      // Attempts begin anew: from now on they count questions.
      const count = isSent ? attempts : 0
      const next = after(computeBackOffMs(firstQuestionMs, count + 1))
      const isNew = !isSent || outcome.trackId !== document?.trackId
      const changes = sql`status = 'sent', track_id = coalesce(${outcome.trackId}, track_id),
        handed_at = case when ${isNew} then ${now} else handed_at end,
        attempts = ${count}::integer, next_attempt_at = ${next}`
      await update(changes, makeCarrierAnswer(context, `${carrier} lo recibió y lo está revisando.`))
      return
    }
    case 'not-sent':
    case 'unclear':
    case 'unknown': {
      const reason: CarrierFailure =
        outcome.kind === 'unknown'
          ? { kind: 'unclear', reason: `${carrier} no da respuesta sobre él.`, isGeneral: false }
          : outcome
      const next = document ? after(computeRetryDelayMs(reason, attempts)) : null
      // A document in doubt stays so, as the carrier may have taken it at an earlier attempt.
      const changes = sql`handed_at = case when ${reason.kind === 'not-sent'} then ${handedAt} else handed_at end, next_attempt_at = ${next}`
      await update(changes, makeCarrierAnswer(context, reason.reason))
      return
    }
    default: {
      const changed = await update(
        sql`status = ${outcome.kind}, track_id = coalesce(${outcome.trackId ?? null}, track_id), handed_at = null, next_attempt_at = null`,
        makeCarrierAnswer(context, describeDecision(outcome, ncf, carrier), outcome),
      )
      if (changed > 0 && outcome.kind === 'rejected') {
        const advice = adviseAfterRejection(ncf, outcome)
        await notify(tx, context, `${carrier} rechazó ${ncf}${quoteCarrierMessages(outcome.messages)}. ${advice}`)
        // Its notes would wait for ever, because there is no document that they could modify.
        if (outcome.isNumberUsed !== false) await annulUnsentCreditNotes(tx, gym, id, now)
      }
    }
  }
}

const notify = (tx: Transaction, { gym, now }: OutcomeContext, message: string): Promise<number> =>
  tx.run(sql`
    insert into notifications (gym_id, title, message, created_at)
    values (${gym}, ${fiscalWarningTitles.rejected}, ${message}, ${now})`)

/** Numbers that are annulled already need no other annulment, unless some of them were used. */
const isAnnulled = ({ messages }: TaxOfficeDecision): boolean =>
  messages.some(({ text }) => /ya (est[aá]n?|fue(ron)?|han? sido) anulad/i.test(text)) &&
  !messages.some(({ text }) => /utilizad/i.test(text))

export async function recordAnnulmentOutcome(
  tx: Transaction,
  context: OutcomeContext,
  { id, attempts }: ClaimedAnnulment,
  outcome: TaxOfficeDecision | CarrierFailure,
): Promise<void> {
  const { gym, now, carrier } = context
  if ('isGeneral' in outcome) {
    const next = new Date(now.getTime() + computeRetryDelayMs(outcome, attempts))
    await tx.run(sql`
      update fiscal_annulments set next_attempt_at = ${next}, answer = ${JSON.stringify(makeCarrierAnswer(context, outcome.reason))}
      where gym_id = ${gym} and id = ${id} and status = 'signed'`)
    return
  }
  const isDone = outcome.kind !== 'rejected' || isAnnulled(outcome)
  const text = isDone ? `${carrier} lo anuló.` : `${carrier} rechazó la anulación.`
  const changed = await tx.maybe<{ numbers: string }>(sql`
    update fiscal_annulments set status = ${isDone ? 'accepted' : 'rejected'}, next_attempt_at = null,
      answer = ${JSON.stringify(makeCarrierAnswer(context, text, outcome))}
    where gym_id = ${gym} and id = ${id} and status = 'signed'
    returning type || lpad(first::text, 10, '0') || case when last > first then ' a ' || type || lpad(last::text, 10, '0') else '' end as numbers`)
  if (changed && !isDone)
    await notify(
      tx,
      context,
      `${carrier} rechazó la anulación de ${changed.numbers}${quoteCarrierMessages(outcome.messages)}. Consulta a tu contador.`,
    )
}
