// Retries with exponential back-off until answered. Only calls with an idempotency key are retried.
import { ApiError } from './api-error.ts'

export interface RetryState {
  attempts: number
  /** The server's reason in its last 503; null without an answer from it. */
  refusal: string | null
  sending: boolean
  retryNow: () => void
  /** Gives up: the call fails with its network error, the form stays. */
  stop: () => void
}

const firstDelay = 1000
const longestDelay = 30_000

const delayAfter = (attempts: number) => Math.min(firstDelay * 2 ** (attempts - 1), longestDelay)

interface RepeatOptions {
  isInconclusive?: (error: unknown) => boolean
  /** Aborts when the screen is left; the retry ends as if stopped by the person. */
  leaving?: AbortSignal
}

/** No answer (0), or 502 to 504, for example during a failover. */
const comesAgain = (error: unknown) => error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

/** Retries until a conclusive answer or the person's stop; `report` gets each state, and null at the end. */
export async function retryUnanswered<Value>(
  attempt: () => Promise<Value>,
  report: (unanswered: RetryState | null) => void,
  { isInconclusive = comesAgain, leaving }: RepeatOptions = {},
): Promise<Value> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  if (leaving?.aborted) stop()
  leaving?.addEventListener('abort', stop)
  try {
    for (let attempts = 1; ; attempts++) {
      try {
        return await attempt()
      } catch (error) {
        if (!isInconclusive(error) || stopping.signal.aborted) throw error
        const refusal = error instanceof ApiError && error.status === 503 ? error.message : null
        await new Promise<void>((resolve) => {
          const retryNow = () => {
            clearTimeout(timer)
            stopping.signal.removeEventListener('abort', retryNow)
            resolve()
          }
          const timer = setTimeout(retryNow, delayAfter(attempts))
          stopping.signal.addEventListener('abort', retryNow)
          report({ attempts, refusal, sending: false, retryNow, stop })
        })
        if (stopping.signal.aborted) throw error
        report({ attempts, refusal, sending: true, retryNow: () => undefined, stop })
      }
    }
  } finally {
    leaving?.removeEventListener('abort', stop)
    report(null)
  }
}
