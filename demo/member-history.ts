// Generates a year of a gym's data: joining dates, payments and visits. Relative to today, always the same.

import type { Plan } from '@torniquete/contract/members/memberships.ts'
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import { makePersonName, makeRandomGenerator, pickRandomItem } from './person-names.ts'

export interface DemoMember {
  name: string
  joined: string
  phone_number: string
  email: string | null
  card_number: string | null
  is_active: boolean
}

/** A payment; `client` is the index of the payer in `people`. */
export interface PaymentRecord {
  client: number
  plan: Plan
  start_date: string
}
export interface Visit {
  client: number
  /** Time in the gym's time zone, such as `2026-03-01 18:05:00`. */
  time: string
}

export interface MemberHistory {
  people: DemoMember[]
  payments: PaymentRecord[]
  visits: Visit[]
}

const yearDays = 365

/** Generates the history up to `minute`, the minutes of today that have passed. */
export function makeMemberHistory(today: string, minute: number, plans: readonly Plan[], size: number): MemberHistory {
  const random = makeRandomGenerator(20_260_101)
  const life: MemberHistory = { people: [], payments: [], visits: [] }
  for (let client = 0; client < size; client += 1) {
    const joined = addDays(today, -Math.floor(random() * yearDays))
    life.people.push(makePerson(random, joined, client))
    const stays = random() < 0.72
    const leaves = stays ? addDays(today, 1) : addDays(joined, 30 + Math.floor(random() * 200))
    for (let start = joined; start < leaves && start <= today; ) {
      const plan = pickRandomItem(random, plans)
      life.payments.push({ client, plan, start_date: start })
      const end = addDays(start, plan.duration_days)
      visitsBetween(life.visits, random, client, start, end < today ? end : today)
      // Most members renew on the last day, the others up to three weeks late.
      start = random() < 0.85 ? end : addDays(end, 1 + Math.floor(random() * 20))
    }
  }
  visitorsInBusyHour(life, random, today, minute)
  life.visits.sort((a, b) => (a.time < b.time ? -1 : 1))
  return life
}

/** Minutes of the busiest hour, and the number of people who arrive in it. */
const busyHour = { minutes: 60, people: 26 } as const

/** Adds today's visitors: some during the day, and many within the last hour, who are therefore still inside. */
function visitorsInBusyHour(
  { payments, visits }: MemberHistory,
  random: () => number,
  today: string,
  minute: number,
): void {
  const paid = payments.filter(({ plan, start_date }) => addDays(start_date, plan.duration_days) > today)
  const comers = [...new Set(paid.map(({ client }) => client))]
  for (const [at, client] of comers.entries()) {
    const lately = Math.max(0, minute - random() * busyHour.minutes)
    const time = at < busyHour.people ? formatClock(lately) : hourOfVisit(random)
    if ((at < busyHour.people || random() < 0.3) && time < formatClock(minute))
      visits.push({ client, time: `${today} ${time}` })
  }
}

function makePerson(random: () => number, joined: string, client: number): DemoMember {
  const name = makePersonName(random)
  const [first = ''] = foldCaseAndAccents(name).split(' ')
  const number = `555-${String(1000 + client).slice(-4)}`
  const email = random() < 0.6 ? `${first}${client}@example.com` : null
  // A few clients have no e-mail and a phone number without area code, so no message can reach them.
  const unreachable = client % 31 === 7
  return {
    name,
    joined,
    phone_number: unreachable ? number : `809-${number}`,
    email: unreachable ? null : email,
    card_number: random() < 0.3 ? String(5_000_000 + client * 37) : null,
    is_active: random() < 0.97,
  }
}

function visitsBetween(visits: Visit[], random: () => number, client: number, from: string, until: string): void {
  const habit = 0.15 + random() * 0.5
  for (let day = from; day < until; day = addDays(day, 1))
    if (random() < habit) visits.push({ client, time: `${day} ${hourOfVisit(random)}` })
}

/** Random time of a visit, before or after usual working hours. */
function hourOfVisit(random: () => number): string {
  const morning = random() < 0.4
  return formatClock(morning ? 330 + random() * 240 : 960 + random() * 330)
}

const padTwoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0')
/** Formats minutes since midnight as `18:05:30`. */
const formatClock = (minutes: number) =>
  `${padTwoDigits(minutes / 60)}:${padTwoDigits(minutes % 60)}:${padTwoDigits((minutes * 60) % 60)}`
