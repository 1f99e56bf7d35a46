// Electronic receipts of suppliers, as administrators see them.
import type { ReceivedDocument } from '@torniquete/contract/fiscal/received-documents.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { readListPage } from '../../platform/db/paged-lists.ts'
import { emptySql, formatInstantSql, type Statement, sql } from '../../platform/db/sql.ts'
import type { FiscalEnvironment } from '../do/ecf/qr.ts'
import { receiptTypeNamesJson } from '../queries.ts'

/** Purchases and expenses with the number and the seller of document `d`; voided ones do not count. */
const bookedDocuments = sql`
  select 'purchase' as kind, p.id, p.number from purchases p join suppliers s on s.gym_id = p.gym_id and s.id = p.id_supplier
  where p.gym_id = d.gym_id and p.ncf = d.ncf and p.voided_at is null and s.tax_id = d.tax_id
  union all
  select 'expense', x.id, x.number from expenses x
  where x.gym_id = d.gym_id and x.ncf = d.ncf and x.voided_at is null and x.tax_id = d.tax_id`

const columns = sql`
  d.id, d.ncf, ${receiptTypeNamesJson}::jsonb ->> left(d.ncf, 3) as type_name, d.tax_id, d.legal_name, d.issued_on, d.total, d.tax_total, d.received_at,
  (select json_build_object('kind', b.kind, 'id', b.id, 'number', b.number) from (${bookedDocuments}) b limit 1) as document,
  case when d.is_approved is not null then json_build_object('is_approved', d.is_approved, 'reason', d.approval_reason,
    'at', ${formatInstantSql(sql`d.approved_at`)}, 'by', d.approved_by, 'answer', d.answer ->> 'text',
    'state', case when d.approval_sent_at is not null then 'sent' when d.next_attempt_at is not null then 'waiting' else 'failed' end)
  end as approval`

export function listReceivedDocuments(
  tx: Transaction,
  gym: number,
  { page, size_page, open }: PageQuery & { open?: boolean | undefined },
) {
  const isOpen: Statement = open ? sql`and d.is_approved is not false and not exists (${bookedDocuments})` : emptySql
  const from = sql`from received_documents d where d.gym_id = ${gym} ${isOpen}`
  const rows = sql`select ${columns} ${from} order by d.id desc limit ${size_page} offset ${page * size_page}`
  return readListPage<ReceivedDocument>(tx, { page, size_page }, rows, from)
}

export interface ReceivedDocumentWithXml extends ReceivedDocument {
  xml: string
  /** Environment of the gym when the document came. */
  environment: FiscalEnvironment
  /** True if the tax office has the approval or rejection. */
  is_reported: boolean
  supplier: { id: number; name: string } | null
}

/** Reads a document with its XML; locks its row if `locks`. */
export const readReceivedDocument = (
  tx: Transaction,
  gym: number,
  id: number,
  { locks = false } = {},
): Promise<ReceivedDocumentWithXml | null> =>
  tx.maybe(sql`
    select ${columns}, d.xml, d.environment, d.reported_at is not null as is_reported,
      (select json_build_object('id', s.id, 'name', s.name) from suppliers s
        where s.gym_id = d.gym_id and s.tax_id = d.tax_id and s.deleted_at is null order by s.id limit 1) as supplier
    from received_documents d where d.gym_id = ${gym} and d.id = ${id} ${locks ? sql`for no key update of d` : emptySql}`)
