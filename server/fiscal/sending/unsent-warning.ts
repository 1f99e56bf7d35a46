// Tells administrators once a day if documents or annulments have waited for more than a day for a decision of the tax office.
import { fiscalWarningTitles } from '@torniquete/contract/fiscal/warning-titles.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

const unsentHours = 24

/** Runs every hour, for all gyms. Rows of an environment that the gym has left are not reported. */
export async function warnOfUnsentDocuments(database: Database, now: Date): Promise<void> {
  const { rows } = await database.platform.query<{ id: number }>('select id from gyms where deleted_at is null')
  for (const { id } of rows)
    await database.write({ gym: id, user: null }, (tx) =>
      tx.run(sql`
        with waiting as (
          select e.ncf, e.signed_at as since, e.answer from electronic_receipts e
            join fiscal_receipts r on r.gym_id = e.gym_id and r.id = e.id_receipt
            join fiscal_settings s on s.gym_id = r.gym_id and s.environment = r.environment
          where e.gym_id = ${id} and e.next_attempt_at is not null and not waits_for_modified_receipt(e.gym_id, e.id_receipt)
          union all
          select 'la anulación de ' || a.type || lpad(a.first::text, 10, '0'), a.created_at, a.answer from fiscal_annulments a
            join fiscal_settings s on s.gym_id = a.gym_id and s.environment = a.environment
          where a.gym_id = ${id} and a.next_attempt_at is not null)
        insert into notifications (gym_id, title, message, created_at)
        select ${id}, ${fiscalWarningTitles.unsent}, format('%s sin enviar o sin decisión de la DGII desde hace más de un día; el más antiguo es %s. Torniquete lo sigue intentando. Último intento: %s',
            case when late.count = 1 then 'Hay 1 comprobante electrónico' else format('Hay %s comprobantes electrónicos', late.count) end,
            oldest.ncf, coalesce(oldest.answer ->> 'text', 'ninguno. Revisa la conexión a internet.')), ${now}
        from (select * from waiting order by since, ncf limit 1) oldest,
          lateral (select count(*) as count from waiting where since < ${now}::timestamptz - make_interval(hours => ${unsentHours})) late
        where late.count > 0 and not exists (
          select from notifications where gym_id = ${id} and title = ${fiscalWarningTitles.unsent} and created_at > greatest(oldest.since, ${now}::timestamptz - interval '1 day'))`),
    )
}
