// For stories about today: delays a start shortly before the gym's midnight.
import { setTimeout as pause } from 'node:timers/promises'
import type { TestInfo } from '@playwright/test'
import { localTime } from '../contract/shared/dates.ts'

/** The zone of a new gym, without daylight saving time. */
export const gymZone = 'America/Santo_Domingo'

const day = 86_400_000

/** Milliseconds until the gym's midnight. */
function untilMidnight(now: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = localTime(gymZone, now).slice(11).split(':').map(Number)
  return day - ((hours * 60 + minutes) * 60 + seconds) * 1000
}

/** Waits for the gym's next day if midnight is closer than the test's timeout. */
export async function beginInOneDay(story: TestInfo): Promise<void> {
  const left = untilMidnight(new Date())
  if (left > story.timeout) return
  story.setTimeout(story.timeout + left)
  await pause(left + 1000)
}
