// Tells administrators once if documents or annulments got no decision of the tax office for a day.
import { fiscalWarningTitles } from '@torniquete/contract/fiscal/warning-titles.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

const unsentHours = 24

/** Runs every hour, for all gyms. A notification newer than the oldest waiting row has told of it already. */
export async function warnOfUnsentDocuments(database: Database, now: Date): Promise<void> {
  const { rows } = await database.platform.query<{ id: number }>('select id from gyms where deleted_at is null')
  for (const { id } of rows)
    await database.write({ gym: id, user: null }, (tx) =>
      tx.run(sql`
        with waiting as (
          select ncf, signed_at as since, answer from electronic_receipts
          where gym_id = ${id} and next_attempt_at is not null and not waits_for_modified_receipt(gym_id, id_receipt)
          union all
          select 'la anulación de ' || type || lpad(first::text, 10, '0'), created_at, answer from fiscal_annulments
          where gym_id = ${id} and next_attempt_at is not null)
        insert into notifications (gym_id, title, message, created_at)
        select ${id}, ${fiscalWarningTitles.unsent}, format('%s sin enviar o sin decisión de la DGII desde hace más de un día; el más antiguo es %s. Torniquete lo sigue intentando. Último intento: %s',
            case when late.count = 1 then 'Hay 1 comprobante electrónico' else format('Hay %s comprobantes electrónicos', late.count) end,
            oldest.ncf, coalesce(oldest.answer ->> 'text', 'ninguno. Revisa la conexión a internet.')), ${now}
        from (select * from waiting order by since, ncf limit 1) oldest,
          lateral (select count(*) as count from waiting where since < ${now}::timestamptz - make_interval(hours => ${unsentHours})) late
        where late.count > 0 and not exists (
          select from notifications where gym_id = ${id} and title = ${fiscalWarningTitles.unsent} and created_at > oldest.since)`),
    )
}
