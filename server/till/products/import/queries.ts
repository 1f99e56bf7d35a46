import type { CompletedImport } from '@torniquete/contract/shared/file-import.ts'
import type { Transaction } from '../../../platform/db/gym-statements.ts'
import { sql } from '../../../platform/db/sql.ts'
import {
  type ImportingUser,
  type ImportRecordTable,
  insertImportRecord,
  type UndoImportFunction,
} from '../../../platform/file-import/undo-import.ts'
import { setCostsFromPurchases } from '../queries.ts'
import type { ExistingProduct, NewProductRow } from './validate-product-row.ts'

export const productImportTable: ImportRecordTable = ['product_imports', 'products']

export const listExistingProducts = (tx: Transaction, gym: number): Promise<ExistingProduct[]> =>
  tx.many(sql`select name, code from products where gym_id = ${gym} and deleted_at is null order by id`)

export async function insertImportedProducts(
  tx: Transaction,
  importer: ImportingUser,
  { rows, file, now }: { rows: readonly NewProductRow[]; file: string; now: Date },
): Promise<CompletedImport> {
  const { gym } = importer
  const act = await insertImportRecord(tx, productImportTable, importer, { file, now, count: rows.length })
  const of = <Field extends keyof NewProductRow>(field: Field) => rows.map((row) => row[field])
  // The insert returns the ids in the order of the file's rows.
  const made = await tx.many<{ id: number }>(sql`
    insert into products (gym_id, name, description, unit_of_measure, min_quantity, sale_price, code, tax_class)
    select ${gym}, v.name, v.description, v.unit, v.least, v.price, v.code, v.tax
    from unnest(${of('name')}::text[], ${of('description')}::text[], ${of('unit_of_measure')}::text[], ${of('min_quantity')}::integer[],
      ${of('sale_price')}::numeric[], ${of('code')}::text[], ${of('tax_class')}::text[]) with ordinality as v (name, description, unit, least, price, code, tax, place)
    order by v.place returning id`)
  const ids = made.map(({ id }) => id).sort((one, other) => one - other)
  await tx.run(sql`
    insert into imported_products (gym_id, id_product, id_import, unit_cost)
    select ${gym}, v.product, ${act.id}, v.cost from unnest(${ids}::bigint[], ${of('cost')}::numeric[]) as v (product, cost)`)
  await setCostsFromPurchases(tx, gym, ids)
  await tx.run(sql`
    insert into stock_movements (gym_id, id_product, quantity, reason, id_import)
    select ${gym}, v.product, v.counted, 'count', ${act.id} from unnest(${ids}::bigint[], ${of('quantity')}::integer[]) as v (product, counted)
    where v.counted > 0 order by v.product`)
  return act
}

/** Deletes imported products and their stock. Products sold, bought or edited since the import stay. */
export const undoProductImport: UndoImportFunction = async (tx, gym, id, now) => {
  // Locks the products as a sale does, before it checks whether they were sold.
  const own = await tx.many<{ id: number; version: number }>(sql`
    select p.id, p.version from imported_products m join products p on p.gym_id = m.gym_id and p.id = m.id_product
    where m.gym_id = ${gym} and m.id_import = ${id} and p.deleted_at is null order by p.id for update of p`)
  const untouched = own.filter(({ version }) => version === 1).map((product) => product.id)
  const gone = await tx.many<{ id: number }>(sql`
    update products p set deleted_at = ${now} where p.gym_id = ${gym} and p.id = any(${untouched}::bigint[])
      and not exists (select from stock_movements s where s.gym_id = ${gym} and s.id_product = p.id and s.id_import is distinct from ${id})
    returning p.id`)
  await tx.run(sql`
    insert into stock_movements (gym_id, id_product, quantity, reason, id_import)
    select gym_id, id_product, -quantity, 'void', id_import from stock_movements
    where gym_id = ${gym} and id_import = ${id} and id_product = any(${gone.map((product) => product.id)}::bigint[]) order by id_product`)
  return { deleted: gone.length, kept: own.length - gone.length }
}
