// Stories that speak of today, and of what is a day away from it: none begins so late that its day ends with it.
import { setTimeout as pause } from 'node:timers/promises'
import type { TestInfo } from '@playwright/test'
import { localTime } from '../contract/shared/dates.ts'

/** The zone of a new gym, which turns no clocks. */
export const gymZone = 'America/Santo_Domingo'

const day = 86_400_000

/** Milliseconds until its midnight. */
function untilMidnight(now: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = localTime(gymZone, now).slice(11).split(':').map(Number)
  return day - ((hours * 60 + minutes) * 60 + seconds) * 1000
}

/** Waits for the gym's next day where a story's whole time would not end in this one. */
export async function beginInOneDay(story: TestInfo): Promise<void> {
  const left = untilMidnight(new Date())
  if (left > story.timeout) return
  story.setTimeout(story.timeout + left)
  await pause(left + 1000)
}
