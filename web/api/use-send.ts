import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from './call.ts'
import { exclusively } from './exclusive.ts'
import { keepPending, type PendingSend, turnOf } from './pending-send.ts'
import { repeatUnanswered, type Unanswered } from './repeat.ts'
import { now } from './server-clock.ts'
import { settle } from './settle.ts'
import { isTillCall } from './till-calls.ts'
import { readToken } from './token.ts'
import { readSubject } from './token-subject.ts'

export type Send = typeof call

/** What of a call is kept; null where nobody's till is concerned. */
function entryOf(name: string, input: Partial<PendingSend> & { idempotencyKey?: string }): PendingSend | null {
  const { idempotencyKey: key, label, params, body } = input
  const owner = readSubject(readToken() ?? '')
  if (!key || !label || !isTillCall(name) || !owner?.id_gym) return null
  return { call: name, key, params, body, label, gym: owner.id_gym, user: owner.id_user, at: now().getTime() }
}

/** Asks before the page is closed, where only the page knows of the call. */
function guardPage(): () => void {
  const ask = (event: Event) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}

/**
 * `send` is `call`, but repeats what got no answer (calls with an idempotency key only), and keeps calls with a `label`
 * until they are answered, also over a reload; `unanswered` is for the screen. When the screen is left, what is still
 * unanswered becomes the matter of the notice of pending sales.
 */
export function useSend(): { send: Send; unanswered: Unanswered | null } {
  const [unanswered, setUnanswered] = useState<Unanswered | null>(null)
  const screen = useRef(new AbortController())
  useEffect(() => {
    // Effects may run twice: what was left is back.
    if (screen.current.signal.aborted) screen.current = new AbortController()
    return () => screen.current.abort()
  }, [])
  const send: Send = useCallback((name, ...input) => {
    const attempt = () => call(name, ...input)
    const given = input[0]
    if (!given?.idempotencyKey) return attempt()
    const entry = entryOf(name, given)
    if (!entry) return repeatUnanswered(attempt, setUnanswered)
    return exclusively(turnOf(entry), async () => {
      const release = keepPending(entry) ? null : guardPage()
      const settling = { report: setUnanswered, leaving: screen.current.signal }
      return settle(entry, attempt, settling).finally(() => release?.())
    })
  }, [])
  return { send, unanswered }
}
