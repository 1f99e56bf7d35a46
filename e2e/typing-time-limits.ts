// Measures key presses and the time that a person needs, and checks time limits if the machine is idle.
import { cpus, loadavg } from 'node:os'
import { expect, test } from '@playwright/test'
import type { SimulatedUser } from './simulated-user.ts'
import { slowdownFactor } from './slowdown.ts'

/** Milliseconds an average typist needs per key, and to think before the next step. */
const aKey = 280
const aThought = 1200

/** Adds up the time that a person would need: for each key, including modifiers, and for each pause to think. */
export function makeUserTimeEstimator(hand: SimulatedUser) {
  let taken = 0
  return {
    think: () => {
      taken += aThought
    },
    press: async (...pressed: readonly string[]) => {
      taken += pressed.flatMap((keys) => keys.split('+')).length * aKey
      await hand.press(...pressed)
    },
    /** Returns milliseconds of the person, of the machine since `begun`, and of both; attaches them to the test. */
    tookSince: (begun: number, what: string) => {
      const waited = Date.now() - begun
      const all = taken + waited / slowdownFactor
      const [sum, own] = [all, taken].map((each) => (each / 1000).toFixed(1))
      test.info().annotations.push({ type: 'seconds', description: `${what}: ${sum}, of which a person ${own}` })
      return { taken, waited, all }
    },
  }
}

/** Counts key presses and attaches their number to the test's report. */
export function makeKeyPressCounter(hand: SimulatedUser) {
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

/** True if the machine is otherwise idle; only then measured times are meaningful. */
export const isMachineIdle = (): boolean => (loadavg()[0] ?? 0) < cpus().length

/** Checks the time limit if the machine is idle, and always attaches the time to the test's report. */
export function expectWithinTimeLimit(took: number, most: number, what: string): void {
  test.info().annotations.push({ type: 'milliseconds', description: `${what}: ${Math.round(took)}` })
  if (isMachineIdle()) expect(took, what).toBeLessThan(most * slowdownFactor)
}
