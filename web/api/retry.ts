// Retries a call with exponential backoff until it is answered. Only calls with an idempotency key are retried: the server does
// those once, however often they arrive.
import { ApiError } from './api-error.ts'

export interface RetryState {
  /** How often the call got no answer so far. */
  attempts: number
  /** The server's reason for its last 503; null where no answer came, or one of a proxy. */
  refusal: string | null
  /** True while an attempt is under way, false during the delay before the next one. */
  sending: boolean
  retryNow: () => void
  /** Gives up: the call fails with its network error, the form stays. */
  stop: () => void
}

const firstDelay = 1000
const longestDelay = 30_000

const delayAfter = (attempts: number) => Math.min(firstDelay * 2 ** (attempts - 1), longestDelay)

interface RepeatOptions {
  /** Which failures are no answer. */
  isInconclusive?: (error: unknown) => boolean
  /** Aborts when the screen that waits is left; the retry then ends as if the person had stopped it. */
  leaving?: AbortSignal
}

/** No answer (0), or 502 to 504 of the server or its proxy, as while a standby database takes over: the call is retried. */
const comesAgain = (error: unknown) => error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

/** Retries until there is a conclusive answer, or the person stops it; `report` gets the state of the retries, and null at the end. */
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
