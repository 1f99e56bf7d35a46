// Retries with exponential back-off until answered. Only calls with an idempotency key are retried.
import { ApiError } from './api-error.ts'

export interface RetryState {
  attempts: number
  /** Reason in the server's last 503; null if the server did not answer. */
  refusal: string | null
  sending: boolean
  retryNow: () => void
  /** Ends the retries: the call fails with its network error, and the form stays open. */
  stop: () => void
}

/** True for errors that are retried: no answer (0), or 502 to 504, for example during a failover. */
const comesAgain = (error: unknown) => error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

export interface RetryOptions {
  isInconclusive?: (error: unknown) => boolean
  /** Stops the retries when its screen is left. */
  leaving?: AbortSignal | undefined
}

/** The pauses between the attempts of one call. `report` gets each state, and null at the end. */
export function createRetryBackoff(
  report: (unanswered: RetryState | null) => void,
  { isInconclusive = comesAgain, leaving }: RetryOptions = {},
) {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  if (leaving?.aborted) stop()
  leaving?.addEventListener('abort', stop)
  let attempts = 0
  return {
    /** Waits before the next attempt. Throws the error if it is conclusive, or if the retries were stopped. */
    pauseAfter: async (error: unknown): Promise<void> => {
      if (!isInconclusive(error) || stopping.signal.aborted) throw error
      attempts += 1
      const refusal = error instanceof ApiError && error.status === 503 ? error.message : null
      await new Promise<void>((resolve) => {
        const retryNow = () => {
          clearTimeout(timer)
          stopping.signal.removeEventListener('abort', retryNow)
          resolve()
        }
        const timer = setTimeout(retryNow, Math.min(1000 * 2 ** (attempts - 1), 30_000))
        stopping.signal.addEventListener('abort', retryNow)
        report({ attempts, refusal, sending: false, retryNow, stop })
      })
      if (stopping.signal.aborted) throw error
      report({ attempts, refusal, sending: true, retryNow: () => undefined, stop })
    },
    end: () => {
      leaving?.removeEventListener('abort', stop)
      report(null)
    },
  }
}

/** Retries until answered, or until the person or `leaving` stops it. */
export async function retryUntilAnswered<Value>(
  attempt: () => Promise<Value>,
  report: (unanswered: RetryState | null) => void,
  options?: RetryOptions,
): Promise<Value> {
  const retries = createRetryBackoff(report, options)
  try {
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        await retries.pauseAfter(error)
      }
    }
  } finally {
    retries.end()
  }
}
