import { useCallback, useState } from 'react'
import { call } from './call.ts'
import { repeatUnanswered, type Unanswered } from './repeat.ts'

export type Send = typeof call

/** `send` is `call`, but repeats what got no answer (calls with an idempotency key only); `unanswered` is for the screen. */
export function useSend(): { send: Send; unanswered: Unanswered | null } {
  const [unanswered, setUnanswered] = useState<Unanswered | null>(null)
  const send: Send = useCallback((name, ...input) => {
    const attempt = () => call(name, ...input)
    return input[0]?.idempotencyKey ? repeatUnanswered(attempt, setUnanswered) : attempt()
  }, [])
  return { send, unanswered }
}
