// Inserts the demo's year of sales and purchases by SQL, because making them through the API would take minutes.
import { defaultTimeZone } from '@torniquete/contract/shared/dates.ts'
import type { Transaction } from '../server/platform/db/gym-statements.ts'
import { quoteIdentifier, sql } from '../server/platform/db/sql.ts'
import type { ShopDocument } from './shop-history.ts'

export interface ShopRowIds {
  products: number[]
  suppliers: number[]
  clients: number[]
  users: number[]
  anonymous: number
}

const kinds = {
  sale: { documents: 'sales', items: 'sale_items', owner: 'id_sale', party: 'id_client', sign: -1 },
  purchase: { documents: 'purchases', items: 'purchase_items', owner: 'id_purchase', party: 'id_supplier', sign: 1 },
} as const

/** Inserts purchases first: stock is checked after each statement and may not become negative. */
export async function fillShop(
  tx: Transaction,
  gym: number,
  bookings: ShopDocument[],
  parties: ShopRowIds,
): Promise<void> {
  for (const kind of ['purchase', 'sale'] as const)
    await insertDocuments(
      tx,
      gym,
      kind,
      bookings.filter((each) => each.kind === kind),
      parties,
    )
}

async function insertDocuments(
  tx: Transaction,
  gym: number,
  kind: keyof typeof kinds,
  bookings: ShopDocument[],
  { products, suppliers, clients, users, anonymous }: ShopRowIds,
): Promise<void> {
  const { documents, items, owner, party, sign } = kinds[kind]
  const partyOf = (each: ShopDocument) =>
    kind === 'purchase' ? suppliers[each.party ?? 0] : each.party === null ? anonymous : clients[each.party]
  const made = await tx.many<{ id: number }>(sql`
    with booked as (
      insert into ${quoteIdentifier(documents)} (gym_id, number, ${quoteIdentifier(party)}, id_user, amount_total, created_at)
      select ${gym}, number, party, id_user, amount, at at time zone ${defaultTimeZone}
      from unnest(${bookings.map(partyOf)}::bigint[], ${bookings.map((each) => users[each.user])}::bigint[],
        ${bookings.map((each) => each.amount_total)}::numeric[], ${bookings.map((each) => each.time)}::timestamp[])
        with ordinality as b (party, id_user, amount, at, number)
      returning id, number)
    select id from booked order by number`)
  const lines = bookings.flatMap((each, index) =>
    each.lines.map((line, at) => ({
      ...line,
      owner: made[index]?.id,
      place: at + 1,
      id_product: products[line.article],
    })),
  )
  await tx.run(sql`
    with line as (
      insert into ${quoteIdentifier(items)} (gym_id, ${quoteIdentifier(owner)}, line, id_product, product_name, quantity, unit_price, discount, tax)
      select ${gym}, l.owner, l.place, p.id, p.name, l.quantity, l.unit_price, l.discount, l.tax
      from unnest(${lines.map((line) => line.owner)}::bigint[], ${lines.map((line) => line.place)}::smallint[], ${lines.map((line) => line.id_product)}::bigint[],
        ${lines.map((line) => line.quantity)}::int[], ${lines.map((line) => line.unit_price)}::numeric[], ${lines.map((line) => line.discount)}::numeric[],
        ${lines.map((line) => line.tax)}::numeric[]) as l (owner, place, id_product, quantity, unit_price, discount, tax)
        join products p on p.gym_id = ${gym} and p.id = l.id_product
      returning ${quoteIdentifier(owner)} as owner, id_product, quantity)
    insert into stock_movements (gym_id, id_product, quantity, reason, ${quoteIdentifier(owner)})
    select ${gym}, id_product, ${sign} * quantity, ${kind}, owner from line order by owner`)
  await tx.run(sql`insert into document_numbers (gym_id, kind, last) values (${gym}, ${kind}, ${bookings.length})`)
}
