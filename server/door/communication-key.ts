// Hashes the communication key, which is typed into a terminal's menu and sent with its handshake (`pushcommkey`).
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const digest = (salt: string, key: string) => createHash('sha256').update(`${salt} ${key}`).digest()

/** A slow hash would not protect keypad keys, which are few, but would let any caller slow the server. */
export function hashCommKey(key: string): string {
  const salt = randomBytes(12).toString('base64url')
  return `${salt} ${digest(salt, key).toString('base64url')}`
}

export function isMatchingCommKey(stored: string, key: string): boolean {
  const [salt = '', hash = ''] = stored.split(' ')
  const expected = Buffer.from(hash, 'base64url')
  const given = digest(salt, key)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
