// Product import from a file, with counted stock.
import { type ProductColumn, productColumns } from '@torniquete/contract/till/product-import.ts'
import { FileImports, type Import, type ImportServices } from '../../../platform/file-import/file-imports.ts'
import type { OwnTransactionHandlers } from '../../../platform/http/context.ts'
import { productTitles } from './column-titles.ts'
import { readShelf, writeImport } from './queries.ts'
import { makeProductRules, type NewRow, type Summary } from './validate-row.ts'

const productImport: Import<ProductColumn, NewRow, Summary> = {
  call: 'products.import',
  titles: productTitles,
  fields: Object.keys(productColumns) as ProductColumn[], // Object.keys forgets the names
  judgement: async (tx, gym) => makeProductRules(await readShelf(tx, gym)),
  write: (tx, user, { rows, file }, { now }) => writeImport(tx, user, { rows, file, now }),
  texts: {
    noNameColumn: 'Di qué columna es el nombre.',
    present: 'Todos los productos de este archivo ya están en el inventario.',
    rejectedFileName: 'Productos por corregir',
  },
}

export function productImports(
  services: ImportServices,
): Pick<OwnTransactionHandlers, 'products.import' | 'products.import-rejected'> {
  const { bring, rejected } = new FileImports(services, productImport)
  return { 'products.import': bring, 'products.import-rejected': rejected }
}
