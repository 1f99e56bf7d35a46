// A repeat with the same key and body gets the first successful answer again. The key's row is written in the call's
// own transaction, so an error frees the key, and of two simultaneous calls the second waits for the first to commit.
import { createHmac } from 'node:crypto'
import { RejectedFieldsError, throwError } from '@torniquete/contract/shared/errors.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const key = String(header)
  if (!uuid.test(key))
    throw new RejectedFieldsError([
      { type: 'uuid', msg: 'Idempotency-Key debe ser un UUID', loc: ['header', 'Idempotency-Key'] },
    ])
  return key.toLowerCase()
}

export interface IdempotentCall {
  gym: number
  call: string
  key: string
  params: unknown
  body: unknown
  /** HMAC key of the stored body digest: bodies contain passwords, which must not be guessable from it. */
  secret: string
}

/** Thrown if the call is a repeat: its transaction is rolled back, and the first answer is returned. */
export class RepeatedCallError extends Error {
  readonly answer: string
  readonly tag: string | null
  constructor(answer: string, tag: string | null) {
    super('a call that was made before')
    this.answer = answer
    this.tag = tag
  }
}

/** Throws `RepeatedCallError` unless this is the first call with the key. */
export async function claimIdempotencyKey(
  tx: Transaction,
  { gym, call, key, params, body, secret }: IdempotentCall,
): Promise<void> {
  const said = toCanonicalJson(params === undefined ? body : { params, body })
  const hash = createHmac('sha256', secret).update(said).digest('base64url')
  // One statement inserts the row or reads the one it waited for; a second would run after the handler's.
  const { answer, ...first } = await tx.one<{ body_hash: string; answer: string | null; etag: string | null }>(sql`
    insert into idempotency_keys as k (gym_id, call, key, body_hash) values (${gym}, ${call}, ${key}, ${hash})
    on conflict (gym_id, call, key) do update set status = k.status returning body_hash, answer, etag`)
  // The first call stores its answer before its commit, so this call has just inserted a row that has no answer.
  if (answer === null) return
  if (first.body_hash !== hash) throwError('key.reused')
  throw new RepeatedCallError(answer, first.etag)
}

export async function storeIdempotentAnswer(
  tx: Transaction,
  keyed: IdempotentCall | null,
  status: number,
  answer: string,
  tag: string | null = null,
): Promise<string> {
  if (keyed)
    await tx.run(sql`
      update idempotency_keys set status = ${status}, answer = ${answer}, etag = ${tag}
      where gym_id = ${keyed.gym} and call = ${keyed.call} and key = ${keyed.key}`)
  return answer
}

/** Returns JSON with sorted keys, so that the order of a body's fields does not matter. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
