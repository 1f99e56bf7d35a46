// Tells administrators once of each range and each certificate that is about to expire. A range that runs out is reported
// by the trigger that takes its numbers.
import { expiryWarningDays } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import { fiscalWarningTitles } from '@torniquete/contract/fiscal/warning-titles.ts'
import type { Database } from '../platform/db/database.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'

/** Runs every hour, for all gyms. */
export async function warnOfRangeAndCertExpiry(database: Database, now: Date): Promise<void> {
  const { rows } = await database.platform.query<{ id: number }>('select id from gyms where deleted_at is null')
  for (const { id } of rows)
    await database.write({ gym: id, user: null }, async (tx) => {
      await warnOfRanges(tx, id, now)
      await warnOfCertificate(tx, id, now)
    })
}

/** Series E waits while a gym issues receipts on paper, or in another environment. */
const warnOfRanges = (tx: Transaction, id: number, now: Date): Promise<number> =>
  tx.run(sql`
        with expiring as (
          update fiscal_ranges r set expiry_warned_at = ${now}
          from fiscal_settings s, (select (${now}::timestamptz at time zone i."timeZone")::date as day from gym_info i where i.gym_id = ${id}) today
          where r.gym_id = ${id} and s.gym_id = r.gym_id and s.country <> 'none' and (r.environment = 'paper' or s.mode = 'electronic' and r.environment = s.environment)
            and r.cancelled_at is null and r.next <= r.last and r.expiry_warned_at is null
            and r.expires_on between today.day and today.day + ${expiryWarningDays}::integer
          returning r.type, r.last - r.next + 1 as numbers_left, r.expires_on)
        insert into notifications (gym_id, title, message, created_at)
        select ${id}, ${fiscalWarningTitles.expiring}, format('Quedan %s comprobantes %s, que vencen el %s.', numbers_left, type, to_char(expires_on, 'DD/MM/YYYY')), ${now}
        from expiring`)

const warnOfCertificate = (tx: Transaction, gym: number, now: Date): Promise<number> =>
  tx.run(sql`
    with expiring as (
      update fiscal_certificates c set expiry_warned_at = ${now}
      from fiscal_settings s, gym_info i
      where c.gym_id = ${gym} and s.gym_id = c.gym_id and s.mode = 'electronic' and i.gym_id = c.gym_id and c.expiry_warned_at is null
        and c.id = (select max(n.id) from fiscal_certificates n where n.gym_id = ${gym})
        and c.valid_until < ${now}::timestamptz + make_interval(days => ${expiryWarningDays})
      returning to_char(c.valid_until at time zone i."timeZone", 'DD/MM/YYYY') as day)
    insert into notifications (gym_id, title, message, created_at)
    select ${gym}, ${fiscalWarningTitles.certificate}, format('El certificado de firma vence el %s. Sube el nuevo en Configuración, Gimnasio.', day), ${now}
    from expiring`)
