// After a contingency, replaces its receipts and credit notes of series B by electronic ones with code 4.
import type { ReceiptTypeCode } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import { fiscalWarningTitles } from '@torniquete/contract/fiscal/warning-titles.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import { toErrorAnswer } from '../../platform/http/error-answers.ts'
import type { Services } from '../../services.ts'
import { isSameDocumentSql } from '../queries.ts'
import { reissueReceipt } from './documents.ts'
import { signBookedReceipt } from './queries.ts'

const electronicTypes: Record<string, ReceiptTypeCode> = { B01: 'E31', B02: 'E32', B04: 'E34' }

/** Maximum receipts of one transaction, because sales wait for it. */
const receiptsPerBatch = 10

type Replacing = Pick<Services, 'certificates' | 'clock'>

/** Replaces a limited number of receipts. Returns true if there may be more. */
async function replaceBatch(tx: Transaction, gym: number, { certificates, clock }: Replacing): Promise<boolean> {
  // A change of the settings locks in the same order: ranges by id, then the settings.
  await tx.run(sql`
    select from fiscal_ranges where gym_id = ${gym} and type like 'E%' and cancelled_at is null order by id for no key update`)
  // Serialises servers, so that the next statement sees what another one has replaced.
  const settings = await tx.maybe(sql`
    select from fiscal_settings
    where gym_id = ${gym} and country <> 'none' and mode = 'electronic' and contingency_since is null for no key update`)
  if (!settings) return false
  const receipts = await tx.many<{ id: number; type: string }>(sql`
    select r.id, r.type from fiscal_receipts r
    where r.gym_id = ${gym} and r.in_contingency and not exists (
      select from fiscal_receipts e where e.gym_id = r.gym_id and ${isSameDocumentSql(sql`e`, sql`r`)} and e.modified_ncf = r.ncf and e.type like 'E%')
    order by r.id limit ${receiptsPerBatch}`)
  if (receipts.length === 0) return false
  const certificate = await certificates.find(tx, gym, clock())
  for (const { id, type } of receipts) {
    const now = clock()
    await reissueReceipt(tx, gym, { id, type: electronicTypes[type] ?? throwError('row.missing'), now })
    await signBookedReceipt(tx, { gym, certificate, now })
  }
  await tx.run(sql`select announce(${gym}, 'fiscal-documents')`)
  return receipts.length === receiptsPerBatch
}

/** Tells administrators once a day. */
const warn = (tx: Transaction, gym: number, reason: string, now: Date): Promise<number> =>
  tx.run(sql`
    insert into notifications (gym_id, title, message, created_at)
    select ${gym}, ${fiscalWarningTitles.contingency}, ${`Los comprobantes electrónicos que reemplazan a los de la contingencia no se pudieron emitir. ${reason}`}, ${now}
    where not exists (select from notifications
      where gym_id = ${gym} and title = ${fiscalWarningTitles.contingency} and created_at > ${now}::timestamptz - interval '1 day')`)

/** Runs periodically for all gyms. A gym that lacks numbers or a certificate is logged and warned, and tried again. */
export async function replaceContingencyReceipts(
  database: Database,
  services: Replacing & Pick<Services, 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const { rows } = await database.platform.query<{ id: number }>('select id from gyms where deleted_at is null')
  for (const { id } of rows)
    try {
      while (
        !signal?.aborted &&
        (await database.write({ gym: id, user: null }, (tx) => replaceBatch(tx, id, services)))
      );
    } catch (err) {
      services.log.warn({ err, gym: id }, 'receipts of a contingency were not replaced')
      const { detail, fault } = toErrorAnswer(err)
      if (typeof detail === 'string' && fault === undefined)
        await database.write({ gym: id, user: null }, (tx) => warn(tx, id, detail, services.clock()))
    }
}
