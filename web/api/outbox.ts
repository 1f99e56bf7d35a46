// The outbox: each booking call stays in local storage from before its first attempt until its answer. Another tab
// repeats the calls of a silent page, which is harmless because of the idempotency key.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { idempotencyKeyReusedText, routeMissingText } from '@torniquete/contract/shared/repeated-call-texts.ts'
import { ApiError, isOutcomeUnknown, isSessionEndedError, isShiftMissingMessage } from './api-error.ts'
import { callWithGenericName, makeIdempotencyKey } from './call.ts'
import type { CallInput } from './call-input.ts'
import { invalidateAreas, listAreasChangedByCall } from './invalidate-areas.ts'
import { compareByTime, makeLocalEntries, parseStoredJson, storeJson } from './local-storage-entries.ts'
import { isOutboxCall, type OutboxCallName } from './outbox-calls.ts'
import { queryClient } from './query-client.ts'
import { createRetryBackoff, type RetryState } from './retry.ts'
import { now } from './server-clock.ts'
import { getPageHolder, readToken } from './session-token.ts'
import { readTokenSubject } from './token-subject.ts'

export interface GymUserIds {
  gym: number
  user: number
}

export interface PendingCall extends GymUserIds {
  call: OutboxCallName
  key: string
  params?: unknown
  body: unknown
  /** Label of the call, used as the subject of a Spanish sentence: 'La venta a José por $ 350.00'. */
  label: string
  /** Storage key of the form draft that the call sends; the draft is kept until the answer. */
  draft?: string | undefined
  /** Time of the first attempt, in milliseconds since 1970 by the server's clock. */
  at: number
  /** Set if the retries ended without a known outcome: stopped by the person (`reason` null) or refused. */
  stopped?: { reason: string | null }
  /** Reason of a final refusal that came after the form was closed. The entry stays until the person has read it. */
  refused?: string
  /** The page that sends the call. Other tabs do not send it before `until` (milliseconds since 1970, local clock). */
  sender?: { page: string; until: number }
}

export type OutboxNoticeCall = { entry: PendingCall } & (
  | { state: 'repeating'; retry: RetryState | null }
  | { state: 'stopped'; reason: string | null }
  /** State of a call whose key the server may have forgotten, so that a repeat might book it twice. */
  | { state: 'old' }
  | { state: 'done'; answer: unknown }
  | { state: 'refused'; reason: string }
)

/** Thrown when the retries end without a conclusive answer; the call's entry stays in the outbox. */
export class RetriesEndedError extends Error {
  /** 'left': form or session ended, and the notice of unanswered calls continues. 'stopped': any other end. */
  readonly reason: 'stopped' | 'left'
  constructor(reason: RetriesEndedError['reason'], { label }: PendingCall) {
    super(`${label} quedó sin respuesta y no se sabe si se registró. Queda pendiente en el aviso de esta página.`)
    this.name = 'Sin respuesta'
    this.reason = reason
  }
}

const prefix = 'pending:'
/** Milliseconds in which a call may be repeated. The server forgets keys after 7 days; clocks may be a day off. */
const repeatable = 6 * 86_400_000
/** Milliseconds after an attempt in which its page ends the call or tries again; then other tabs may send it. */
const longestSilence = 45_000

const folderOf = ({ gym, user }: GymUserIds) => `${prefix}${gym}:${user}:`
const nameOf = (entry: GymUserIds & Pick<PendingCall, 'key'>) => folderOf(entry) + entry.key

const stored = makeLocalEntries<PendingCall>(
  prefix,
  ({ call, key, label, at }) =>
    typeof call === 'string' &&
    isOutboxCall(call) &&
    typeof key === 'string' &&
    typeof label === 'string' &&
    typeof at === 'number',
)

export const watchOutbox = stored.watch
export const getOutboxRevision = stored.revision

/** Entries that did not fit into local storage, by entry name; only this page knows them. */
const unstored = new Map<string, PendingCall>()
const askBeforeUnload = (event: Event) => event.preventDefault()

function keepEntry(entry: PendingCall): void {
  const name = nameOf(entry)
  if (stored.keep(name, entry)) unstored.delete(name)
  else unstored.set(name, entry)
  if (unstored.size > 0) window.addEventListener('beforeunload', askBeforeUnload)
  else window.removeEventListener('beforeunload', askBeforeUnload)
}

function forgetEntry(entry: GymUserIds & Pick<PendingCall, 'key'>): void {
  unstored.delete(nameOf(entry))
  if (unstored.size === 0) window.removeEventListener('beforeunload', askBeforeUnload)
  stored.forget(nameOf(entry))
}

function listEntries(owner: GymUserIds): PendingCall[] {
  const inMemory = [...unstored].filter(([name]) => name.startsWith(folderOf(owner))).map(([, entry]) => entry)
  const inStorage = stored.readIn(folderOf(owner)).filter((entry) => !unstored.has(nameOf(entry)))
  return [...inStorage, ...inMemory].sort(compareByTime)
}

/** The user's unanswered calls in this gym, oldest first; unreadable entries are skipped. */
export const listPendingCalls = (owner: GymUserIds): PendingCall[] =>
  listEntries(owner).filter(({ refused }) => !refused)

export function isCallPending(owner: GymUserIds, key: string): boolean {
  const name = nameOf({ ...owner, key })
  const entry = unstored.get(name) ?? stored.readAt(name)
  return entry !== null && !entry.refused
}

// Tests that run this code in Node have no window.
const atLoad = globalThis.window ? stored.namesIn().filter(stored.readAt) : []

/** True if this user had unanswered calls when the page loaded; these calls may have been answered later. */
export const hadPendingCallsAtLoad = (owner: GymUserIds): boolean =>
  atLoad.some((name) => name.startsWith(folderOf(owner)))

const page = makeIdempotencyKey()

interface Sending {
  entry: PendingCall
  /** True while the form is open and shows retries and outcome itself. */
  inForm: boolean
  retry: RetryState | null
  outcome?: { answer: unknown }
}

/** Thrown instead of another attempt if another tab removed the entry or the server may have forgotten the key. */
class NotSentAgain extends Error {}

const sendings = new Map<string, Sending>()

const isTooOld = ({ at }: PendingCall): boolean => now().getTime() - at > repeatable

/** True while another page sends the call. A mark too far in the future, from before a clock change, is ignored. */
function isSentElsewhere({ sender }: PendingCall): boolean {
  const left = (sender?.until ?? 0) - Date.now()
  return sender?.page !== page && left > 0 && left <= longestSilence
}

function isSignedIn({ gym, user }: GymUserIds): boolean {
  const subject = getPageHolder() ?? readTokenSubject(readToken())
  return subject?.id_gym === gym && subject.id_user === user
}

// True if the refusal proves that nothing was booked. After a lost answer only 404 and 409 prove it, because the server
// sends them after checking the key. A proxy's answer proves nothing, and a reused key proves that it was booked.
function isFinal(error: Error, lost: number): boolean {
  if (!(error instanceof ApiError) || isOutcomeUnknown(error)) return false
  if (lost === 0) return true
  const isOwn = error.isExplained && error.message !== routeMissingText && error.message !== idempotencyKeyReusedText
  return isOwn && (error.status === 404 || error.status === 409)
}

/** True if the call names its shift in the body. Calls with the shift in the path cannot move to another shift. */
const takesShiftInBody = (name: OutboxCallName) => !name.startsWith('cash-shifts.')

/** Keeps the draft of a refused call for another day. */
function renewDraft(name: string | undefined): void {
  const draft =
    name === undefined
      ? null
      : parseStoredJson<{ at: number }>(localStorage.getItem(name), ({ at }) => at !== undefined)
  if (name !== undefined && draft) storeJson('localStorage', name, { ...draft, at: now().getTime() })
}

interface OpenForm {
  report: (retry: RetryState | null) => void
  /** Aborted when the form closes; the notice of unanswered calls then continues the retries. */
  leaving: AbortSignal
}

/**
 * Sends a booking call until it is answered; `form` is null for a call of the notice.
 * Throws ApiError for a refusal, or RetriesEndedError.
 */
export async function sendUntilAnswered(entry: PendingCall, form: OpenForm | null): Promise<unknown> {
  const { call: name, params, body, key, draft } = entry
  // The cast is safe: the entry stores the parameters and body of exactly this call.
  const input = { params, body, idempotencyKey: key } as unknown as CallInput<OutboxCallName>
  const sending: Sending = { entry, inForm: form !== null, retry: null }
  const report = (retry: RetryState | null) => {
    sending.retry = retry
    if (form) form.report(retry)
    else stored.announce()
  }
  const retries = createRetryBackoff(report, { isInconclusive: isOutcomeUnknown, leaving: form?.leaving })
  let lost = form ? 0 : 1
  sendings.set(key, sending)
  try {
    let answer: unknown
    for (let isKept = false; ; isKept = true) {
      // A call is sent only by the user who made it.
      if (!isSignedIn(entry)) throw new ApiError(401, 'Sesión terminada')
      // Checked before each attempt: while this page was suspended, another tab may have completed the call.
      if ((isKept && !isCallPending(entry, key)) || (lost > 0 && isTooOld(entry))) throw new NotSentAgain()
      keepEntry({ ...entry, sender: { page, until: Date.now() + longestSilence } })
      try {
        answer = await callWithGenericName(name, input)
        break
      } catch (error) {
        if (isOutcomeUnknown(error)) lost += 1
        await retries.pauseAfter(error)
      }
    }
    if (form) sendings.delete(key)
    else {
      sending.outcome = { answer }
      invalidateAreas(queryClient, listAreasChangedByCall(name))
    }
    if (draft) localStorage.removeItem(draft)
    forgetEntry(entry)
    return answer
  } catch (problem) {
    const error = problem instanceof Error ? problem : new Error(String(problem))
    throw endDelivery(sending, error, { lost, isLeft: form?.leaving.aborted ?? false })
  } finally {
    retries.end()
  }
}

/** Stores what became of a call without an answer; returns the error for its form. */
function endDelivery(
  { entry, inForm }: Sending,
  error: Error,
  { lost, isLeft }: { lost: number; isLeft: boolean },
): Error {
  sendings.delete(entry.key)
  if (error instanceof NotSentAgain) stored.announce()
  else if (isSessionEndedError(error)) keepEntry(entry)
  else if (isLeft && isOutcomeUnknown(error)) {
    deliverAlone(entry)
    stored.announce()
  } else {
    // Only a call without an open form waits for an open drawer: a form shows the refusal and can send again.
    const waitsForShift = !inForm && isShiftMissingMessage(error.message) && takesShiftInBody(entry.call)
    if (!isFinal(error, lost) || waitsForShift) {
      keepEntry({ ...entry, stopped: { reason: isOutcomeUnknown(error) ? null : error.message } })
      return new RetriesEndedError('stopped', entry)
    }
    renewDraft(entry.draft)
    if (inForm) forgetEntry(entry)
    else {
      keepEntry({ ...entry, refused: error.message })
      invalidateAreas(queryClient, listAreasChangedByCall(entry.call))
    }
    return error
  }
  return new RetriesEndedError('left', entry)
}

function deliverAlone(entry: PendingCall): void {
  sendUntilAnswered(entry, null).catch(() => undefined)
}

/** Sends the user's calls whose page is closed or silent. Only the visible tab does this. */
export function resumePendingCalls(owner: GymUserIds): void {
  if (document.hidden || !isSignedIn(owner)) return
  for (const entry of listPendingCalls(owner))
    if (!entry.stopped && !sendings.has(entry.key) && !isTooOld(entry) && !isSentElsewhere(entry)) deliverAlone(entry)
}

/** Repeats a stopped call. A call refused because no drawer was open moves to the current shift. */
export function retryStoppedCall({ stopped, ...entry }: PendingCall, shift: { id_shift?: number }): void {
  const isMoved = stopped && isShiftMissingMessage(stopped.reason)
  deliverAlone(isMoved ? { ...entry, body: { ...Object(entry.body), ...shift } } : entry)
}

/** Removes a call from the notice. Also deletes its draft if the call may have been booked. */
export function dismissOutboxNoticeCall(shown: OutboxNoticeCall): void {
  const { entry, state } = shown
  const isDoubtful = state === 'old' || (state === 'stopped' && !isShiftMissingMessage(shown.reason))
  if (isDoubtful && entry.draft) localStorage.removeItem(entry.draft)
  sendings.delete(entry.key)
  forgetEntry(entry)
}

function describe(entry: PendingCall): OutboxNoticeCall[] {
  const sending = sendings.get(entry.key)
  if (sending?.outcome) return [{ entry, state: 'done', ...sending.outcome }]
  if (entry.refused) return [{ entry, state: 'refused', reason: entry.refused }]
  if (sending) return sending.inForm ? [] : [{ entry, state: 'repeating', retry: sending.retry }]
  if (isTooOld(entry)) return [{ entry, state: 'old' }]
  return entry.stopped ? [{ entry, state: 'stopped', reason: entry.stopped.reason }] : []
}

export function listOutboxNoticeCalls(owner: GymUserIds): OutboxNoticeCall[] {
  const answered = [...sendings.values()].filter(
    ({ entry, outcome }) => outcome && nameOf(entry).startsWith(folderOf(owner)),
  )
  return [...listEntries(owner), ...answered.map(({ entry }) => entry)].sort(compareByTime).flatMap(describe)
}

/** Makes the outbox entry of a call that moves money or stock; null for any other call. */
export function makePendingCall(name: EndpointName, input: Partial<PendingCall>, key: string): PendingCall | null {
  const { label, params, body, draft } = input
  const subject = readTokenSubject(readToken())
  if (!label || !isOutboxCall(name) || !subject?.id_gym) return null
  const { id_gym: gym, id_user: user } = subject
  return { call: name, key, params, body, label, draft, gym, user, at: now().getTime() }
}

// When this page closes, other tabs may continue its calls at once.
globalThis.window?.addEventListener('pagehide', () => {
  for (const { entry } of sendings.values()) if (isCallPending(entry, entry.key)) keepEntry(entry)
})
