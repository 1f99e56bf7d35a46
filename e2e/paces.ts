// Measures keys and a person's time, and checks times on an idle machine.
import { cpus, loadavg } from 'node:os'
import { expect, test } from '@playwright/test'
import type { Hand } from './hand.ts'
import { slowdown } from './slowdown.ts'

/** Milliseconds for an average typist's key and for thinking before the next step. */
const aKey = 280
const aThought = 1200

/** A hand that adds up a person's time: each key, modifiers included, and each pause for thought. */
export function pacedHand(hand: Hand) {
  let taken = 0
  return {
    think: () => {
      taken += aThought
    },
    press: async (...pressed: readonly string[]) => {
      taken += pressed.flatMap((keys) => keys.split('+')).length * aKey
      await hand.press(...pressed)
    },
    /** Milliseconds: the person's, the machine's since `begun`, and both on a typical machine; attached to the test. */
    tookSince: (begun: number, what: string) => {
      const waited = Date.now() - begun
      const all = taken + waited / slowdown
      const [sum, own] = [all, taken].map((each) => (each / 1000).toFixed(1))
      test.info().annotations.push({ type: 'seconds', description: `${what}: ${sum}, of which a person ${own}` })
      return { taken, waited, all }
    },
  }
}

/** A hand that counts its key presses and attaches the number to the test. */
export function countingKeys(hand: Hand) {
  let keys = 0
  return {
    press: async (...pressed: readonly string[]) => {
      keys += pressed.length
      await hand.press(...pressed)
    },
    expectAtMost: (most: number, what: string) => {
      expect(keys, `keys to ${what}`).toBeLessThanOrEqual(most)
      test.info().annotations.push({ type: 'keys', description: `${what}: ${keys}` })
    },
  }
}

/** True if the machine is otherwise idle; else measured times mean nothing. */
export const isQuiet = (): boolean => (loadavg()[0] ?? 0) < cpus().length

/**
 * Checks the limit on an idle machine, and attaches the time on any. The test itself checks that the result arrives.
 */
export function expectSoon(took: number, most: number, what: string): void {
  test.info().annotations.push({ type: 'milliseconds', description: `${what}: ${Math.round(took)}` })
  if (isQuiet()) expect(took, what).toBeLessThan(most * slowdown)
}
