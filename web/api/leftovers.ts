// What a page that is gone left unanswered, brought to its end by the page that is open now: one tab works on each, the
// one that is looked at.
import { call } from './call.ts'
import type { CallArguments } from './call-input.ts'
import { exclusively } from './exclusive.ts'
import {
  closePending,
  isTooOld,
  keepPending,
  type Owner,
  type PendingSend,
  pendingOf,
  readPending,
  turnOf,
  watchPending,
} from './pending-send.ts'
import type { Unanswered } from './repeat.ts'
import { now } from './server-clock.ts'
import { settle, Unsettled } from './settle.ts'
import type { TillCallName } from './till-calls.ts'

export type Leftover = {
  entry: PendingSend
} /** It is being sent again; `waiting` says how the person may hurry or stop it. */ & (
  | { state: 'repeating'; waiting: Unanswered | null }
  /** The person gave up, or the server refuses without saying what became of it (`reason`). */
  | { state: 'stopped'; reason: string | null; retry: () => void; discard: () => void }
  /** Its key may be forgotten: a repeat might do it twice. */
  | { state: 'old'; discard: () => void }
  | { state: 'done'; answer: unknown; close: () => void }
  | { state: 'refused'; reason: string; close: () => void }
)

type Show = (leftover: Leftover | null) => void

function repeat({ call: name, params, body, key }: PendingSend): Promise<unknown> {
  // What was kept is what was sent with this name.
  const input = [{ params, body, idempotencyKey: key }] as unknown as CallArguments<TillCallName>
  return call(name, ...input)
}

/** Resolves with what the person chose; null where the page is left first. */
function choice<Chosen>(leaving: AbortSignal, offer: (choose: (chosen: Chosen) => () => void) => void) {
  return new Promise<Chosen | null>((resolve) => {
    leaving.addEventListener('abort', () => resolve(null))
    offer((chosen) => () => resolve(chosen))
  })
}

/** Whether it may be sent again: the person is asked where it may not go by itself. */
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
  if (chosen === 'discard') closePending(entry)
  return chosen === 'retry'
}

/** Works on one entry until it is settled, discarded, or the page is left. */
async function bringToEnd(first: PendingSend, show: Show, leaving: AbortSignal): Promise<void> {
  let reason: string | null = null
  const close = () => show(null)
  for (let entry = readPending(first); entry; entry = readPending(first)) {
    if (!(await mayRepeat(entry, reason, show, leaving))) return close()
    const sent: PendingSend = { ...entry, stopped: false }
    keepPending(sent)
    const report = (waiting: Unanswered | null) => show({ entry: sent, state: 'repeating', waiting })
    report(null)
    try {
      const answer = await settle(sent, () => repeat(sent), { report, leaving, lost: 1 })
      return show({ entry: sent, state: 'done', answer, close })
    } catch (error) {
      if (leaving.aborted) return close()
      const said = error instanceof Error ? error.message : String(error)
      if (!(error instanceof Unsettled)) return show({ entry: sent, state: 'refused', reason: said, close })
      if (error.reason === 'left') return close()
      reason = error.refusal
    }
  }
}

function untilSeen(leaving: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!document.hidden || leaving.aborted) resolve()
    }
    document.addEventListener('visibilitychange', look, { signal: leaving })
    leaving.addEventListener('abort', look)
    look()
  })
}

async function inTurn(entry: PendingSend, show: Show, leaving: AbortSignal): Promise<void> {
  for (let done = false; !done && !leaving.aborted; ) {
    await untilSeen(leaving)
    const work = async () => {
      if (document.hidden) return false
      await bringToEnd(entry, show, leaving)
      return true
    }
    // Rejects when the page is left while another tab has the turn.
    done = await exclusively(turnOf(entry), work, leaving).catch(() => true)
  }
}

/** Brings to their end whatever this person's calls are left, now and later; `publish` gets them all at each change. */
export function watchLeftovers(owner: Owner, publish: (leftovers: readonly Leftover[]) => void): () => void {
  const leaving = new AbortController()
  const shown = new Map<string, Leftover>()
  const taken = new Set<string>()
  const look = () => {
    for (const entry of pendingOf(owner)) {
      const { key } = entry
      if (taken.has(key)) continue
      taken.add(key)
      const show: Show = (leftover) => {
        if (leaving.signal.aborted) return
        if (leftover) shown.set(key, leftover)
        else shown.delete(key)
        publish([...shown.values()])
      }
      void inTurn(entry, show, leaving.signal).finally(() => taken.delete(key))
    }
  }
  const unwatch = watchPending(look)
  look()
  return () => {
    unwatch()
    leaving.abort()
  }
}
