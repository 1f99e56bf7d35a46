// Node and PostgreSQL each have their own time zone rules. A changed rule may reach one of them years before the other,
// and PostgreSQL reads 'CET' as an abbreviation without summer time.
import { setImmediate } from 'node:timers/promises'
import { addDays, addYears, isTimeZone } from '@torniquete/contract/shared/dates.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'

/** Days between two compared instants. When rules differ, they differ for weeks. */
const comparedEveryDays = 7

/** Instants of the last year, which reports may cover, and of the next two years. */
function listComparedInstants(now: Date): Date[] {
  const today = now.toISOString().slice(0, 10)
  const instants: Date[] = []
  for (let day = addYears(today, -1); day < addYears(today, 2); day = addDays(day, comparedEveryDays))
    instants.push(new Date(`${day}T12:00:00Z`))
  return instants
}

/** Offsets from UTC in minutes by Node's rules. Not cached, since callers may pass every existing zone. */
function readOwnOffsets(zone: string, instants: readonly Date[]): number[] {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', timeZoneName: 'longOffset' })
  return instants.map((instant) => {
    const [, sign, hours = 0, minutes = 0] = /GMT(?:([+-])(\d+):(\d+))?/.exec(clock.format(instant)) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  })
}

/** Caches for each zone whether the rules agree, as they change only with a new version of Node or PostgreSQL. */
const resultsByZone = new Map<string, boolean>()

/** Zones for which Node and PostgreSQL have the same rules. Yields after each zone, since one takes a millisecond. */
export async function listConsistentZones(tx: Transaction, zones: readonly string[], now: Date): Promise<string[]> {
  const asked = zones.filter((zone) => !resultsByZone.has(zone))
  if (asked.length > 0) {
    const instants = listComparedInstants(now)
    const offsets = await tx.many<{ name: string; minutes: number[] }>(sql`
    select z.name, array_agg((extract(epoch from (i.at at time zone z.name) - (i.at at time zone 'UTC')) / 60)::integer order by i.at) as minutes
    from (select name from pg_timezone_names where name = any(${asked}::text[])) z, unnest(${instants}::timestamptz[]) i (at)
    group by z.name`)
    const there = new Map(offsets.map(({ name, minutes }) => [name, minutes]))
    for (const zone of asked) {
      const other = there.get(zone)
      // Names unknown to PostgreSQL are not cached, since callers could send any number of them.
      if (!other) continue
      resultsByZone.set(zone, isTimeZone(zone) && String(readOwnOffsets(zone, instants)) === String(other))
      await setImmediate()
    }
  }
  return zones.filter((zone) => resultsByZone.get(zone))
}
