// After a contingency, replaces its receipts and credit notes of series B by electronic ones with code 4.
import type { ReceiptTypeCode } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Services } from '../../services.ts'
import { copyReceipt } from './documents.ts'
import { signBookedReceipt } from './queries.ts'

const electronicTypes: Record<string, ReceiptTypeCode> = { B01: 'E31', B02: 'E32', B04: 'E34' }

/** Maximum receipts of one transaction, because sales wait for it. */
const receiptsPerBatch = 10

type Replacing = Pick<Services, 'certificates' | 'clock'>

/** Replaces a limited number of receipts. Returns true if there may be more. */
async function replaceBatch(tx: Transaction, gym: number, { certificates, clock }: Replacing): Promise<boolean> {
  // Serialises servers, so that the next statement sees what another one has replaced.
  const settings = await tx.maybe(sql`
    select from fiscal_settings
    where gym_id = ${gym} and country <> 'none' and mode = 'electronic' and contingency_since is null for no key update`)
  if (!settings) return false
  const receipts = await tx.many<{ id: number; type: string }>(sql`
    select r.id, r.type from fiscal_receipts r
    where r.gym_id = ${gym} and r.in_contingency and not exists (
      select from fiscal_receipts e where e.gym_id = r.gym_id and e.modified_ncf = r.ncf and e.type like 'E%')
    order by r.id limit ${receiptsPerBatch}`)
  if (receipts.length === 0) return false
  const certificate = await certificates.find(tx, gym, clock())
  for (const { id, type } of receipts) {
    await copyReceipt(tx, gym, id, electronicTypes[type] ?? throwError('row.missing'))
    await signBookedReceipt(tx, { gym, certificate, now: clock() })
  }
  await tx.run(sql`select announce(${gym}, 'fiscal-documents')`)
  return receipts.length === receiptsPerBatch
}

/** Runs periodically for all gyms. A gym that lacks numbers or a certificate is logged, and tried again. */
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
    }
}
