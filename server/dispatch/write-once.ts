// What stands around the work of a write in its transaction, without a round trip of its own: the key is claimed in front of
// the work's first statements, the right is asked behind its last ones, with the commit.
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import type { Database, Scope } from '../db/database.ts'
import type { Transaction } from '../db/gym-statements.ts'
import type { Actor } from '../http/context.ts'
import { refusalOf } from '../http/failures.ts'
import { claimKey, type KeyedCall } from '../http/idempotency.ts'
import { requireRight, requireStandingAtCommit } from '../session/queries.ts'

/** What the work did was done before: it is taken back, and the first answer given again. */
class Repeated extends Error {
  readonly answer: string
  constructor(answer: string) {
    super('a call that was made before')
    this.answer = answer
  }
}

interface Write {
  scope: Scope
  user: Actor
  call: EndpointName
  keyed: KeyedCall | null
}

/**
 * Does the work once for its key, while the right of its user stands. Who is refused, or told what was answered before, is
 * asked for the right by then: whose right is gone is told that and nothing else.
 */
export async function writeOnce<Result>(
  database: Database,
  { scope, user, call, keyed }: Write,
  work: (tx: Transaction) => Promise<Result>,
): Promise<{ made: Result } | { before: string }> {
  try {
    return await database.write(scope, async (tx) => {
      requireStandingAtCommit(tx, user)
      return { made: await unlessRepeated(keyed && claimKey(tx, keyed), () => work(tx)) }
    })
  } catch (error) {
    if (error instanceof Repeated || refusalOf(error).status < 500) await requireRight(database, user, call)
    if (error instanceof Repeated) return { before: error.answer }
    throw error
  }
}

/** Whatever the work comes to, a repeat is one. */
async function unlessRepeated<Result>(
  claim: Promise<string | null> | null,
  work: () => Promise<Result>,
): Promise<Result> {
  // Not awaited: it travels with the work's first statements, which the connection answers after it.
  claim?.catch(() => {})
  const [ended] = await Promise.allSettled([work()])
  const before = await claim
  if (before !== null) throw new Repeated(before)
  if (ended.status === 'rejected') throw ended.reason
  return ended.value
}
