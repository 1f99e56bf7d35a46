// Seeds, which callers sign, and tokens, which they get for a signed seed. Both carry a code made with the installation's
// secret, so that each server accepts those of the others, and none is stored.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** DGII's tokens are valid for an hour too. */
const lifetimesMs = { seed: 5 * 60_000, token: 60 * 60_000 } as const
type TicketKind = keyof typeof lifetimesMs

const makeCode = (secret: string, kind: TicketKind, content: string): Buffer =>
  createHmac('sha256', secret).update(`electronic receipts ${kind} ${content}`).digest()

export function issueCallerCredential(secret: string, kind: TicketKind, now: Date): { text: string; expiresAt: Date } {
  const expiresAt = new Date(now.getTime() + lifetimesMs[kind])
  const content = `${expiresAt.getTime()}.${randomBytes(12).toString('base64url')}`
  return { text: `${content}.${makeCode(secret, kind, content).toString('base64url')}`, expiresAt }
}

export function isValidCallerCredential(secret: string, kind: TicketKind, ticket: string, now: Date): boolean {
  const [, content = '', expires = '', code = ''] = /^((\d{1,15})\.[\w-]+)\.([\w-]+)$/.exec(ticket) ?? []
  const given = Buffer.from(code, 'base64url')
  const expected = makeCode(secret, kind, content)
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expires) > now.getTime()
}
