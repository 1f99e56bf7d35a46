// Computes due times in the gym's zone. The functions never read the clock; the instant is a parameter.

import type { ExpiryReminderSettings } from '@torniquete/contract/messaging/messages.ts'
import type { MessageKind } from '@torniquete/contract/messaging/outbox.ts'
import { addDays, parseInstant, toLocalDay, toLocalTime } from '@torniquete/contract/shared/dates.ts'

const openHour = 9
const closeHour = 20
const noon = 12
const day = 86_400_000
const minute = 60_000

const toInstant = (zone: string, onDay: string, hour: number): Date =>
  parseInstant(zone, `${onDay}T${String(hour).padStart(2, '0')}:00:00`)
const readHour = (zone: string, instant: Date): number => Number(toLocalTime(zone, instant).slice(11, 13))

/** Time in which a reminder may be sent: from 9:00 of its day until 20:00 of the next day. */
export const getReminderWindow = (zone: string, ruleDay: string): { from: Date; until: Date } => ({
  from: toInstant(zone, ruleDay, openHour),
  until: toInstant(zone, addDays(ruleDay, 1), closeHour),
})

/** Lists days whose reminders may still be sent, until 20:00 of the next day; days that a zone skipped are left out. */
export function listOpenReminderDays(zone: string, now: Date): string[] {
  const today = toLocalDay(zone, now)
  return [today, addDays(today, -1), addDays(today, -2)].filter(
    (ruleDay) => now < getReminderWindow(zone, ruleDay).until,
  )
}

/** Returns the instant itself if it lies between 9:00 and 20:00, otherwise the next 9:00. */
export function findNextSendTime(zone: string, instant: Date): Date {
  const hour = readHour(zone, instant)
  if (hour >= openHour && hour < closeHour) return instant
  // Several days are tried, since a day that the zone skips has no 9:00.
  for (let next = toLocalDay(zone, instant); ; next = addDays(next, 1)) {
    const opening = toInstant(zone, next, openHour)
    if (opening > instant) return opening
  }
}

export interface ReminderRule {
  kind: Exclude<MessageKind, 'daily_report' | 'report_mail'>
  /** Number of days before the last valid day. */
  before: number
}

/** The gym's reminder rules. On the last valid day only its own message is sent, not also the one for days before. */
export function readReminderRules({
  isActive,
  message_before_expiration,
  message_day_expiration,
  days_before_expiration,
}: ExpiryReminderSettings): ReminderRule[] {
  if (!isActive) return []
  const before = message_before_expiration
    ? days_before_expiration.filter((count) => count > 0 || !message_day_expiration)
    : []
  return [
    ...before.map((count): ReminderRule => ({ kind: 'before_expiration', before: count })),
    ...(message_day_expiration ? [{ kind: 'day_expiration' as const, before: 0 }] : []),
  ]
}

interface DueReport {
  day: string
  from: Date
  until: Date
}

/**
 * Lists the reports due at an instant: each from its hour on for 24 hours, unless that hour is before the setting was
 * made. From noon on the report covers the same day, earlier the day before. On a day of 23 hours two reports may
 * overlap.
 */
export function listDueReports(zone: string, hour: number, now: Date, setAt = new Date(0)): DueReport[] {
  const today = toLocalDay(zone, now)
  return [addDays(today, -1), today, addDays(today, 1)].flatMap((sentOn) => {
    const from = toInstant(zone, sentOn, hour)
    const until = new Date(from.getTime() + day)
    return setAt <= from && from <= now && now < until
      ? [{ day: hour >= noon ? sentOn : addDays(sentOn, -1), from, until }]
      : []
  })
}

const retryDelaysMs = [1, 5, 15, 60].map((count) => count * minute)

/** Milliseconds until the next attempt: 1, 5, 15, then always 60 minutes, plus a random fifth at most. */
export function computeBackOffMs(attempts: number, atLeast = 0, random = Math.random): number {
  const wait = Math.max(retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1] ?? minute, atLeast)
  return Math.round(wait * (1 + random() / 5))
}
