// Booking calls that a page had sent, without an answer yet, when it was closed or reloaded. The page that is open now retries them
// until the server answers; of several tabs the visible one does so, each call under its own tab lock.

import { needsShift } from './api-error.ts'
import type { BookingCallName } from './booking-calls.ts'
import { call } from './call.ts'
import type { CallArguments } from './call-input.ts'
import {
  completePending,
  forgetPending,
  getLockName,
  isTooOld,
  listPending,
  type Owner,
  type PendingSend,
  readPending,
  storePending,
  watchPending,
} from './pending-send.ts'
import { type RetryState, StillUnanswered, sendUntilAnswered } from './send-until-answered.ts'
import { now } from './server-clock.ts'
import { withTabLock } from './tab-lock.ts'

export type UnansweredCall = {
  entry: PendingSend
} /** It is being sent again; `waiting` says how the person may hurry or stop it. */ & (
  | { state: 'repeating'; waiting: RetryState | null }
  /** The person stopped the retries, or the server refuses (`reason`): inconclusively, or because no cash drawer is open. */
  | { state: 'stopped'; reason: string | null; retry: () => void; discard: () => void }
  /** The server may have forgotten its key by now, so a repeat might book it twice. */
  | { state: 'old'; discard: () => void }
  | { state: 'done'; answer: unknown; close: () => void }
  | { state: 'refused'; reason: string; close: () => void }
)

type Show = (pendingCall: UnansweredCall | null) => void

function repeat({ call: name, params, body, key }: PendingSend): Promise<unknown> {
  // The stored parameters and body are those that were sent with this call.
  const input = [{ params, body, idempotencyKey: key }] as unknown as CallArguments<BookingCallName>
  return call(name, ...input)
}

/** Resolves with the person's choice; null where the page is left first. */
function choice<Chosen>(leaving: AbortSignal, offer: (choose: (chosen: Chosen) => () => void) => void) {
  return new Promise<Chosen | null>((resolve) => {
    const end = (chosen: Chosen | null) => {
      leaving.removeEventListener('abort', leave)
      resolve(chosen)
    }
    const leave = () => end(null)
    leaving.addEventListener('abort', leave)
    offer((chosen) => () => end(chosen))
  })
}

/** Resolves to true if the call may be sent again. Asks the person if they stopped it, or if the server may have forgotten its key. */
async function mayRepeat(entry: PendingSend, reason: string | null, show: Show, leaving: AbortSignal) {
  const old = isTooOld(entry, now().getTime())
  if (!old && !entry.stopped) return true
  const chosen = await choice<'retry' | 'discard'>(leaving, (choose) =>
    show(
      old
        ? { entry, state: 'old', discard: choose('discard') }
        : { entry, state: 'stopped', reason, retry: choose('retry'), discard: choose('discard') },
    ),
  )
  // A call that was certainly not done leaves its draft.
  if (chosen === 'discard') (needsShift(reason) ? forgetPending : completePending)(entry)
  return chosen === 'retry'
}

/** The shift of the cash drawer that is open at this computer, as a part of a body. */
type InShift = () => { id_shift?: number }

interface Following {
  show: Show
  inShift: InShift
}

/** The same in the shift that is open now, under the same key; null where there is no other than it was refused for. */
function inOtherShift(entry: PendingSend, inShift: InShift): PendingSend | null {
  const body: { id_shift?: number } = Object(entry.body) // as it was sent
  const { id_shift = body.id_shift } = inShift()
  return id_shift === body.id_shift ? null : { ...entry, body: { ...body, id_shift } }
}

/** Works on one call until it is answered, discarded, or the page is left. */
async function bringToEnd(first: PendingSend, { show, inShift }: Following, leaving: AbortSignal): Promise<void> {
  let reason: string | null = null
  const close = () => show(null)
  for (let entry = readPending(first); entry; entry = readPending(first)) {
    if (!(await mayRepeat(entry, reason, show, leaving))) return close()
    const sent: PendingSend = { ...entry, stopped: false }
    storePending(sent)
    const report = (waiting: RetryState | null) => show({ entry: sent, state: 'repeating', waiting })
    report(null)
    try {
      const answer = await sendUntilAnswered(sent, () => repeat(sent), { report, leaving, lost: 1, alone: true })
      return show({ entry: sent, state: 'done', answer, close })
    } catch (error) {
      if (leaving.aborted) return close()
      const said = error instanceof Error ? error.message : String(error)
      if (!(error instanceof StillUnanswered)) return show({ entry: sent, state: 'refused', reason: said, close })
      if (error.reason === 'left') return close()
      reason = error.refusal
      // A retry by the person means the drawer that is open now; a retry by itself never moves a call into another shift.
      const mended = entry.stopped && needsShift(reason) ? inOtherShift(sent, inShift) : null
      if (mended) storePending(mended)
    }
  }
}

function untilSeen(leaving: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !leaving.aborted) return
      document.removeEventListener('visibilitychange', look)
      leaving.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    leaving.addEventListener('abort', look)
    look()
  })
}

async function inTurn(entry: PendingSend, following: Following, leaving: AbortSignal): Promise<void> {
  for (let done = false; !done && !leaving.aborted; ) {
    await untilSeen(leaving)
    const work = async () => {
      if (document.hidden) return false
      await bringToEnd(entry, following, leaving)
      return true
    }
    // Rejects when the page is left while another tab holds the lock.
    done = await withTabLock(getLockName(entry), work, leaving).catch(() => true)
  }
}

/** Retries this person's unanswered calls, present and later ones; `publish` gets all of them at each change. Returns what ends it. */
export function watchUnansweredCalls(
  owner: Owner,
  publish: (pendingCalls: readonly UnansweredCall[]) => void,
  inShift: InShift = () => ({}),
): () => void {
  const leaving = new AbortController()
  const shown = new Map<string, UnansweredCall>()
  const taken = new Set<string>()
  const look = () => {
    for (const entry of listPending(owner)) {
      const { key } = entry
      if (taken.has(key)) continue
      taken.add(key)
      const show: Show = (pendingCall) => {
        if (leaving.signal.aborted) return
        if (pendingCall) shown.set(key, pendingCall)
        else shown.delete(key)
        publish([...shown.values()])
      }
      void inTurn(entry, { show, inShift }, leaving.signal).finally(() => taken.delete(key))
    }
  }
  const unwatch = watchPending(look)
  look()
  return () => {
    unwatch()
    leaving.abort()
  }
}
