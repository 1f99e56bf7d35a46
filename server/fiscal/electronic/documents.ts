// Electronic receipts of a gym, as its administrators see them.

import { expiryWarningDays, type ReceiptTypeCode } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import type {
  ElectronicDocumentStatus,
  FiscalDocument,
  FiscalDocumentCounts,
} from '@torniquete/contract/fiscal/fiscal-documents.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { readListPage } from '../../platform/db/paged-lists.ts'
import { emptySql, formatInstantSql, type Statement, sql } from '../../platform/db/sql.ts'
import type { FiscalEnvironment } from '../do/ecf/qr.ts'
import { isSameDocumentSql, receiptTypeNamesJson } from '../queries.ts'

/** The newest row of a receipt counts. */
const isNewest = sql`not exists (
  select from electronic_receipts n where n.gym_id = e.gym_id and n.id_receipt = e.id_receipt and n.id > e.id)`

/** True if the bill of receipt `r` was voided completely. */
const isVoided = sql`(exists (select from sales s where s.gym_id = r.gym_id and s.id = r.id_sale and s.voided_at is not null)
  or exists (select from membership_payments p where p.gym_id = r.gym_id and p.id = r.id_payment and p.voided_at is not null))`

const isOfSameDocument = isSameDocumentSql(sql`o`, sql`r`)

/** Status of the newest document of receipt `o`. */
const otherStatus = sql`(
  select s.status from electronic_receipts s where s.gym_id = o.gym_id and s.id_receipt = o.id order by s.id desc limit 1)`

/**
 * True if nothing more happens until a person acts. A credit note waits for the receipt that it modifies. A rejected note
 * may have got a new number, and a rejected receipt matters as long as its bill is valid or its note waits. Documents of an
 * environment that the gym has left matter to no person.
 */
const needsPerson = sql`case when r.environment is distinct from (select s.environment from fiscal_settings s where s.gym_id = r.gym_id) then false else case e.status
  when 'rejected' then case when r.id_void is null
    then not ${isVoided} or exists (select from fiscal_receipts o where o.gym_id = r.gym_id and ${isOfSameDocument} and o.modified_ncf = r.ncf and o.environment = r.environment and ${otherStatus} = 'signed')
    else not exists (select from fiscal_receipts o where o.gym_id = r.gym_id and ${isOfSameDocument} and o.id_void = r.id_void and o.id > r.id) end
  when 'signed' then e.next_attempt_at is null
    or exists (select from fiscal_receipts o where o.gym_id = r.gym_id and o.ncf = r.modified_ncf and o.environment = r.environment and ${otherStatus} = 'rejected')
  when 'sent' then e.next_attempt_at is null
  else false end end`

/** True if the document will be sent; one that cannot be read is not tried again. */
const isWaiting = sql`e.status = 'signed' and e.next_attempt_at is not null`

/** True if receipt `r` is of the environment in which the gym issues receipts now. */
const isCurrent = sql`r.environment = (select s.environment from fiscal_settings s where s.gym_id = r.gym_id)`

/** Receipt `r` with a number. If several environments have used it: that of the current one, else the newest. */
const findByNumber = (gym: number, ncf: string): Statement => sql`and r.id = (
  select r.id from fiscal_receipts r where r.gym_id = ${gym} and r.ncf = ${ncf} order by ${isCurrent} desc, r.id desc limit 1)`

const fromDocuments = (gym: number, which: Statement): Statement => sql`
  from electronic_receipts e join fiscal_receipts r on r.gym_id = e.gym_id and r.id = e.id_receipt
  where e.gym_id = ${gym} and ${isNewest} ${which}`

const documentColumns = sql`
  select e.ncf, r.type, ${receiptTypeNamesJson}::jsonb ->> r.type as type_name, r.issued_at, e.signed_at, r.total,
    case when r.buyer_tax_id is not null then json_build_object('tax_id', r.buyer_tax_id, 'legal_name', r.buyer_name) end as buyer,
    case when r.id_sale is not null
      then json_build_object('kind', 'sale', 'id', r.id_sale, 'number', (select s.number::text from sales s where s.gym_id = r.gym_id and s.id = r.id_sale))
      else json_build_object('kind', 'payment', 'id', r.id_payment, 'number', (select p.number::text from membership_payments p where p.gym_id = r.gym_id and p.id = r.id_payment))
    end as document,
    e.status, e.is_summary, e.track_id, e.attempts, e.answer as last_answer, e.next_attempt_at, ${needsPerson} as needs_person, e.buyer_approval`

export function listFiscalDocuments(
  tx: Transaction,
  gym: number,
  { page, size_page, status }: PageQuery & { status?: ElectronicDocumentStatus | undefined },
) {
  const from = fromDocuments(gym, sql`and ${isCurrent} ${status ? sql`and e.status = ${status}` : emptySql}`)
  const rows = sql`${documentColumns} ${from} order by e.id desc limit ${size_page} offset ${page * size_page}`
  return readListPage<FiscalDocument>(tx, { page, size_page }, rows, from)
}

export const readFiscalDocument = (tx: Transaction, gym: number, ncf: string): Promise<FiscalDocument | null> =>
  tx.maybe(sql`${documentColumns} ${fromDocuments(gym, findByNumber(gym, ncf))}`)

export const readDocumentXml = (tx: Transaction, gym: number, ncf: string): Promise<{ xml: string } | null> =>
  tx.maybe(sql`select e.xml ${fromDocuments(gym, findByNumber(gym, ncf))}`)

export const countFiscalDocuments = (tx: Transaction, gym: number, now: Date): Promise<FiscalDocumentCounts> =>
  tx.one(sql`
    select count(*) filter (where ${isWaiting}) as waiting,
      ${formatInstantSql(sql`min(e.signed_at) filter (where ${isWaiting})`)} as waiting_since,
      count(*) filter (where ${needsPerson}) as needs_person,
      (select (c.valid_until at time zone i."timeZone")::date from gym_info i join fiscal_settings s on s.gym_id = i.gym_id, lateral (
          select valid_until from fiscal_certificates where gym_id = i.gym_id order by id desc limit 1) c
        where i.gym_id = ${gym} and s.mode = 'electronic' and c.valid_until < ${now}::timestamptz + make_interval(days => ${expiryWarningDays})) as certificate_expires_on
    ${fromDocuments(gym, sql`and ${isCurrent} and e.status in ('signed', 'sent', 'rejected')`)}`)

export interface LockedDocument {
  /** Id of the newest document of the receipt. */
  id: number
  id_receipt: number
  ncf: string
  environment: FiscalEnvironment
  /** True if the receipt is of the environment in which the gym issues receipts now. */
  is_current: boolean
  /** True for a credit note, unless its void has got another one since. */
  is_newest_note: boolean
  status: ElectronicDocumentStatus
  /** True if the document was certainly never handed to the tax office. */
  is_unsent: boolean
  /** False only if the tax office said that the number of the rejected document may be used again. */
  is_number_used: boolean
  /** True if the number cannot be annulled: a ticket or a note has the receipt too, or it replaces one of series B. */
  needs_credit_note: boolean
}

/**
 * Reads the newest document of the newest receipt `r` that matches `which`. Neither sending nor signing it again can change
 * it until commit.
 */
export async function lockElectronicReceipt(tx: Transaction, gym: number, which: Statement): Promise<LockedDocument> {
  await tx.run(sql`select from fiscal_receipts r where r.gym_id = ${gym} and ${which} for no key update`)
  const document = await tx.maybe<LockedDocument>(sql`
    select e.id, e.id_receipt, r.ncf, r.environment, ${isCurrent} as is_current,
      r.id_void is not null
        and not exists (select from fiscal_receipts n where n.gym_id = r.gym_id and ${isSameDocumentSql(sql`n`, sql`r`)} and n.id_void = r.id_void and n.id > r.id) as is_newest_note,
      e.status, e.handed_at is null and e.track_id is null as is_unsent,
      e.answer ->> 'is_number_used' is distinct from 'false' as is_number_used,
      num_nonnulls(r.id_sale, r.id_payment) = 2 or r.modified_ncf is not null
        or exists (select from fiscal_receipts n where n.gym_id = r.gym_id and ${isSameDocumentSql(sql`n`, sql`r`)} and n.modified_ncf = r.ncf and n.environment = r.environment) as needs_credit_note
    from fiscal_receipts r join electronic_receipts e on e.gym_id = r.gym_id and e.id_receipt = r.id
    where r.gym_id = ${gym} and ${which} order by r.id desc, e.id desc limit 1 for update of e`)
  return document ?? throwError('row.missing')
}

/** Takes over the name of the buyer's client record, which may have been corrected since the receipt was booked. */
export const copyBuyerNameFromClient = (tx: Transaction, gym: number, id: number): Promise<number> =>
  tx.run(sql`
    update fiscal_receipts r set buyer_name = coalesce(c.legal_name, case when length(c.tax_id) = 11 then c.name end, r.buyer_name)
    from clients c
    where r.gym_id = ${gym} and r.id = ${id} and c.gym_id = r.gym_id and c.tax_id = r.buyer_tax_id and not c.is_anonymous
      and c.id = coalesce((select s.id_client from sales s where s.gym_id = r.gym_id and s.id = r.id_sale),
        (select p.id_client from membership_payments p where p.gym_id = r.gym_id and p.id = r.id_payment))`)

/**
 * Issues a receipt again with a new number: a paper of series B as an electronic receipt that replaces it, and a credit
 * note as another one. The day stays, so that both belong to the same month, but the new number must be valid today.
 */
export const reissueReceipt = (
  tx: Transaction,
  gym: number,
  { id, type, now }: { id: number; type: ReceiptTypeCode; now: Date },
): Promise<number> =>
  tx.run(sql`
    insert into fiscal_receipts (gym_id, type, id_sale, id_payment, id_void, modified_ncf, modified_on, issued_at, buyer_tax_id, buyer_name,
      exempt, tax_total, total, taxed, must_name_buyer, parts, expires_on)
    select r.gym_id, ${type}, r.id_sale, r.id_payment, r.id_void, case when r.type = ${type} then r.modified_ncf else r.ncf end,
      case when r.type = ${type} then r.modified_on else (r.issued_at at time zone i."timeZone")::date end, r.issued_at, r.buyer_tax_id, r.buyer_name,
      r.exempt, r.tax_total, r.total, r.taxed, r.must_name_buyer, r.parts, (${now}::timestamptz at time zone i."timeZone")::date
    from fiscal_receipts r join gym_info i on i.gym_id = r.gym_id where r.gym_id = ${gym} and r.id = ${id}`)

/** Numbers that will be reported to the tax office as never used. */
export const insertAnnulment = (
  tx: Transaction,
  gym: number,
  numbers: { type: string; environment: string; first: number; last: number; now: Date | string },
): Promise<number> => {
  const { type, environment, first, last, now } = numbers
  return tx.run(sql`
    insert into fiscal_annulments (gym_id, type, environment, tax_id, first, last, created_at, next_attempt_at)
    select gym_id, ${type}, ${environment}, tax_id, ${first}, ${last}, ${now}, ${now} from fiscal_settings where gym_id = ${gym}`)
}
