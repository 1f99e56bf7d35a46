// Due times by the gym's clock. Pure: the instant is a parameter.

import type { NotificationConfig } from '@torniquete/contract/messaging/messages.ts'
import type { MessageKind } from '@torniquete/contract/messaging/outbox.ts'
import { addDays, dayInZone, localTime, readInstant } from '@torniquete/contract/shared/dates.ts'

const openHour = 9
const closeHour = 20
const noon = 12
const day = 86_400_000
const minute = 60_000

const toInstant = (zone: string, onDay: string, hour: number): Date =>
  readInstant(zone, `${onDay}T${String(hour).padStart(2, '0')}:00:00`)
const readHour = (zone: string, instant: Date): number => Number(localTime(zone, instant).slice(11, 13))

/** From 9:00 of the day until 20:00 of the next one. */
export const getClientWindow = (zone: string, ruleDay: string): { from: Date; until: Date } => ({
  from: toInstant(zone, ruleDay, openHour),
  until: toInstant(zone, addDays(ruleDay, 1), closeHour),
})

/** A rule day is open until 20:00 of the next day. Days that a time zone skipped are left out. */
export function listOpenRuleDays(zone: string, now: Date): string[] {
  const today = dayInZone(zone, now)
  return [today, addDays(today, -1), addDays(today, -2)].filter((ruleDay) => now < getClientWindow(zone, ruleDay).until)
}

/** The instant itself if it is between 9:00 and 20:00, else the next 9:00. */
export function findNextOpening(zone: string, instant: Date): Date {
  const hour = readHour(zone, instant)
  if (hour >= openHour && hour < closeHour) return instant
  // A zone that skips a day has no 9:00 on it.
  for (let next = dayInZone(zone, instant); ; next = addDays(next, 1)) {
    const opening = toInstant(zone, next, openHour)
    if (opening > instant) return opening
  }
}

export interface Rule {
  kind: Exclude<MessageKind, 'daily_report' | 'report_mail'>
  /** Days before the last valid one. */
  before: number
}

/** The gym's reminder rules. The last day has one message: its own rule wins. */
export function readRules({
  isActive,
  message_before_expiration,
  message_day_expiration,
  days_before_expiration,
}: NotificationConfig): Rule[] {
  if (!isActive) return []
  const before = message_before_expiration
    ? days_before_expiration.filter((count) => count > 0 || !message_day_expiration)
    : []
  return [
    ...before.map((count): Rule => ({ kind: 'before_expiration', before: count })),
    ...(message_day_expiration ? [{ kind: 'day_expiration' as const, before: 0 }] : []),
  ]
}

interface DueReport {
  day: string
  from: Date
  until: Date
}

/**
 * Reports due at an instant: from their hour for 24 hours, except hours before the setting. An hour from noon on
 * reports the same day, an earlier one the day before. A day of 23 hours may make two overlap.
 */
export function listDueReports(zone: string, hour: number, now: Date, setAt = new Date(0)): DueReport[] {
  const today = dayInZone(zone, now)
  return [addDays(today, -1), today, addDays(today, 1)].flatMap((sentOn) => {
    const from = toInstant(zone, sentOn, hour)
    const until = new Date(from.getTime() + day)
    return setAt <= from && from <= now && now < until
      ? [{ day: hour >= noon ? sentOn : addDays(sentOn, -1), from, until }]
      : []
  })
}

const retryDelaysMs = [1, 5, 15, 60].map((count) => count * minute)

/** Milliseconds before the next attempt: 1, 5, 15, then 60 minutes, plus up to a fifth at random. */
export function computeBackOffMs(attempts: number, atLeast = 0, random = Math.random): number {
  const wait = Math.max(retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1] ?? minute, atLeast)
  return Math.round(wait * (1 + random() / 5))
}
