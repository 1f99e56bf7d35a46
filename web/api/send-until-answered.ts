// Retries a call with exponential backoff until it is answered. Only calls with an idempotency key are retried: the server does
// those once, however often they arrive. A booking call is kept in local storage meanwhile.
import { ApiError, isInconclusive, needsShift } from './api-error.ts'
import { completePending, forgetPending, type PendingSend, storePending } from './pending-send.ts'

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

/** The call got no answer and this page stopped waiting for one; its entry in local storage stays. */
export class StillUnanswered extends Error {
  /**
   * 'stopped' by the person; 'left': the page or the session that waited is gone, and the notice of unanswered calls takes
   * over, once its owner is there.
   */
  readonly reason: 'stopped' | 'left'
  /** What the server said last, which does not tell what became of the call. */
  readonly refusal: string | null
  constructor(reason: StillUnanswered['reason'], { label }: PendingSend, refusal: string | null = null) {
    super(`${label} quedó sin respuesta y no se sabe si se registró. Queda pendiente en el aviso de esta página.`)
    this.name = 'Sin respuesta'
    this.reason = reason
    this.refusal = refusal
  }
}

const isSessionEnd = (error: unknown) => error instanceof ApiError && error.status === 401

/**
 * Whether a refusal proves that the call was not done. The end of a session (401) proves nothing. Before any answer was
 * lost every other refusal does. Afterwards only 404 and 409 do, which the server gives once it has looked for the key: an
 * earlier attempt may have been done, and the person's right to make the call may have ended since.
 */
const isFinal = (error: unknown, lost: number) =>
  error instanceof ApiError && !isSessionEnd(error) && (lost === 0 || error.status === 404 || error.status === 409)

interface SendOptions {
  report: (unanswered: RetryState | null) => void
  /** Aborts when the screen is left: no further retry, but the attempt under way is still awaited. */
  leaving: AbortSignal
  /** How often it was sent before without an answer. */
  lost?: number
  /** True where no form is open for the call any more: a refusal for want of an open drawer then keeps the entry. */
  alone?: boolean
}

/** Resolves with the server's answer; throws ApiError for its refusal, or StillUnanswered. */
export async function sendUntilAnswered<Value>(
  entry: PendingSend,
  attempt: () => Promise<Value>,
  { report, leaving, lost = 0, alone = false }: SendOptions,
): Promise<Value> {
  const counted = () =>
    attempt().catch((error: unknown) => {
      if (isInconclusive(error)) lost += 1
      throw error
    })
  try {
    const answer = await retryUnanswered(counted, report, { isInconclusive, leaving })
    completePending(entry)
    return answer
  } catch (error) {
    // A session that ended stops nothing: the entry waits for its owner.
    if (isSessionEnd(error) || (isInconclusive(error) && leaving.aborted)) throw new StillUnanswered('left', entry)
    const mended = alone && error instanceof Error && needsShift(error.message)
    if (!isInconclusive(error) && isFinal(error, lost) && !mended) {
      forgetPending(entry)
      throw error
    }
    storePending({ ...entry, stopped: true })
    throw new StillUnanswered(
      'stopped',
      entry,
      isInconclusive(error) || !(error instanceof Error) ? null : error.message,
    )
  }
}
