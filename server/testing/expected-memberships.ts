// Computes the days on which members' plans open the door independently of the product, for comparison.
import { addDays } from '@torniquete/contract/shared/dates.ts'

interface Sold {
  id: number
  client: number
  own: string
  days: number
  visits: number | null
  eachPass: boolean
}
interface Stood {
  id: number
  client: number
  starts: string
  ends: string
}
interface Came {
  id: number
  client: number
  day: string
  at: string
}
interface Placed extends Sold {
  /** Days on which the plan opens the door. */
  open: string[]
  run: string[]
  runOwn: string
}

interface Covered {
  id: number
  first: string
  open: string[]
  until: string
  visits: number | null
  left: number | null
}

const span = (from: string, until: string) => {
  const days: string[] = []
  for (let day = from; day < until; day = addDays(day, 1)) days.push(day)
  return days
}
const after = (days: readonly string[]) => addDays(days.at(-1) ?? '', 1)

/** Recomputes sold plans, pauses and visits day by day, more simply than the product. */
export class ExpectedMemberships {
  readonly sold: Sold[] = []
  readonly pauses: Stood[] = []
  readonly came: Came[] = []
  /** Visits that were taken back and do not count. */
  readonly undone: Came[] = []

  isPaused(client: number, day: string) {
    return this.pauses.some((pause) => pause.client === client && pause.starts <= day && day < pause.ends)
  }

  /** Returns `count` days from the given one, skipping days on which the client is paused. */
  #walk(client: number, from: string, count: number): string[] {
    const days: string[] = []
    for (let day = from; days.length < count; day = addDays(day, 1)) if (!this.isPaused(client, day)) days.push(day)
    return days
  }

  placed(client: number): Placed[] {
    const sold = this.sold
      .filter((each) => each.client === client)
      .sort((one, other) => (one.own === other.own ? one.id - other.id : one.own < other.own ? -1 : 1))
    const runs: { own: string; until: string; sold: Sold[] }[] = []
    for (const each of sold) {
      const run = runs.at(-1)
      const until = addDays(each.own, each.days)
      if (!run || each.own > run.until) runs.push({ own: each.own, until, sold: [each] })
      else Object.assign(run, { until: until > run.until ? until : run.until, sold: [...run.sold, each] })
    }
    let free = ''
    return runs.flatMap(({ own, until, sold: parts }) => {
      const run = this.#walk(client, own > free ? own : free, span(own, until).length)
      free = after(run)
      return parts.map((each) => {
        const at = span(own, each.own).length
        return { ...each, run, runOwn: own, open: run.slice(at, at + each.days) }
      })
    })
  }

  /** Start and end of each membership, after the client's visits were subtracted. */
  covers(client: number): Covered[] {
    const placed = this.placed(client).map((each) => ({ ...each, until: after(each.open), used: [] as string[] })) // the empty array will list days
    const end = (each: (typeof placed)[number]) => after(each.open)
    const within = (each: (typeof placed)[number], day: string) => (each.open[0] ?? '') <= day && day < end(each)
    const counted = placed
      .filter(({ visits }) => visits !== null)
      .sort((one, other) => (end(one) === end(other) ? one.id - other.id : end(one) < end(other) ? -1 : 1))
    const came = this.came.filter((each) => each.client === client).sort((one, other) => (one.at < other.at ? -1 : 1))
    for (const { day } of came) {
      if (this.isPaused(client, day)) continue
      if (placed.some((each) => each.visits === null && within(each, day))) continue
      const valid = counted.filter((each) => within(each, day))
      // For a plan that counts days, several visits on a day count once.
      if (valid.some((each) => !each.eachPass && each.used.at(-1) === day)) continue
      const taken = valid.find((each) => each.used.length < (each.visits ?? 0))
      taken?.used.push(day)
      if (taken && taken.used.length === taken.visits) taken.until = taken.eachPass ? day : addDays(day, 1)
    }
    return placed.map((each) => {
      const until = each.until < end(each) ? each.until : end(each)
      const { id, visits } = each
      const left = visits === null ? null : visits - each.used.length
      return { id, until, open: each.open.filter((day) => day < until), first: each.open[0] ?? '', visits, left }
    })
  }

  /** Visits left on a day; null if all plans are unlimited or no plan is valid. */
  left(client: number, day: string): string | null {
    const valid = this.covers(client).filter(({ first, until }) => first <= day && day < until)
    if (valid.length === 0 || valid.some(({ left }) => left === null)) return null
    const sumOf = (field: 'left' | 'visits') => valid.reduce((sum, each) => sum + (each[field] ?? 0), 0)
    return `${sumOf('left')} of ${sumOf('visits')}`
  }

  /** First day of a sale as it would be if the client had no pauses. */
  ownOf(client: number, start: string): string {
    const run = this.placed(client).findLast((each) => (each.run[0] ?? '') <= start && start <= after(each.run))
    return run ? addDays(run.runOwn, run.run.filter((day) => day < start).length) : start
  }
}
