// Figures of the dashboard. Their cost does not grow with the years: each query reads only its days, or one row per
// client.

import { dailyPlanName, importedPlanName } from '@torniquete/contract/members/memberships.ts'
import { findWeekStart, type Statistics, weekdayNames } from '@torniquete/contract/reports/statistics.ts'
import { addDays, getDayStart } from '@torniquete/contract/shared/dates.ts'
import { isPausedOnDaySql } from '../../members/pauses/queries.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import { makeTimeRangeOfDay } from '../../platform/db/time-range.ts'
import type { ChangeFeed } from '../../platform/live/change-feed.ts'
import { GymCache } from '../../platform/live/gym-cache.ts'
import { type IncomeSums, readIncome } from './queries.ts'

/** Counts distinct clients plus each entry of the anonymous client, for every day of this week, Sunday first. */
async function weekAttendances(tx: Transaction, gym: number, zone: string, today: string): Promise<number[]> {
  const days = Array.from({ length: 8 }, (_, index) => getDayStart(zone, addDays(findWeekStart(today), index)))
  const rows = await tx.many<{ day: number; visits: number }>(sql`
    select day, count(distinct id_client) filter (where not is_anonymous) + count(*) filter (where is_anonymous) as visits
    from (select width_bucket(check_in, ${days}::timestamptz[]) as day, id_client,
                 id_client in (select id from clients where gym_id = ${gym} and is_anonymous) as is_anonymous
          from attendances where gym_id = ${gym} and undone_at is null and check_in >= ${days[0]} and check_in < ${days[7]}) w
    group by day`)
  const byDay = new Map(rows.map((row) => [row.day, row.visits]))
  return weekdayNames.map((_, index) => byDay.get(index + 1) ?? 0)
}

interface Memberships {
  active: number
  anonymous: number
  expired: number
  distribution: Record<string, number> | null
}

const countMemberships = (tx: Transaction, gym: number, today: string): Promise<Memberships> =>
  tx.one(sql`
    with running as (
      select p.id_client, p.end_date, p.id, p.name, c.is_anonymous, c.is_active
      from membership_payments p join clients c on c.gym_id = p.gym_id and c.id = p.id_client
      where p.gym_id = ${gym} and p.voided_at is null and p.end_date > ${today}::date and p.start_date <= ${today}::date and c.deleted_at is null
        and not ${isPausedOnDaySql(gym, sql`p.id_client`, sql`${today}::date`)}),
    shown as (
      select distinct on (id_client) id_client, name, is_active from running where not is_anonymous order by id_client, end_date desc, id desc)
    select (select count(*) from shown) as active,
      (select count(*) from running where is_anonymous and name = ${dailyPlanName}) as anonymous,
      (select count(*) from paid_until u join clients c on c.gym_id = u.gym_id and c.id = u.id_client
       where u.gym_id = ${gym} and u.day <= ${today}::date and c.is_active and not c.is_anonymous and c.deleted_at is null) as expired,
      (select json_object_agg(name, count order by count desc, name) from (
         select name, count(*) from shown where is_active and name <> ${importedPlanName} group by name) d) as distribution`)

/** Caches each figure until an area on which it depends changes. */
export class TodaysStatistics {
  readonly #week: GymCache<number[]>
  readonly #memberships: GymCache<Memberships>
  readonly #income: GymCache<IncomeSums>

  constructor(live: ChangeFeed) {
    this.#week = new GymCache(live, ['attendances'])
    this.#memberships = new GymCache(live, ['payments', 'pauses', 'clients'])
    this.#income = new GymCache(live, ['payments', 'sales'])
  }

  async read(tx: Transaction, gym: number, zone: string, today: string): Promise<Statistics> {
    const day = `${zone} ${today}`
    const [week, memberships, income] = await Promise.all([
      this.#week.of(gym, day, () => weekAttendances(tx, gym, zone, today)),
      this.#memberships.of(gym, day, () => countMemberships(tx, gym, today)),
      this.#income.of(
        gym,
        day,
        async () => (await readIncome(tx, { gym, between: makeTimeRangeOfDay(zone, today) })).net,
      ),
    ])
    const weekDay = new Date(`${today}T00:00:00Z`).getUTCDay()
    return {
      week_attendances: Object.fromEntries(weekdayNames.map((name, index) => [name, week[index] ?? 0])),
      membership_distribution: memberships.distribution ?? {},
      sales_products: income.products,
      sales_memberships: income.memberships,
      sales_memberships_daily: income.daily,
      today_attendances: week[weekDay] ?? 0,
      active_memberships: memberships.active,
      active_memberships_client_anonimo: memberships.anonymous,
      expired_memberships: memberships.expired,
    }
  }
}
