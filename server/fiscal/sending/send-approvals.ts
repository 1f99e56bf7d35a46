// Sends approvals and rejections of received documents: to the tax office, then to the issuer.
import { fiscalWarningTitles } from '@torniquete/contract/fiscal/warning-titles.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Carrier, CarrierFailure, SignedApproval, TaxOfficeDecision } from '../do/carrier/carrier.ts'
import type { SigningCertificate } from '../do/ecf/certificate.ts'
import type { FiscalEnvironment } from '../do/ecf/qr.ts'
import { addMs, type ClaimOptions, claimLeaseMs } from './claim-documents.ts'
import { computeRetryDelayMs, makeCarrierAnswer, type OutcomeContext, quoteCarrierMessages } from './record-outcome.ts'

/** An issuer that cannot be reached for so long gets no approval; the tax office has it. */
const givenUpAfterMs = 3 * 24 * 3_600_000

export interface ClaimedApproval {
  id: number
  attempts: number
  approvedAt: Date
  /** True if the tax office has the approval. */
  isReported: boolean
  approval: SignedApproval
}

/** `isReported` tells that the tax office took the approval, whatever the issuer answered. */
export type ApprovalOutcome = (TaxOfficeDecision | CarrierFailure) & { isReported?: boolean }

interface Row {
  id: number
  attempts: number
  approved_at: string
  is_reported: boolean
  ncf: string
  issuer: string
  buyer: string
  environment: FiscalEnvironment
  xml: string
}

/** Repeating an approval is harmless, so no question comes before. */
export async function claimApprovals(tx: Transaction, { gym, now, count }: ClaimOptions): Promise<ClaimedApproval[]> {
  const rows = await tx.many<Row>(sql`
    with due as (
      select d.id from received_documents d where d.gym_id = ${gym} and d.next_attempt_at <= ${now}
      order by d.id limit ${count}::integer for update skip locked)
    update received_documents d set attempts = d.attempts + 1, next_attempt_at = ${addMs(now, claimLeaseMs)}
    from due where d.gym_id = ${gym} and d.id = due.id
    returning d.id, d.attempts, d.approved_at, d.reported_at is not null as is_reported, d.ncf, d.tax_id as issuer,
      substring(d.approval_xml from '<RNCComprador>(\\d+)<') as buyer, d.environment, d.approval_xml as xml`)
  return rows.map(({ id, attempts, approved_at, is_reported, ncf, issuer, buyer, environment, xml }) => ({
    id,
    attempts,
    approvedAt: new Date(approved_at),
    isReported: is_reported,
    approval: { environment, taxId: buyer, issuerTaxId: issuer, name: `${buyer}${ncf}.xml`, xml },
  }))
}

export async function sendApproval(
  { approval, isReported }: ClaimedApproval,
  ...[carrier, certificate, signal]: [carrier: Carrier, certificate: SigningCertificate, signal: AbortSignal]
): Promise<ApprovalOutcome> {
  // The tax office comes first, because it refuses an approval of a document that it does not know.
  const decision = isReported ? null : await carrier.approve(approval, certificate, signal)
  if (decision && (decision.kind === 'rejected' || 'isGeneral' in decision)) return decision
  const forwarded = await carrier.forward?.(approval, certificate, signal)
  const accepted: TaxOfficeDecision = { kind: 'accepted', messages: [], isNumberUsed: null }
  return { ...(forwarded ?? decision ?? accepted), isReported: true }
}

/** A later outcome never changes an answer, and without one only the newest attempt may store its outcome. */
export async function recordApprovalOutcome(
  tx: Transaction,
  context: OutcomeContext,
  { id, attempts, approvedAt }: ClaimedApproval,
  outcome: ApprovalOutcome,
): Promise<void> {
  const { gym, now } = context
  const isAnswered = !('isGeneral' in outcome)
  const isSent = isAnswered ? outcome.kind !== 'rejected' : outcome.isReported === true
  const isGivenUp = now.getTime() - approvedAt.getTime() > givenUpAfterMs
  const next = isAnswered || isGivenUp ? null : addMs(now, computeRetryDelayMs(outcome, attempts))
  const text = isAnswered
    ? `${isSent ? 'Enviado' : 'No se aceptó'}${quoteCarrierMessages(outcome.messages)}.`
    : outcome.reason
  const changed = await tx.run(sql`
    update received_documents set next_attempt_at = ${next}, answer = ${JSON.stringify(makeCarrierAnswer(context, text))},
      reported_at = case when ${outcome.isReported === true} then coalesce(reported_at, ${now}) else reported_at end,
      approval_sent_at = case when ${isSent} then coalesce(approval_sent_at, ${now}) else approval_sent_at end
    where gym_id = ${gym} and id = ${id} and next_attempt_at is not null and (${isAnswered} or attempts = ${attempts})`)
  if (changed > 0 && next === null)
    await tx.run(sql`
      insert into notifications (gym_id, title, message, created_at)
      select ${gym}, ${fiscalWarningTitles.approvalFailed}, format('Tu respuesta a %s de %s no llegó. %s Responde otra vez, o avisa tú al proveedor.', ncf, legal_name, ${text}::text), ${now}
      from received_documents where gym_id = ${gym} and id = ${id} and approval_sent_at is null`)
}
