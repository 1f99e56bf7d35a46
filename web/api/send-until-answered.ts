// Sends a call that moves money or stock again and again, until the server has said what became of it.
import { ApiError, isLost } from './api-error.ts'
import { closePending, forgetPending, keepPending, type PendingSend } from './pending-send.ts'
import { type RetryState, retryUnanswered } from './retry.ts'

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

interface Settling {
  report: (unanswered: RetryState | null) => void
  /** Whoever waits leaves; what is being sent is still awaited. */
  leaving: AbortSignal
  /** How often it was sent before without an answer. */
  lost?: number
}

/** Answers what the server answered, or throws its refusal, or StillUnanswered. */
export async function sendUntilAnswered<Value>(
  entry: PendingSend,
  attempt: () => Promise<Value>,
  { report, leaving, lost = 0 }: Settling,
): Promise<Value> {
  const counted = () =>
    attempt().catch((error: unknown) => {
      if (isLost(error)) lost += 1
      throw error
    })
  try {
    const answer = await retryUnanswered(counted, report, { isLost, leaving })
    closePending(entry)
    return answer
  } catch (error) {
    // A session that ended stops nothing: the entry waits for its owner.
    if (isSessionEnd(error) || (isLost(error) && leaving.aborted)) throw new StillUnanswered('left', entry)
    if (!isLost(error) && isFinal(error, lost)) {
      forgetPending(entry)
      throw error
    }
    keepPending({ ...entry, stopped: true })
    throw new StillUnanswered('stopped', entry, isLost(error) || !(error instanceof Error) ? null : error.message)
  }
}
