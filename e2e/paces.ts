// A hand that is counted: by its keys, or by the time that a person would take; and what is held to a time of the clock.
import { cpus, loadavg } from 'node:os'
import { expect, test } from '@playwright/test'
import type { Hand } from './hand.ts'
import { slowdown } from './slowdown.ts'

/** Milliseconds for a key of who types neither fast nor slowly, and for a thought before the next: what people were measured at. */
const aKey = 280
const aThought = 1200

/**
 * A hand of which is added up how long a person would take who presses that: each key, those held beside another too, and each
 * thought that the story says is had.
 */
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
    /** Milliseconds: the person's alone, the machine's since `begun`, and both on one as fast as usual; noted with the story. */
    tookSince: (begun: number, what: string) => {
      const waited = Date.now() - begun
      const all = taken + waited / slowdown
      const [sum, own] = [all, taken].map((each) => (each / 1000).toFixed(1))
      test.info().annotations.push({ type: 'seconds', description: `${what}: ${sum}, of which a person ${own}` })
      return { taken, waited, all }
    },
  }
}

/** A hand whose presses are counted, of what is to take few; how many it took is noted with the story. */
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

/** Holds it to so many milliseconds where the machine is quiet, and notes it with the story anywhere. That it comes at all, and by what, the story says. */
export function expectSoon(took: number, most: number, what: string): void {
  test.info().annotations.push({ type: 'milliseconds', description: `${what}: ${Math.round(took)}` })
  if (isQuiet()) expect(took, what).toBeLessThan(most * slowdown)
}
