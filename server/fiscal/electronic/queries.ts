// Electronic receipts of a gym, as its administrators see them.

import { expiryWarningDays } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import type {
  ElectronicStatus,
  FiscalDocument,
  FiscalDocumentCounts,
} from '@torniquete/contract/fiscal/fiscal-documents.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { readListPage } from '../../platform/db/paged-lists.ts'
import { emptySql, formatInstant, type Statement, sql } from '../../platform/db/sql.ts'
import { typeNames } from '../queries.ts'

/** The newest row of a receipt counts. */
const isNewest = sql`not exists (
  select from electronic_receipts n where n.gym_id = e.gym_id and n.id_receipt = e.id_receipt and n.id > e.id)`

/** True if the bill of receipt `r` was voided completely. */
const isVoided = sql`(exists (select from sales s where s.gym_id = r.gym_id and s.id = r.id_sale and s.voided_at is not null)
  or exists (select from membership_payments p where p.gym_id = r.gym_id and p.id = r.id_payment and p.voided_at is not null))`

/** True if nothing more happens until a person acts. A note waits for the receipt that it modifies. */
const needsPerson = sql`case e.status
  when 'rejected' then r.id_void is not null or not ${isVoided}
  when 'signed' then e.next_attempt_at is null or exists (
    select from fiscal_receipts m join electronic_receipts o on o.gym_id = m.gym_id and o.id_receipt = m.id
    where m.gym_id = r.gym_id and m.ncf = r.modified_ncf and o.status = 'rejected'
      and not exists (select from electronic_receipts n where n.gym_id = o.gym_id and n.id_receipt = o.id_receipt and n.id > o.id))
  when 'sent' then e.next_attempt_at is null
  else false end`

const fromDocuments = (gym: number, which: Statement): Statement => sql`
  from electronic_receipts e join fiscal_receipts r on r.gym_id = e.gym_id and r.id = e.id_receipt
  where e.gym_id = ${gym} and ${isNewest} ${which}`

const documentColumns = sql`
  select e.ncf, r.type, ${typeNames}::jsonb ->> r.type as type_name, r.issued_at, e.signed_at, r.total,
    case when r.buyer_tax_id is not null then json_build_object('tax_id', r.buyer_tax_id, 'legal_name', r.buyer_name) end as buyer,
    case when r.id_sale is not null
      then json_build_object('kind', 'sale', 'id', r.id_sale, 'number', (select s.number::text from sales s where s.gym_id = r.gym_id and s.id = r.id_sale))
      else json_build_object('kind', 'payment', 'id', r.id_payment, 'number', (select p.number::text from membership_payments p where p.gym_id = r.gym_id and p.id = r.id_payment))
    end as document,
    e.status, e.is_summary, e.track_id, e.attempts, e.answer as last_answer, e.next_attempt_at, ${needsPerson} as needs_person, e.buyer_approval`

export function listFiscalDocuments(
  tx: Transaction,
  gym: number,
  { page, size_page, status }: PageQuery & { status?: ElectronicStatus | undefined },
) {
  const from = fromDocuments(gym, status ? sql`and e.status = ${status}` : emptySql)
  const rows = sql`${documentColumns} ${from} order by e.id desc limit ${size_page} offset ${page * size_page}`
  return readListPage<FiscalDocument>(tx, { page, size_page }, rows, from)
}

export const readFiscalDocument = (tx: Transaction, gym: number, ncf: string): Promise<FiscalDocument | null> =>
  tx.maybe(sql`${documentColumns} ${fromDocuments(gym, sql`and e.ncf = ${ncf}`)}`)

export const readDocumentXml = (tx: Transaction, gym: number, ncf: string): Promise<{ xml: string } | null> =>
  tx.maybe(sql`select e.xml ${fromDocuments(gym, sql`and e.ncf = ${ncf}`)}`)

export const countFiscalDocuments = (tx: Transaction, gym: number, now: Date): Promise<FiscalDocumentCounts> =>
  tx.one(sql`
    select count(*) filter (where e.status = 'signed') as waiting,
      ${formatInstant(sql`min(e.signed_at) filter (where e.status = 'signed')`)} as waiting_since,
      count(*) filter (where ${needsPerson}) as needs_person,
      (select (c.valid_until at time zone i."timeZone")::date from gym_info i join fiscal_settings s on s.gym_id = i.gym_id, lateral (
          select valid_until from fiscal_certificates where gym_id = i.gym_id order by id desc limit 1) c
        where i.gym_id = ${gym} and s.mode = 'electronic' and c.valid_until < ${now}::timestamptz + make_interval(days => ${expiryWarningDays})) as certificate_expires_on
    ${fromDocuments(gym, sql`and e.status in ('signed', 'sent', 'rejected')`)}`)
