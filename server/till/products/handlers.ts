import { throwError } from '@torniquete/contract/shared/errors.ts'
import { listDeletedRows, markRowDeleted, restoreRow } from '../../platform/db/deleted-rows.ts'
import { joinColumnsAndValues, makeUpdateStatement, sql } from '../../platform/db/sql.ts'
import { makeImportUndoHandlers } from '../../platform/file-import/undo-import.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { requireValidPictureUrl } from '../../platform/http/picture-addresses.ts'
import { productImportTable, undoProductImport } from './import/queries.ts'
import { addSimilarCodes, listProducts, readProduct, readProductChunk } from './queries.ts'

const imports = makeImportUndoHandlers(productImportTable, undoProductImport)

export const productsHandlers: AreaHandlers<'products'> = {
  'products.list': ({ tx, gym, query }) => listProducts(tx, gym, query),

  'products.export': ({ tx, gym, query, chunk }) => readProductChunk(tx, gym, query.product_name, chunk),

  'products.read': async ({ tx, gym, params }) =>
    (await readProduct(tx, gym, params.id_product)) ?? throwError('row.missing'),

  'products.create': async ({ tx, gym, body }) => {
    await requireValidPictureUrl('products', 'image', body)
    const row = { gym_id: gym, ...body }
    const { id } = await tx.one<{ id: number }>(sql`insert into products ${joinColumnsAndValues(row)} returning id`)
    return addSimilarCodes(tx, gym, (await readProduct(tx, gym, id)) ?? throwError('row.missing'))
  },

  'products.set-tax-class': async ({ tx, gym, body: { ids, tax_class } }) => ({
    updated: await tx.run(sql`
      update products set tax_class = ${tax_class} where gym_id = ${gym} and id = any(${ids}::bigint[]) and deleted_at is null`),
  }),

  'products.update': async ({ tx, gym, params: { id_product: id }, body }) => {
    await requireValidPictureUrl('products', 'image', body, () => readProduct(tx, gym, id))
    await tx.run(makeUpdateStatement('products', body, sql`gym_id = ${gym} and id = ${id} and deleted_at is null`))
    const product = (await readProduct(tx, gym, id)) ?? throwError('row.missing')
    // Warns of similar codes only if the request changed the code.
    return body.code === undefined ? product : addSimilarCodes(tx, gym, product)
  },

  'products.deleted': ({ tx, gym, query }) => listDeletedRows(tx, gym, 'products', query),

  'products.restore': async ({ tx, gym, params: { id_product: id } }) => {
    await restoreRow(tx, gym, 'products', id)
    // Removes the picture's address if the picture was lost while the product was deleted.
    await tx.run(sql`
      update products p set image_url = null, image_path = null
      where p.gym_id = ${gym} and p.id = ${id} and p.image_path is not null and (p.image_url is null or p.image_url like '%/v1/images/%')
        and not exists (select from images i where i.gym_id = p.gym_id and p.image_path = 'images/' || i.folder || '/' || i.name)`)
    return (await readProduct(tx, gym, id)) ?? throwError('row.missing')
  },

  'products.delete': ({ tx, gym, params, now }) => markRowDeleted(tx, gym, 'products', params.id_product, now),

  'products.last-import': imports.last,
  'products.undo-import': imports.undo,
}
