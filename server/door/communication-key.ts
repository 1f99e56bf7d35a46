// The key that is typed into a terminal's communication menu and comes with its handshake (`pushcommkey`), as it is stored.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const digest = (salt: string, key: string) => createHash('sha256').update(`${salt} ${key}`).digest()

/**
 * A text `salt hash`. Not as slow as a password's: what fits on a terminal's keypad is guessed from any hash, and whoever
 * calls the door without a right makes the server compute it.
 */
export function hashKey(key: string): string {
  const salt = randomBytes(12).toString('base64url')
  return `${salt} ${digest(salt, key).toString('base64url')}`
}

/** Compared as text, whatever it looks like, and in the same time however much of it is right. */
export function isMatchingKey(stored: string, key: string): boolean {
  const [salt = '', hash = ''] = stored.split(' ')
  const expected = Buffer.from(hash, 'base64url')
  const given = digest(salt, key)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
