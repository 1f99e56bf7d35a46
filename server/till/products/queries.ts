import type { PageQuery } from '@torniquete/contract/shared/schemas.ts'
import type { Product } from '@torniquete/contract/till/products.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { hasNameWordsSql } from '../../platform/db/name-search.ts'
import { isRowInChunkSql, type ListChunkRange, readListPage } from '../../platform/db/paged-lists.ts'
import { emptySql, type Statement, sql } from '../../platform/db/sql.ts'

const columns = sql`p.id, p.name, p.description, p.unit_of_measure, p.quantity, p.min_quantity, p.sale_price, p.last_purchase_price,
  p.image_url, p.image_path, p.code, p.tax_class`

/** Matches products by all words of the name, or by the code in any spelling that a scanner may send. */
const named = (text: string | undefined): Statement =>
  text?.trim()
    ? sql`and ((true ${hasNameWordsSql(sql`p.search`, text)}) or p.code = ${text.trim()} or (p.code is not null and normalize_code(p.code) = normalize_code(${text.trim()})))`
    : emptySql

const selectListed = (gym: number, product_name: string | undefined): Statement =>
  sql`p.gym_id = ${gym} and p.deleted_at is null ${named(product_name)}`
const key = sql`p.in_order, p.id`

export function listProducts(
  tx: Transaction,
  gym: number,
  { page, size_page, product_name }: PageQuery & { product_name?: string | undefined },
) {
  const matching = selectListed(gym, product_name)
  return readListPage<Product>(
    tx,
    { page, size_page },
    sql`select ${columns} from products p where ${matching} order by ${key} limit ${size_page} offset ${page * size_page}`,
    sql`from products p where ${matching}`,
  )
}

export function readProductChunk(
  tx: Transaction,
  gym: number,
  product_name: string | undefined,
  chunk: ListChunkRange,
): Promise<Product[]> {
  const further = isRowInChunkSql(chunk, gym, { rows: sql`products p`, alias: sql`p`, key, sign: sql`>` })
  return tx.many(
    sql`select ${columns} from products p where ${selectListed(gym, product_name)} ${further} order by ${key} limit ${chunk.most}`,
  )
}

export const readProduct = (tx: Transaction, gym: number, id: number): Promise<Product | null> =>
  tx.maybe(sql`select ${columns} from products p where p.gym_id = ${gym} and p.id = ${id} and p.deleted_at is null`)

/** Adds to the product a list of others whose code differs only by leading zeros or case. */
export async function addSimilarCodes(tx: Transaction, gym: number, product: Product) {
  if (product.code === null) return product
  const similar_codes = await tx.many<{ id: number; name: string; code: string }>(sql`
    select p.id, p.name, p.code from products p
    where p.gym_id = ${gym} and p.deleted_at is null and p.code is not null and normalize_code(p.code) = normalize_code(${product.code})
      and p.id <> ${product.id} order by p.id limit 20`)
  return similar_codes.length > 0 ? { ...product, similar_codes } : product
}

/** Sets each product's cost from its last valid purchase, or if there is none, from the import. */
export const setCostsFromPurchases = (tx: Transaction, gym: number, ids: readonly number[]): Promise<number> =>
  tx.run(sql`
    update products p set last_purchase_price = coalesce((
      select i.unit_price from purchase_items i join purchases b on b.gym_id = i.gym_id and b.id = i.id_purchase
      where i.gym_id = p.gym_id and i.id_product = p.id and b.voided_at is null
      order by i.id_purchase desc, i.line desc limit 1),
      (select m.unit_cost from imported_products m where m.gym_id = p.gym_id and m.id_product = p.id))
    where p.gym_id = ${gym} and p.id = any(${ids}::bigint[])`)
