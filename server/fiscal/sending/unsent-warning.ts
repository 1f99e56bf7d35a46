// Tells administrators once if documents could not be sent for a day.
import { fiscalTitles } from '@torniquete/contract/fiscal/warning-titles.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

const unsentHours = 24

/** Runs every hour, for all gyms. A notification newer than the oldest waiting document has told of it already. */
export async function warnOfUnsentDocuments(database: Database, now: Date): Promise<void> {
  const { rows } = await database.platform.query<{ id: number }>('select id from gyms where deleted_at is null')
  for (const { id } of rows)
    await database.write({ gym: id, user: null }, (tx) =>
      tx.run(sql`
        insert into notifications (gym_id, title, message, created_at)
        select ${id}, ${fiscalTitles.unsent}, format('%s desde hace más de un día; el más antiguo es %s. Torniquete lo sigue intentando. Último intento: %s',
            case when waiting.count = 1 then 'Hay 1 comprobante electrónico sin enviar'
                 else format('Hay %s comprobantes electrónicos sin enviar', waiting.count) end,
            oldest.ncf, coalesce(oldest.answer ->> 'text', 'ninguno. Revisa la conexión a internet.')), ${now}
        from (select ncf, signed_at, answer from electronic_receipts e
            where gym_id = ${id} and status = 'signed' and next_attempt_at is not null and not waits_for_modified_receipt(gym_id, id_receipt)
            order by e.id limit 1) oldest,
          lateral (select count(*) as count from electronic_receipts
            where gym_id = ${id} and status = 'signed' and next_attempt_at is not null) waiting
        where oldest.signed_at < ${now}::timestamptz - make_interval(hours => ${unsentHours}) and not exists (
          select from notifications where gym_id = ${id} and title = ${fiscalTitles.unsent} and created_at > oldest.signed_at)`),
    )
}
