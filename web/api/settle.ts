// Sends a call of the till until it is known what became of it.
import { ApiError, isLost } from './api-error.ts'
import { closePending, forgetPending, keepPending, type PendingSend } from './pending-send.ts'
import { repeatUnanswered, type Unanswered } from './repeat.ts'

/** No answer, and nobody waits for one here any more; the entry stays. */
export class Unsettled extends Error {
  /**
   * 'stopped' by the person; 'left': the page or the session that waited is gone, and the notice of unanswered calls takes
   * over, once its owner is there.
   */
  readonly reason: 'stopped' | 'left'
  /** What the server said last, which does not tell what became of the call. */
  readonly refusal: string | null
  constructor(reason: Unsettled['reason'], { label }: PendingSend, refusal: string | null = null) {
    super(`${label} quedó sin respuesta y no se sabe si se registró. Queda pendiente en el aviso de esta página.`)
    this.name = 'Sin respuesta'
    this.reason = reason
    this.refusal = refusal
  }
}

const isSessionEnd = (error: unknown) => error instanceof ApiError && error.status === 401

/**
 * Whether a refusal says that the call was not done. The end of a session is none. The first one does say so. After a lost one only those do that the server
 * gives once it has looked for the key: an earlier try may have been done, and then lost its right to be repeated.
 */
const isFinal = (error: unknown, lost: number) =>
  error instanceof ApiError && !isSessionEnd(error) && (lost === 0 || error.status === 404 || error.status === 409)

interface Settling {
  report: (unanswered: Unanswered | null) => void
  /** Whoever waits leaves; what is being sent is still awaited. */
  leaving: AbortSignal
  /** How often it was sent before without an answer. */
  lost?: number
}

/** Answers what the server answered, or throws its refusal, or Unsettled. */
export async function settle<Value>(
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
    const answer = await repeatUnanswered(counted, report, { isLost, leaving })
    closePending(entry)
    return answer
  } catch (error) {
    // A session that ended stops nothing: the entry waits for its owner.
    if (isSessionEnd(error) || (isLost(error) && leaving.aborted)) throw new Unsettled('left', entry)
    if (!isLost(error) && isFinal(error, lost)) {
      forgetPending(entry)
      throw error
    }
    keepPending({ ...entry, stopped: true })
    throw new Unsettled('stopped', entry, isLost(error) || !(error instanceof Error) ? null : error.message)
  }
}
