// Tells administrators once of each range that is about to expire. A range that runs out is reported by the trigger that
// takes its numbers.
import { expiryWarningDays } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import { fiscalTitles } from '@torniquete/contract/fiscal/warning-titles.ts'
import type { Database } from '../platform/db/database.ts'
import { sql } from '../platform/db/sql.ts'

/** Runs every hour, for all gyms. Series E waits while a gym issues receipts on paper. */
export async function warnOfExpiringRanges(database: Database, now: Date): Promise<void> {
  const { rows } = await database.platform.query<{ id: number }>('select id from gyms where deleted_at is null')
  for (const { id } of rows)
    await database.write({ gym: id, user: null }, (tx) =>
      tx.run(sql`
        with expiring as (
          update fiscal_ranges r set expiry_warned_at = ${now}
          from fiscal_settings s, (select (${now}::timestamptz at time zone i."timeZone")::date as day from gym_info i where i.gym_id = ${id}) today
          where r.gym_id = ${id} and s.gym_id = r.gym_id and s.country <> 'none' and (s.mode = 'electronic' or r.type like 'B%')
            and r.cancelled_at is null and r.next <= r.last and r.expiry_warned_at is null
            and r.expires_on between today.day and today.day + ${expiryWarningDays}::integer
          returning r.type, r.last - r.next + 1 as numbers_left, r.expires_on)
        insert into notifications (gym_id, title, message, created_at)
        select ${id}, ${fiscalTitles.expiring}, format('Quedan %s comprobantes %s, que vencen el %s.', numbers_left, type, to_char(expires_on, 'DD/MM/YYYY')), ${now}
        from expiring`),
    )
}
