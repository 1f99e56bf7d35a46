import { type DocumentKind, documentTypes } from '@torniquete/contract/document-types.ts'
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import type { TaxClass } from '@torniquete/contract/fiscal/tax.ts'
import { throwError, throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import { roundToCents } from '@torniquete/contract/shared/money.ts'
import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import type { PaymentColumnValues } from '@torniquete/contract/shared/workbooks.ts'
import type { PricedLine } from '@torniquete/contract/till/bills.ts'
import type { PaymentFields, RefundFields, SalePaymentFields } from '@torniquete/contract/till/payment-fields.ts'
import { pendingPaymentLabel, unknownPaymentLabel } from '@torniquete/contract/till/payment-kind-labels.ts'
import { findStockNoticeTitle, type Product } from '@torniquete/contract/till/products.ts'
import { type ClientWithFiscalSettings, selectBuyer } from '../../fiscal/queries.ts'
import {
  type DocumentQuery,
  type DocumentTable,
  listDocuments,
  readDocumentChunk,
} from '../../platform/db/document-lists.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { type ListChunkRange, makeListAnswer } from '../../platform/db/paged-lists.ts'
import { emptySql, joinColumnsAndValues, quoteIdentifier, type Statement, sql } from '../../platform/db/sql.ts'
import type { GymCall } from '../../platform/http/handler-types.ts'
import { insertStockNotification } from '../../reports/notifications/queries.ts'

export type StockedProduct = Pick<Product, 'id' | 'name' | 'quantity' | 'min_quantity' | 'sale_price' | 'tax_class'>

/** Reads products and locks them in id order until commit, so that two bills cannot deadlock. */
export async function lockProducts(
  tx: Transaction,
  gym: number,
  ids: readonly number[],
  { deleted = false }: { deleted?: boolean } = {},
): Promise<Map<number, StockedProduct>> {
  const rows = await tx.many<StockedProduct>(sql`
    select id, name, quantity, min_quantity, sale_price, tax_class from products
    where gym_id = ${gym} and id = any(${[...new Set(ids)]}::bigint[]) ${deleted ? sql`` : sql`and deleted_at is null`}
    order by id for no key update`)
  return new Map(rows.map((row) => [row.id, row]))
}

export function sumQuantitiesByProduct(
  lines: readonly { id_product: number; quantity: number }[],
): Map<number, number> {
  const taken = new Map<number, number>()
  for (const { id_product, quantity } of lines) taken.set(id_product, (taken.get(id_product) ?? 0) + quantity)
  return taken
}

export function deductStock(
  tx: Transaction,
  gym: number,
  stock: ReadonlyMap<number, StockedProduct>,
  lines: readonly { id_product: number; quantity: number }[],
  { now, refusal = 'stock.short' }: { now: Date; refusal?: 'stock.short' | 'purchase.void-short' },
): void {
  const taken = [...sumQuantitiesByProduct(lines)].map(([id, quantity]) => {
    const product = stock.get(id) ?? throwError('row.missing')
    if (product.quantity < quantity) throwError(refusal, { name: product.name, n: product.quantity })
    return { product, left: product.quantity - quantity }
  })
  for (const { product, left } of taken) {
    const title = findStockNoticeTitle(product.quantity, left, product.min_quantity)
    // Runs after the document is booked, so that the lock on the gym's notifications is short.
    if (title) tx.afterWork(() => insertStockNotification(tx, gym, title, product, left, now))
  }
}

export interface ProductBillLine extends PricedLine {
  id_product: number
  product_name: string
  /** Only of sales, if the gym has a country. */
  tax_class?: TaxClass
  included_tax?: string
}

export interface NewBill {
  how: SalePaymentFields
  gym_id: number
  /** Id of the client of a sale, or of the supplier of a purchase. */
  id_party: number
  id_user: number
  amount_total: string
  created_at: Date
  lines: readonly ProductBillLine[]
  /** Fiscal fields of a purchase. */
  received?: object
}

const bills = {
  sale: { table: 'sales', party: 'id_client', items: 'sale_items', document: 'id_sale', sign: -1 },
  purchase: { table: 'purchases', party: 'id_supplier', items: 'purchase_items', document: 'id_purchase', sign: 1 },
} as const

/** Lines of a bill as SQL rows (line, id_product, product_name, quantity, unit_price, discount, tax and taxes). */
const lineRows = (lines: readonly ProductBillLine[], hasTaxes: boolean): Statement => sql`
  unnest(${lines.map((_, index) => index + 1)}::smallint[], ${lines.map((line) => line.id_product)}::bigint[],
         ${lines.map((line) => line.product_name)}::text[], ${lines.map((line) => line.quantity)}::int[],
         ${lines.map((line) => line.unit_price)}::numeric[], ${lines.map((line) => line.discount)}::numeric[],
         ${lines.map((line) => line.tax)}::numeric[] ${hasTaxes ? taxArrays(lines) : emptySql})
    as l (line, id_product, product_name, quantity, unit_price, discount, tax ${hasTaxes ? taxColumns : emptySql})`

const taxColumns = sql`, tax_class, included_tax`
const taxArrays = (lines: readonly ProductBillLine[]): Statement => sql`,
  ${lines.map((line) => line.tax_class ?? null)}::text[], ${lines.map((line) => line.included_tax ?? null)}::numeric[]`

/** CTEs that book a document as `bill`, with the next number of its kind. That number stays locked until commit. */
export function makeBillCtes(
  kind: keyof typeof bills,
  { gym_id, id_party, id_user, amount_total, created_at, lines, how, received }: NewBill,
): Statement {
  const { table, party, items, document, sign } = bills[kind]
  const hasTaxes = kind === 'sale'
  const row = { gym_id, [party]: id_party, id_user, amount_total, created_at, ...received }
  return sql`
    bill as (
      insert into ${quoteIdentifier(table)} ${joinColumnsAndValues(row)} returning *),
    items as (
      insert into ${quoteIdentifier(items)} (gym_id, ${quoteIdentifier(document)}, line, id_product, product_name, quantity, unit_price, discount, tax ${hasTaxes ? taxColumns : emptySql})
      select bill.gym_id, bill.id, l.* from bill, ${lineRows(lines, hasTaxes)}),
    moved as (
      insert into stock_movements (gym_id, id_product, quantity, reason, ${quoteIdentifier(document)})
      select bill.gym_id, l.id_product, l.quantity * ${sign}::integer, ${kind}, bill.id from bill, ${lineRows(lines, false)}),
    ${makeTenderCtes(kind, sql`bill`, how, created_at)}`
}

/** Lines of a document as a JSON array ordered by line. `owner` is the join condition, e.g. `i.id_sale = s.id`. */
export const selectDocumentLines = (table: 'sale_items' | 'purchase_items', owner: Statement): Statement => sql`
  (select json_agg(json_build_object('id_product', i.id_product, 'product_name', i.product_name, 'quantity', i.quantity,
     'unit_price', i.unit_price::text, 'discount', i.discount, 'tax', i.tax) order by i.line)
   from ${quoteIdentifier(table)} i where ${owner})`

/** JSON object `{ id, name }` of a client, supplier or user, with the name at booking time. */
export const selectNameSnapshot = (id: Statement, name: Statement): Statement =>
  sql`json_build_object('id', ${id}, 'name', ${name})`

/** JSON object of a void (the contract's Voided), or null. `document` is the alias of the document's table. */
export const selectVoidJson = (document: Statement, kind: DocumentKind): Statement => sql`
  case when ${document}.voided_at is not null then (
    select json_build_object('number', v.number, 'reason', v.reason, 'user', ${selectNameSnapshot(sql`v.id_user`, sql`v.user_name`)},
      'at', to_char(v.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from voids v where v.gym_id = ${document}.gym_id and v.${quoteIdentifier(getDocumentIdColumn(kind))} = ${document}.id) end`

export const getDocumentIdColumn = (kind: DocumentKind): string => `id_${kind}`

/** SQL condition: the document of tender `t` brings money in. */
export const isIncomingTenderSql = sql`t.document = any(${documentTypes.flatMap(({ kind, flow }) => (flow === 'in' ? [kind] : []))}::text[])`

/** SQL rows `t` of payment parts. If the request names no parts, the default kind pays the complete amount. */
export const selectRequestedTenders = ({ paid }: PaymentFields, amount: Statement): Statement =>
  paid
    ? sql`unnest(${paid.map(({ id_kind }) => id_kind)}::bigint[], ${paid.map((part) => part.amount)}::numeric[],
        ${paid.map(({ received }) => received ?? null)}::numeric[]) as t (id_kind, amount, received)`
    : sql`(select id, ${amount}, null::numeric from payment_kinds where gym_id = d.gym_id and is_default and ${amount} > 0) as t (id_kind, amount, received)`

/** CTEs that insert tenders and debt of the document in CTE `part`; a constraint compares their sum with its total. */
export function makeTenderCtes(kind: DocumentKind, part: Statement, how: SalePaymentFields, now: Date): Statement {
  const { at, amount, flow } = documentTypes.find((each) => each.kind === kind) ?? throwError('row.missing')
  // A purchase without payment parts gets no tender, since it may be paid by bank; a sale is paid by the default kind.
  if (flow === 'out' && !how.paid && how.id_shift === undefined) return sql`tendered as (select)`
  const column = (name: string) => sql`d.${quoteIdentifier(name)}`
  return sql`
    tendered as (
      insert into tenders (gym_id, ${quoteIdentifier(getDocumentIdColumn(kind))}, id_kind, kind_name, amount, received, created_at, id_user, id_shift)
      select d.gym_id, d.id, t.id_kind, coalesce(k.name, ''), t.amount, case when k.in_drawer then t.received end, ${column(at)}, d.id_user,
        ${how.id_shift ?? null}::bigint
      from ${part} d cross join lateral ${selectRequestedTenders(how, how.owed === undefined ? column(amount) : sql`(${column(amount)} - ${how.owed}::numeric)`)}
        left join payment_kinds k on k.gym_id = d.gym_id and k.id = t.id_kind)
    ${how.owed === undefined ? emptySql : debtPart(kind, part, column(at), how.owed, now)}`
}

/** CTE that inserts the unpaid amount as a debt, dated like its document. */
const debtPart = (kind: DocumentKind, part: Statement, at: Statement, owed: string, now: Date): Statement => sql`,
    owing as (
      insert into debts (gym_id, ${quoteIdentifier(getDocumentIdColumn(kind))}, id_client, amount, created_at, since, id_user)
      select d.gym_id, d.id, d.id_client, ${owed}, ${at}, (${now}::timestamptz at time zone i."timeZone")::date, d.id_user
      from ${part} d join gym_info i on i.gym_id = d.gym_id)`

/**
 * Locks the owners of documents until commit. Reads the owners again after locking, because a merge may have changed
 * them. Skips the anonymous client, whose lock would delay every walk-in sale.
 */
export async function lockDocumentClients(
  tx: Transaction,
  gym: number,
  read: () => Promise<readonly number[]>,
): Promise<void> {
  const ids = await read()
  const [, now] = await Promise.all([
    tx.run(sql`
      select from clients where gym_id = ${gym} and id = any(${ids}::bigint[]) and not is_anonymous order by id for no key update`),
    read(),
  ])
  if (now.join() !== ids.join()) await lockDocumentClients(tx, gym, read)
}

type BuyerDocument = Extract<DocumentKind, 'sale' | 'payment'>

/** Ids of the current owners of sales or payments; empty if the document does not exist. */
export async function listBuyerIds(tx: Transaction, gym: number, kind: BuyerDocument, id: number): Promise<number[]> {
  const table = quoteIdentifier(kind === 'sale' ? 'sales' : 'membership_payments')
  const buyers = sql`select id_client as id from ${table} where gym_id = ${gym} and id = ${id}`
  return (await tx.many<{ id: number }>(buyers)).map((row) => row.id)
}

export const selectExpectedCash = (gym: number, id: number): Statement => sql`(
  (select opening from cash_shifts where gym_id = ${gym} and id = ${id})
  + (select coalesce(sum(case when ${isIncomingTenderSql} then t.amount else -t.amount end), 0) from tenders t
     where t.gym_id = ${gym} and t.id_shift = ${id} and t.in_drawer)
  + (select coalesce(sum(amount), 0) from cash_moves where gym_id = ${gym} and id_shift = ${id} and voided_at is null))::numeric(18, 2)`

/** Returns the expected cash of an open shift. Locks the shift, so that other cash movements wait until commit. */
export async function lockShiftAndReadCash(tx: Transaction, gym: number, id: number): Promise<string> {
  await tx.run(sql`select from cash_shifts where gym_id = ${gym} and id = ${id} for no key update`)
  return (await tx.one<{ expected: string }>(sql`select ${selectExpectedCash(gym, id)}::text as expected`)).expected
}

/** Fails if the last movement took more cash than the drawer had. The error does not reveal the amount. */
export const requireEnoughCash = async (tx: Transaction, gym: number, shift: number): Promise<void> =>
  throwIfRefused(roundToCents(await lockShiftAndReadCash(tx, gym, shift)) < 0 ? 'drawer.short' : null)

/** Fails if tenders `t` matching `which` refund cash without stating a shift, though one is required or open. */
export async function requireRefundShift(
  tx: Transaction,
  gym: number,
  { id_shift: shift, refuse_short }: RefundFields,
  which: Statement,
): Promise<void> {
  if (shift != null) {
    const isOut = sql`select from tenders t where t.gym_id = ${gym} and ${which} and t.in_drawer and ${isIncomingTenderSql} limit 1`
    if (refuse_short && (await tx.maybe(isOut))) await requireEnoughCash(tx, gym, shift)
    return
  }
  const cash = await tx.maybe<{ needed: boolean; open: boolean }>(sql`
    select bool_or(${isIncomingTenderSql}) and exists (
        select from drawer_rules r where r.gym_id = ${gym} and r.needs_shift
          and exists (select from cash_drawers d where d.gym_id = r.gym_id and not d.is_hidden)) as needed,
      exists (select from cash_shifts s where s.gym_id = ${gym} and s.closed_at is null) as open
    from tenders t join payment_kinds k on k.gym_id = t.gym_id and k.id = t.id_kind and k.in_drawer
    where t.gym_id = ${gym} and ${which} having count(*) > 0`)
  throwIfRefused(cash?.needed ? 'shift.refund-needed' : cash?.open && shift === undefined ? 'shift.unsaid' : null)
}

/** Adds columns for payments and open debt to document rows, for Excel files. */
function addPayments(rows: DocumentTable): DocumentTable {
  const { flow } = documentTypes.find(({ kind }) => kind === rows.kind) ?? throwError('row.missing')
  const ofIt = (part: Statement) =>
    sql`${part}.gym_id = ${rows.alias}.gym_id and ${part}.${quoteIdentifier(getDocumentIdColumn(rows.kind))} = ${rows.alias}.id`
  const owed = sql`union all select ${pendingPaymentLabel}, d.owed, true, d.id from debts d where ${ofIt(sql`d`)} and d.owed > 0`
  return {
    ...rows,
    columns: sql`${rows.columns}, (
      select case when count(*) = 1 and min(part.amount) = ${rows.amount} then min(part.name) else string_agg(part.name || ' ' || part.amount, '; ' order by part.is_owed, part.id) end
      from (select t.kind_name as name, t.amount, false as is_owed, t.id from tenders t where ${ofIt(sql`t`)} and t.id_void is null
          and (t.id_collection is null or not exists (select from collection_voids v where v.gym_id = t.gym_id and v.id_collection = t.id_collection))
        ${flow === 'in' ? owed : emptySql}) part) as paid_by,
      ${selectAmountsByPaymentKind(
        rows.alias,
        sql`(select t.id_kind, t.amount from tenders t where ${ofIt(sql`t`)})`,
        flow === 'in'
          ? sql`select ${pendingPaymentLabel}, (select d.owed from debts d where ${ofIt(sql`d`)} and d.owed > 0)
              where exists (select from debt_rules r where r.gym_id = ${rows.alias}.gym_id)`
          : sql`select ${unknownPaymentLabel}, ${rows.amount} - coalesce((select sum(t.amount) from tenders t where ${ofIt(sql`t`)} and t.id_void is null), 0)`,
      )} as paid_kinds`,
  }
}

/** JSON array of amounts by payment kind (PaidBy's `paid_kinds`): first `parts` by kind, then `others` by title. */
export const selectAmountsByPaymentKind = (row: Statement, parts: Statement, others: Statement): Statement => sql`(
  select json_agg(json_build_array(name, nullif(amount, 0)::text) order by place, position, id) from (
    select k.name, (select sum(p.amount) from ${parts} p where p.id_kind = k.id) as amount, 0 as place, k.position, k.id
    from payment_kinds k where k.gym_id = ${row}.gym_id
      and (not k.is_hidden or exists (select from tenders u where u.id_kind = k.id and u.gym_id = k.gym_id))
    union all
    select o.title, o.amount, 1, 0, 0 from (${others}) o (title, amount)) kinds)`

type ListCall<Query> = Pick<GymCall<EndpointName>, 'tx' | 'gym' | 'zone'> & { query: Query }

/** Answers a document list, with its rows under the property `key`. */
export async function readDocumentList<Key extends string, Row extends object>(
  key: Key,
  rows: DocumentTable,
  { tx, gym, zone, query }: ListCall<DocumentQuery>,
  partyName: string | undefined,
) {
  const { items, sums } = await listDocuments<Row>(tx, gym, rows, query, { zone, partyName })
  const { items: page, ...rest } = makeListAnswer({ items, total: sums.total }, query)
  // Cast, because TypeScript widens a computed key to `string`.
  return { ...({ [key]: page } as Record<Key, Row[]>), ...rest, ...sums }
}

/** A chunk of documents with their payments, for an Excel file. */
export const readDocumentsWithPayments = <Row extends object>(
  rows: DocumentTable,
  { tx, gym, zone, query, chunk }: ListCall<Omit<DocumentQuery, keyof PageQuery>> & { chunk: ListChunkRange },
  partyName: string | undefined,
): Promise<(Row & PaymentColumnValues)[]> =>
  readDocumentChunk(tx, gym, addPayments(rows), query, { zone, partyName, chunk })

export const findBuyer = (tx: Transaction, gym: number, id: number): Promise<ClientWithFiscalSettings | null> =>
  tx.maybe(selectBuyer(gym, id))

/** Reads the client fields that a sale needs. Takes a shared lock: edits and deletions wait, other sales do not. */
export const readBuyerWithSharedLock = (
  tx: Transaction,
  gym: number,
  id: number,
): Promise<ClientWithFiscalSettings | null> => tx.maybe(sql`${selectBuyer(gym, id)} for share of c`)

/** Reads the same fields under an exclusive lock. The anonymous client is not locked, because it never changes. */
export const readBuyerWithExclusiveLock = (
  tx: Transaction,
  gym: number,
  id: number,
): Promise<ClientWithFiscalSettings | null> =>
  tx.maybe(sql`
    with named as (${selectBuyer(gym, id)} and not c.is_anonymous for no key update of c)
    select * from named union all (${selectBuyer(gym, id)} and c.is_anonymous)`)
