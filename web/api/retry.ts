// Retries a call that got no answer, or none that tells what became of it, with growing delays. Only calls with an idempotency key are retried: the server does
// those once, however often they arrive.
import { ApiError } from './api-error.ts'

export interface RetryState {
  /** How often the call got no answer so far. */
  attempts: number
  /** What the server last said why it did nothing (503); null where nothing came, or what a proxy made up. */
  refusal: string | null
  /** Whether it is being sent again right now, or waits for its turn. */
  sending: boolean
  retryNow: () => void
  /** Gives up: the call fails with its network error, the form stays. */
  stop: () => void
}

const firstDelay = 1000
const longestDelay = 30_000

const delayAfter = (attempts: number) => Math.min(firstDelay * 2 ** (attempts - 1), longestDelay)

function pause(milliseconds: number, report: (retryNow: () => void, stop: () => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), milliseconds)
    const end = (again: boolean) => () => {
      clearTimeout(timer)
      resolve(again)
    }
    report(end(true), end(false))
  })
}

interface RepeatOptions {
  /** Which failures are no answer. */
  isLost?: (error: unknown) => boolean
  /** Aborts when the screen that waits is left; the retry then ends as if the person had stopped it. */
  leaving?: AbortSignal
}

/** None came, or the server, or what stands before it, says to come again: as while another database takes over. */
const comesAgain = (error: unknown) => error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

/** Calls until there is an answer that is one or the person stops it; `report` gets null once it is over. */
export async function retryUnanswered<Value>(
  attempt: () => Promise<Value>,
  report: (unanswered: RetryState | null) => void,
  { isLost = comesAgain, leaving }: RepeatOptions = {},
): Promise<Value> {
  let stopped = leaving?.aborted ?? false
  let wake = () => {}
  const stop = () => {
    stopped = true
    wake()
  }
  leaving?.addEventListener('abort', stop)
  for (let attempts = 1; ; attempts++) {
    try {
      const answer = await attempt()
      leaving?.removeEventListener('abort', stop)
      report(null)
      return answer
    } catch (error) {
      const refusal = error instanceof ApiError && error.status === 503 ? error.message : null
      const again =
        isLost(error) &&
        !stopped &&
        (await pause(delayAfter(attempts), (retryNow, give) => {
          wake = give
          report({ attempts, refusal, sending: false, retryNow, stop })
        }))
      if (!again) {
        leaving?.removeEventListener('abort', stop)
        report(null)
        throw error
      }
      report({ attempts, refusal, sending: true, retryNow: () => undefined, stop })
    }
  }
}
