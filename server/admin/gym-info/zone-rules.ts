// Days are reckoned here and in the database, each by rules of its own: a zone may have one name and two clocks. Where a
// country changes its rule, one of the two may hear of it years before the other; and PostgreSQL takes 'CET' for an
// abbreviation, which has no summer.
import { setImmediate } from 'node:timers/promises'
import { addDays, addYears, isZone } from '@torniquete/contract/dates.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { databaseOffsets } from './queries.ts'

/** Days from one look at the clocks to the next: a rule that differs does so for weeks. */
const lookEvery = 7

/** The last year, whose reports are read, and the next two. */
function instantsFrom(now: Date): Date[] {
  const today = now.toISOString().slice(0, 10)
  const instants: Date[] = []
  for (let day = addYears(today, -1); day < addYears(today, 2); day = addDays(day, lookEvery))
    instants.push(new Date(`${day}T12:00:00Z`))
  return instants
}

/** Minutes that a zone is ahead of UTC. Its clock is not kept, as those of zones in use are: all there are may be asked for. */
function offsetsHere(zone: string, instants: readonly Date[]): number[] {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', timeZoneName: 'longOffset' })
  return instants.map((instant) => {
    const [, sign, hours = 0, minutes = 0] = /GMT(?:([+-])(\d+):(\d+))?/.exec(clock.format(instant)) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  })
}

/** What was found, by zone: neither side learns new rules while this process runs, but for a database that is brought up to date. */
const found = new Map<string, boolean>()

/** Those that this process knows too, by the same clock. Each takes it a millisecond once, so whoever waits comes between two. */
export async function zonesAgreed(tx: Transaction, zones: readonly string[], now: Date): Promise<string[]> {
  const asked = zones.filter((zone) => !found.has(zone))
  if (asked.length > 0) {
    const instants = instantsFrom(now)
    const there = new Map((await databaseOffsets(tx, asked, instants)).map(({ name, minutes }) => [name, minutes]))
    for (const zone of asked) {
      const other = there.get(zone)
      // Of names that it does not have there is no end.
      if (!other) continue
      found.set(zone, isZone(zone) && String(offsetsHere(zone, instants)) === String(other))
      await setImmediate()
    }
  }
  return zones.filter((zone) => found.get(zone))
}
