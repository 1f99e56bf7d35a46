// Products that come in a file, with what is counted of them.
import { z } from 'zod'
import { importAnswer, importCalls } from './file-import.ts'

/** What a column of the file may be, as people call it. */
export const productColumns = {
  name: 'Nombre',
  code: 'Código',
  sale_price: 'Precio de venta',
  cost: 'Costo',
  quantity: 'Existencia',
  min_quantity: 'Cantidad mínima',
  unit_of_measure: 'Unidad',
  description: 'Descripción',
} as const
export type ProductColumn = keyof typeof productColumns

export const ProductImportAnswer = importAnswer(productColumns).extend({
  /** How many of those that would be made are in stock, and how many have no price to be sold at. */
  stocked: z.number().int(),
  unpriced: z.number().int(),
})
export type ProductImportAnswer = z.infer<typeof ProductImportAnswer>

const calls = importCalls('/products/import', 'Products', ProductImportAnswer, ['product.code-taken'])

export const productImportCalls = {
  'products.import': calls.import,
  'products.import-rejected': calls.rejected,
  'products.import-progress': calls.progress,
  'products.last-import': calls.last,
  'products.undo-import': calls.undo,
} as const
