// Node and PostgreSQL each have their own time zone rules. When a country changes its rule, one may know it years
// before the other; and PostgreSQL reads 'CET' as an abbreviation without summer time.
import { setImmediate } from 'node:timers/promises'
import { addDays, addYears, isZone } from '@torniquete/contract/shared/dates.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'

/** Days between two compared instants: different rules differ for weeks. */
const comparedEveryDays = 7

/** Instants of the last year, which reports cover, and of the next two. */
function listComparedInstants(now: Date): Date[] {
  const today = now.toISOString().slice(0, 10)
  const instants: Date[] = []
  for (let day = addYears(today, -1); day < addYears(today, 2); day = addDays(day, comparedEveryDays))
    instants.push(new Date(`${day}T12:00:00Z`))
  return instants
}

/** Offset from UTC in minutes. Not cached, since every existing zone may be asked for. */
function readOwnOffsets(zone: string, instants: readonly Date[]): number[] {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', timeZoneName: 'longOffset' })
  return instants.map((instant) => {
    const [, sign, hours = 0, minutes = 0] = /GMT(?:([+-])(\d+):(\d+))?/.exec(clock.format(instant)) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  })
}

/** Results by zone. Neither side learns new rules while this process runs, unless the database is updated. */
const resultsByZone = new Map<string, boolean>()

/** Zones that this process and the database read alike. Yields between zones, which take a millisecond each. */
export async function listAgreedZones(tx: Transaction, zones: readonly string[], now: Date): Promise<string[]> {
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
      // Do not cache unknown names: there is no end to them.
      if (!other) continue
      resultsByZone.set(zone, isZone(zone) && String(readOwnOffsets(zone, instants)) === String(other))
      await setImmediate()
    }
  }
  return zones.filter((zone) => resultsByZone.get(zone))
}
