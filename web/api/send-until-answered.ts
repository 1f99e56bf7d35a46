// Sends a call again until it is answered, with growing delays. Only calls with an idempotency key are sent again: the server
// does those once, however often they arrive. One that moves money or stock is kept in local storage meanwhile.
import { ApiError, isInconclusive, needsShift } from './api-error.ts'
import { completePending, forgetPending, type PendingSend, storePending } from './pending-send.ts'

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

interface RepeatOptions {
  /** Which failures are no answer. */
  isInconclusive?: (error: unknown) => boolean
  /** Aborts when the screen that waits is left; the retry then ends as if the person had stopped it. */
  leaving?: AbortSignal
}

/** None came, or the server, or what stands before it, says to come again: as while another database takes over. */
const comesAgain = (error: unknown) => error instanceof ApiError && [0, 502, 503, 504].includes(error.status)

/** Calls until there is an answer that is one or the person stops it; `report` gets null once it is over. */
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
  /** Whoever waits leaves; what is being sent is still awaited. */
  leaving: AbortSignal
  /** How often it was sent before without an answer. */
  lost?: number
  /** No form holds it any more: what an open drawer mends stays. */
  alone?: boolean
}

/** Answers what the server answered, or throws its refusal, or StillUnanswered. */
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
