// Fiscal receipts of documents: what a receipt states, its row with the next number, and credit notes of voids.

import { missingBuyerTexts } from '@torniquete/contract/fiscal/buyer-texts.ts'
import { type ReceiptTypeCode, receiptTypes } from '@torniquete/contract/fiscal/do/receipt-numbers.ts'
import { parseTaxId } from '@torniquete/contract/fiscal/do/tax-id.ts'
import type { FiscalReceipt, ReceiptRequest } from '@torniquete/contract/fiscal/receipts.ts'
import { sumTaxedLines, type TaxedLine, type TaxTotals } from '@torniquete/contract/fiscal/tax.ts'
import { throwFieldRejection } from '@torniquete/contract/shared/errors.ts'
import { roundToCents } from '@torniquete/contract/shared/money.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { formatInstantSql, type Statement, sql } from '../platform/db/sql.ts'

/** A client as a sale needs it. */
export interface ClientWithFiscalSettings {
  id: number
  name: string
  is_anonymous: boolean
  tax_id: string | null
  legal_name: string | null
  /** Paper during a contingency; null if the gym has no country. */
  mode: 'paper' | 'electronic' | null
  in_contingency: boolean
  /** Newest certificate of a gym that issues electronic receipts. */
  id_certificate: number | null
  buyer_from: string
}

/** Client and settings that decide what a receipt states. */
export type ClientWithReceiptMode = ClientWithFiscalSettings & { mode: 'paper' | 'electronic' }

/** Null if the gym has no country. */
export const toClientWithReceiptMode = (client: ClientWithFiscalSettings): ClientWithReceiptMode | null =>
  client.mode === null ? null : { ...client, mode: client.mode }

/** SQL condition: two receipts are of one document, as a receipt and its notes and replacements are. */
export const isSameDocumentSql = (one: Statement, other: Statement): Statement =>
  sql`(${one}.id_sale = ${other}.id_sale or ${one}.id_payment = ${other}.id_payment)`

export const receiptTypeNamesJson = JSON.stringify(
  Object.fromEntries(Object.entries(receiptTypes).map(([type, { name }]) => [type, name])),
)

/**
 * Client `c` with the settings for its receipts. They are read here, since the dispatcher's country may be out of date;
 * the trigger that takes the number checks the country again.
 */
export const selectBuyer = (gym: number, id: number): Statement => sql`
  select c.id, c.name, c.is_anonymous, c.tax_id, c.legal_name,
    case when s.contingency_since is null then s.mode else 'paper' end as mode, s.contingency_since is not null as in_contingency,
    case when s.mode = 'electronic' then (select max(f.id) from fiscal_certificates f where f.gym_id = s.gym_id) end as id_certificate, s.buyer_from
  from clients c left join fiscal_settings s on s.gym_id = c.gym_id and s.country <> 'none'
  where c.gym_id = ${gym} and c.id = ${id} and c.deleted_at is null`

const typesByMode = {
  paper: { consumer: 'B02', credit: 'B01' },
  electronic: { consumer: 'E32', credit: 'E31' },
} as const satisfies Record<string, Record<string, ReceiptTypeCode>>

type NamedBuyer = FiscalReceipt['buyer']

/** A receipt without its number, which the database assigns. */
export interface NewReceipt {
  type: ReceiptTypeCode
  buyer: NamedBuyer
  totals: TaxTotals
  /** True if the total reaches the limit from which a buyer must be named. */
  mustNameBuyer: boolean
  inContingency: boolean
  /** Amounts of each document of a ticket. */
  parts?: { sale: TaxTotals; payment: TaxTotals }
}

const refuse = (field: 'tax_id' | 'legal_name', msg: string): never =>
  throwFieldRejection(['body', 'receipt', field], msg)

const isLarge = (limit: string, total: string): boolean => roundToCents(total) >= roundToCents(limit)

function chooseBuyer(client: ClientWithReceiptMode, asked: NonNullable<ReceiptRequest>, total: string): NamedBuyer {
  const stored = client.is_anonymous ? null : client.tax_id
  const tax_id = asked.tax_id ?? (asked.type === 'credit' ? stored : null)
  const legal_name = asked.legal_name ?? (tax_id === stored ? client.legal_name : null)
  if (asked.type === 'credit') {
    if (tax_id === null) return refuse('tax_id', missingBuyerTexts.creditTaxId)
    return { tax_id, legal_name: legal_name ?? refuse('legal_name', missingBuyerTexts.legalName) }
  }
  const mustName = isLarge(client.buyer_from, total)
  if (tax_id === null) return mustName ? refuse('tax_id', missingBuyerTexts.largeTaxId) : null
  if (legal_name !== null) return { tax_id, legal_name }
  // A cédula is usually the client's own, an RNC is not.
  if (!client.is_anonymous && parseTaxId(tax_id)?.kind === 'cedula') return { tax_id, legal_name: client.name }
  return mustName ? refuse('legal_name', missingBuyerTexts.name) : { tax_id, legal_name: null }
}

/** Decides type, buyer and amounts of the receipt for a sale; fails if the buyer must be named and is not. */
export function prepareReceipt(
  terms: ClientWithReceiptMode,
  asked: ReceiptRequest,
  lines: { sale?: readonly TaxedLine[]; payment?: readonly TaxedLine[] },
): NewReceipt {
  const { sale = [], payment = [] } = lines
  const request = asked ?? { type: 'consumer' }
  const totals = sumTaxedLines([...payment, ...sale])
  return {
    type: typesByMode[terms.mode][request.type],
    buyer: chooseBuyer(terms, request, totals.total),
    totals,
    mustNameBuyer: isLarge(terms.buyer_from, totals.total),
    inContingency: terms.in_contingency,
    ...(lines.sale && lines.payment && { parts: { sale: sumTaxedLines(sale), payment: sumTaxedLines(payment) } }),
  }
}

/** Stores a typed identity on a registered client who lacks it. An identity that the client has is never overwritten. */
export function storeTypedTaxIdentity(
  tx: Transaction,
  gym: number,
  client: ClientWithReceiptMode,
  typed: ReceiptRequest,
): void {
  const { tax_id = null, legal_name = null } = typed ?? {}
  const isKept = client.tax_id === null ? tax_id !== null : client.legal_name === null && legal_name !== null
  if (client.is_anonymous || !isKept) return
  tx.afterWork(async () => {
    await tx.run(sql`
      update clients set tax_id = coalesce(tax_id, ${tax_id}), legal_name = coalesce(legal_name, ${legal_name})
      where gym_id = ${gym} and id = ${client.id} and (tax_id is null or tax_id = coalesce(${tax_id}, tax_id))`)
  })
}

interface ReceiptOwner {
  gym: Statement
  id_sale?: Statement
  id_payment?: Statement
  issued_at: Statement
  /** Query part from which the expressions above come. */
  from: Statement
}

const none = sql`null::bigint`

/** CTE `fiscal` that inserts the receipt of a document; the row of the number's range stays locked until commit. */
export function makeReceiptCte(
  { type, buyer, totals, mustNameBuyer, inContingency, parts }: NewReceipt,
  { gym, id_sale = none, id_payment = none, issued_at, from }: ReceiptOwner,
): Statement {
  return sql`, fiscal as (
    insert into fiscal_receipts (gym_id, type, id_sale, id_payment, issued_at, buyer_tax_id, buyer_name, exempt, tax_total, total, taxed, must_name_buyer, in_contingency, parts)
    select ${gym}, ${type}, ${id_sale}, ${id_payment}, ${issued_at}, ${buyer?.tax_id ?? null}, ${buyer?.legal_name ?? null},
      ${totals.exempt}::numeric, ${totals.tax_total}::numeric, ${totals.total}::numeric, ${JSON.stringify(totals.taxed)}::jsonb,
      ${mustNameBuyer}, ${inContingency}, ${parts ? JSON.stringify(parts) : null}::jsonb
    ${from} returning ncf, issued_at, expires_on)`
}

type Part = 'sale' | 'payment' | null

/** JSON text (FiscalReceipt) of the receipt that CTE `fiscal` inserts. Building it in SQL would take longer. */
export function selectInsertedReceiptJson({ type, buyer, totals, parts }: NewReceipt, part: Part): Statement {
  const stated: Omit<FiscalReceipt, 'ncf' | 'issued_at' | 'expires_on'> = {
    type,
    type_name: receiptTypes[type].name,
    modifies: null,
    buyer,
    ...((part && parts?.[part]) ?? totals),
    status: 'paper',
    security_code: null,
    signed_at: null,
    qr: null,
  }
  return sql`(select ('{"ncf":"' || ncf || '","issued_at":"' || ${formatInstantSql(sql`issued_at`)} || '","expires_on":' || coalesce(to_json(expires_on)::text, 'null')
    || ',' || ${JSON.stringify(stated).slice(1)}::text)::json from fiscal)`
}

/** Fields of electronic receipt `e`, which is null for a receipt on paper. */
const signatureColumns = sql`'status', coalesce(e.status, 'paper'), 'security_code', e.security_code, 'signed_at', ${formatInstantSql(sql`e.signed_at`)}, 'qr', e.qr`

function makeReceiptObject(part: Part): Statement {
  const amount = (name: 'exempt' | 'tax_total' | 'total') => {
    const whole = { exempt: sql`r.exempt::text`, tax_total: sql`r.tax_total::text`, total: sql`r.total::text` }[name]
    return part === null ? whole : sql`coalesce(r.parts -> ${part} ->> ${name}, ${whole})`
  }
  return sql`json_build_object('ncf', r.ncf, 'type', r.type, 'type_name', ${receiptTypeNamesJson}::jsonb ->> r.type, 'issued_at', ${formatInstantSql(sql`r.issued_at`)},
    'expires_on', r.expires_on,
    'modifies', case when r.modified_ncf is not null then json_build_object('ncf', r.modified_ncf, 'date', r.modified_on) end,
    'buyer', case when r.buyer_tax_id is not null then json_build_object('tax_id', r.buyer_tax_id, 'legal_name', r.buyer_name) end,
    'exempt', ${amount('exempt')}, 'taxed', ${part === null ? sql`r.taxed` : sql`coalesce(r.parts -> ${part} -> 'taxed', r.taxed)`},
    'tax_total', ${amount('tax_total')}, 'total', ${amount('total')},
    ${signatureColumns})`
}

const receiptObjects = {
  sale: makeReceiptObject('sale'),
  payment: makeReceiptObject('payment'),
  whole: makeReceiptObject(null),
}

/**
 * Scalar query: JSON object (FiscalReceipt) of the newest receipt `r` that matches `which`, or null. `part` chooses the
 * amounts of one document of a ticket.
 */
export const selectStoredReceiptJson = (part: Part, which: Statement): Statement => sql`(
  select ${receiptObjects[part ?? 'whole']} from fiscal_receipts r
    left join lateral (
      select status, security_code, signed_at, qr from electronic_receipts
      where gym_id = r.gym_id and id_receipt = r.id order by id desc limit 1) e on r.type like 'E%'
  where ${which} order by r.id desc limit 1)`

/** Columns `fiscal` and `fiscal_note` of a sold document. `document` is the alias of its table. */
export function selectFiscalColumns(kind: 'sale' | 'payment', document: Statement): Statement {
  const owner = kind === 'sale' ? sql`r.id_sale` : sql`r.id_payment`
  const ofIt = sql`r.gym_id = ${document}.gym_id and ${owner} = ${document}.id`
  return sql`
    ${selectStoredReceiptJson(kind, sql`${ofIt} and r.id_void is null`)} as fiscal,
    ${selectStoredReceiptJson(null, sql`${ofIt} and r.id_void is not null`)} as fiscal_note`
}

export interface NewCreditNote {
  gym: number
  zone: string
  kind: 'sale' | 'payment'
  /** Id of the voided document. */
  id: number
  receipt: FiscalReceipt
  id_void: number
  lines: readonly TaxedLine[]
}

/** Issues the credit note of a void, to the buyer of the receipt and in the same series. */
export async function insertCreditNote(tx: Transaction, note: NewCreditNote): Promise<void> {
  const { gym, zone, kind, id, receipt, id_void } = note
  const type: ReceiptTypeCode = receipt.type.startsWith('B') ? 'B04' : 'E34'
  const totals = sumTaxedLines(note.lines)
  const owner = kind === 'sale' ? sql`id_sale` : sql`id_payment`
  await tx.run(sql`
    insert into fiscal_receipts (gym_id, type, ${owner}, id_void, modified_ncf, modified_on, in_contingency, issued_at, buyer_tax_id, buyer_name, exempt, tax_total, total, taxed)
    select v.gym_id, ${type}, ${id}, v.id, r.ncf, (r.issued_at at time zone ${zone})::date,
      ${type} = 'B04' and (r.in_contingency or c.contingency_since is not null), v.created_at, r.buyer_tax_id, r.buyer_name,
      ${totals.exempt}::numeric, ${totals.tax_total}::numeric, ${totals.total}::numeric, ${JSON.stringify(totals.taxed)}::jsonb
    from voids v join fiscal_receipts r on r.gym_id = v.gym_id and r.ncf = ${receipt.ncf} and r.${owner} = ${id} join fiscal_settings c on c.gym_id = v.gym_id
    where v.gym_id = ${gym} and v.id = ${id_void}`)
}

/**
 * After a restore, ranges wait for an administrator, because later papers may show numbers after the archive's.
 * Documents that the archive has as unsent may have been sent since, so the tax office is asked before they are sent.
 */
export const suspendRangesAfterRestore = async (tx: Transaction, gym: number, at: string): Promise<void> => {
  await tx.run(sql`
    update fiscal_ranges set unconfirmed_since = ${at} where gym_id = ${gym} and cancelled_at is null and next <= last`)
  await tx.run(sql`
    update electronic_receipts set handed_at = ${at} where gym_id = ${gym} and status = 'signed' and handed_at is null`)
}
