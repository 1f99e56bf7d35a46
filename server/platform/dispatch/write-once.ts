// A write in its transaction, without a round trip for what surrounds it: the key is claimed with the work's first statements,
// and the user's right is checked with the commit.

import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { acceptsIdempotencyKey, type Endpoint } from '@torniquete/contract/shared/endpoint.ts'
import { isAllowed, superAdminOrMaster } from '@torniquete/contract/shared/roles.ts'
import type { FastifyRequest } from 'fastify'
import { requireRight, requireRightAtCommit } from '../../admin/session/queries.ts'
import type { Services } from '../../services.ts'
import type { Transaction } from '../db/gym-statements.ts'
import type { Actor } from '../http/context.ts'
import { toRefusal } from '../http/error-answers.ts'
import { claimKey, type KeyedCall, RepeatedCall, readIdempotencyKey } from '../http/idempotency.ts'

interface WriteCall {
  name: EndpointName
  endpoint: Endpoint
  user: Actor
  request: FastifyRequest
  params: unknown
  body: unknown
}

/** `claimed` rejects for a repeat; long work awaits it first. */
type Work<Result> = (tx: Transaction, keyed: KeyedCall | null, claimed: Promise<void> | null) => Promise<Result>

/** Result of the work, or the stored answer of the first call with this key. */
export async function writeOnce<Result>(
  { database, secret, live }: Services,
  { name, endpoint, user, request, params, body }: WriteCall,
  work: Work<Result>,
): Promise<{ made: Result } | { before: string; tag: string | null }> {
  const { gym } = user
  const { ageField, allowedOnFullDisk } = endpoint
  const key = acceptsIdempotencyKey(endpoint) ? readIdempotencyKey(request.headers['idempotency-key']) : null
  // The age grows with each try, so it is not compared.
  const comparedBody = ageField === undefined ? body : { ...Object(body), [ageField]: undefined }
  const keyed = key === null ? null : { gym, call: name, key, params, body: comparedBody, secret }
  const highPriority = allowedOnFullDisk && isAllowed(user.role, superAdminOrMaster)
  try {
    return await database.write({ gym, user: user.id, allowedOnFullDisk, highPriority }, async (tx) => {
      requireRightAtCommit(tx, user)
      const claimed = keyed && claimKey(tx, keyed)
      // Not awaited: the connection answers it before the work's statements.
      claimed?.catch(() => {})
      const [ended] = await Promise.allSettled([work(tx, keyed, claimed)])
      // A repeat counts as one whatever the work did.
      await claimed
      if (ended.status === 'rejected') throw ended.reason
      return { made: ended.value }
    })
  } catch (error) {
    const isRepeat = error instanceof RepeatedCall
    // A user without the right learns only that.
    if (isRepeat || toRefusal(error).status < 500) await requireRight(database, user, name)
    if (!isRepeat) throw error
    // Another server may have committed it: read its changes first.
    await live.announcing.look()
    return { before: error.answer, tag: error.tag }
  }
}
