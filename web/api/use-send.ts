import { callRows } from '@torniquete/contract/call-rows.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isBookingCall } from './booking-calls.ts'
import { call } from './call.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { getLockName, type PendingSend, storePending } from './pending-send.ts'
import { listChangedAreas } from './refresh.ts'
import { type RetryState, retryUnanswered, sendUntilAnswered } from './send-until-answered.ts'
import { now } from './server-clock.ts'
import { withTabLock } from './tab-lock.ts'
import { readToken } from './token.ts'
import { readSubject } from './token-subject.ts'

export type Send = typeof call

const ownerNow = () => readSubject(readToken())

/** The entry of local storage for a booking call; null for any other call, or where no user of a gym is signed in. */
function entryOf(name: string, key: string, input: Partial<PendingSend>): PendingSend | null {
  const { label, params, body, draft } = input
  const owner = ownerNow()
  if (!label || !isBookingCall(name) || !owner?.id_gym) return null
  return { call: name, key, params, body, label, draft, gym: owner.id_gym, user: owner.id_user, at: now().getTime() }
}

/** Asks before the page is closed, where the call could not be stored and only this page knows of it. */
function guardPage(): () => void {
  const ask = (event: Event) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}

interface Sending {
  /**
   * `call` with the form's idempotency key where the call takes one. Such a call is retried until it is answered; a booking
   * call with a `label` is stored until then, also over a reload. When the screen is left, the notice of unanswered calls
   * goes on with a stored call; any other is no longer retried.
   */
  send: Send
  /** The state of the retries, for the screen; null while there are none. */
  unanswered: RetryState | null
  /** The areas that the calls sent since the last `touched()` change. */
  touched: () => readonly string[]
  /** Makes a new idempotency key: the next call is another act than the last. */
  renewKey: () => void
}

export function useSend(repeats = true): Sending {
  const [unanswered, setUnanswered] = useState<RetryState | null>(null)
  const formKey = useRef(newIdempotencyKey())
  const sent = useRef(new Set<string>())
  const screen = useRef(new AbortController())
  useEffect(() => {
    // Effects may run twice: what was left is back.
    if (screen.current.signal.aborted) screen.current = new AbortController()
    return () => screen.current.abort()
  }, [])
  const send: Send = useCallback(
    (name, ...input) => {
      for (const area of listChangedAreas(name)) sent.current.add(area)
      if (!callRows[name].keyed) return call(name, ...input)
      const key = input[0]?.idempotencyKey ?? formKey.current
      // The conditional type of the input cannot be resolved here; a key is one of its optional settings.
      const keyed = [{ ...input[0], idempotencyKey: key }] as unknown as typeof input
      const attempt = () => call(name, ...keyed)
      const entry = entryOf(name, key, { ...input[0] })
      const leaving = screen.current.signal
      if (!entry && !repeats) return attempt()
      if (!entry) return retryUnanswered(attempt, setUnanswered, { leaving })
      const answered = withTabLock(getLockName(entry), async () => {
        const release = storePending(entry) ? null : guardPage()
        return sendUntilAnswered(entry, attempt, { report: setUnanswered, leaving }).finally(() => release?.())
      })
      // Stored before the lock is held, for the page may be closed; after it was requested, so that no other tab gets it first.
      storePending(entry)
      return answered
    },
    [repeats],
  )
  const touched = useCallback(() => {
    const areas = [...sent.current]
    sent.current.clear()
    return areas
  }, [])
  const renewKey = useCallback(() => {
    formKey.current = newIdempotencyKey()
  }, [])
  return { send, unanswered, touched, renewKey }
}
