// A year of a gym's life: joining dates, payments and visits. The same each time, relative to today.

import type { Plan } from '@torniquete/contract/members/memberships.ts'
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { foldName } from '@torniquete/contract/shared/names.ts'
import { makePersonName, makeRandom, pick } from './person-names.ts'

export interface Person {
  name: string
  joined: string
  phone_number: string
  email: string | null
  card_number: string | null
  is_active: boolean
}

/** `client` counts from 0 in the order of people. */
export interface PaymentRecord {
  client: number
  plan: Plan
  start_date: string
}
export interface Visit {
  client: number
  /** Local to the gym: `2026-03-01 18:05:00` */
  time: string
}

export interface YearOfLife {
  people: Person[]
  payments: PaymentRecord[]
  visits: Visit[]
}

const yearDays = 365

/** `minute`: minute of today up to which the history goes. */
export function makeYearOfVisits(today: string, minute: number, plans: readonly Plan[], size: number): YearOfLife {
  const random = makeRandom(20_260_101)
  const life: YearOfLife = { people: [], payments: [], visits: [] }
  for (let client = 0; client < size; client += 1) {
    const joined = addDays(today, -Math.floor(random() * yearDays))
    life.people.push(makePerson(random, joined, client))
    const stays = random() < 0.72
    const leaves = stays ? addDays(today, 1) : addDays(joined, 30 + Math.floor(random() * 200))
    for (let start = joined; start < leaves && start <= today; ) {
      const plan = pick(random, plans)
      life.payments.push({ client, plan, start_date: start })
      const end = addDays(start, plan.duration_days)
      visitsBetween(life.visits, random, client, start, end < today ? end : today)
      // Most members renew on the day, some return late.
      start = random() < 0.85 ? end : addDays(end, 1 + Math.floor(random() * 20))
    }
  }
  visitorsInBusyHour(life, random, today, minute)
  life.visits.sort((a, b) => (a.time < b.time ? -1 : 1))
  return life
}

/** Minutes of the busiest hour, and the number of people who arrive in it. */
const busyHour = { minutes: 60, people: 26 } as const

/** Some came during the day, and many within the last hour, who are still inside. */
function visitorsInBusyHour(
  { payments, visits }: YearOfLife,
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

function makePerson(random: () => number, joined: string, client: number): Person {
  const name = makePersonName(random)
  const [first = ''] = foldName(name).split(' ')
  const number = `555-${String(1000 + client).slice(-4)}`
  const email = random() < 0.6 ? `${first}${client}@example.com` : null
  // A few phone numbers lack the area code and their owners have no e-mail: no message reaches them.
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

/** Visits before and after work. */
function hourOfVisit(random: () => number): string {
  const morning = random() < 0.4
  return formatClock(morning ? 330 + random() * 240 : 960 + random() * 330)
}

const padTwoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0')
/** `18:05:30`, of minutes since midnight. */
const formatClock = (minutes: number) =>
  `${padTwoDigits(minutes / 60)}:${padTwoDigits(minutes % 60)}:${padTwoDigits((minutes * 60) % 60)}`
