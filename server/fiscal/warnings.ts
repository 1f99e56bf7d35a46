// Tells administrators once of each range that is running out or about to expire.
import { expiryWarningDays } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import { fiscalTitles } from '@torniquete/contract/fiscal/warning-titles.ts'
import type { Database } from '../platform/db/database.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import { selectRangeText, warnOfLowRanges } from './queries.ts'

const warnOfExpiringRanges = (tx: Transaction, gym: number, now: Date): Promise<number> =>
  tx.run(sql`
    with expiring as (
      update fiscal_ranges r set expiry_warned_at = ${now} from gym_info i, fiscal_settings s
      where r.gym_id = ${gym} and i.gym_id = r.gym_id and s.gym_id = r.gym_id and (s.mode = 'electronic' or r.type like 'B%')
        and r.cancelled_at is null and r.next <= r.last and r.expiry_warned_at is null
        and r.expires_on between (${now}::timestamptz at time zone i."timeZone")::date
          and (${now}::timestamptz at time zone i."timeZone")::date + ${expiryWarningDays}::integer
      returning ${selectRangeText} as text, r.expires_on)
    insert into notifications (gym_id, title, message, created_at)
    select ${gym}, ${fiscalTitles.expiring}, text || ' Vencen el ' || to_char(expires_on, 'DD/MM/YYYY') || '.', ${now} from expiring`)

/** Warns all gyms with a country. Runs every hour. */
export async function warnAllGyms(database: Database, now: Date): Promise<void> {
  const { rows } = await database.platform.query<{ id: number }>('select id from gyms where deleted_at is null')
  for (const { id } of rows)
    await database.write({ gym: id, user: null }, async (tx) => {
      const settings = await tx.maybe(sql`select from fiscal_settings where gym_id = ${id} and country <> 'none'`)
      if (settings) await Promise.all([warnOfLowRanges(tx, id, now), warnOfExpiringRanges(tx, id, now)])
    })
}
