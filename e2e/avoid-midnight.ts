// For tests about today: waits at the start if the gym's midnight is near.
import { setTimeout as pause } from 'node:timers/promises'
import type { TestInfo } from '@playwright/test'
import { toLocalTime } from '../contract/shared/dates.ts'

/** Time zone of a new gym; it has no daylight saving time. */
export const gymTimeZone = 'America/Santo_Domingo'

const day = 86_400_000

/** Milliseconds left until the gym's midnight. */
function untilMidnight(now: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = toLocalTime(gymTimeZone, now).slice(11).split(':').map(Number)
  return day - ((hours * 60 + minutes) * 60 + seconds) * 1000
}

/** If midnight would come before the test's timeout, waits for the next day. */
export async function avoidMidnight(story: TestInfo): Promise<void> {
  const left = untilMidnight(new Date())
  if (left > story.timeout) return
  story.setTimeout(story.timeout + left)
  await pause(left + 1000)
}
