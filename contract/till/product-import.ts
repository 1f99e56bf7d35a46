import { z } from 'zod'
import { defineImportCalls, makeImportAnswerSchema } from '../shared/file-import.ts'

/** Columns that an import recognises, with their names on screen. */
export const productColumns = {
  name: 'Nombre',
  code: 'Código',
  sale_price: 'Precio de venta',
  cost: 'Costo',
  quantity: 'Existencia',
  min_quantity: 'Cantidad mínima',
  unit_of_measure: 'Unidad',
  description: 'Descripción',
  tax_class: 'ITBIS',
} as const
/** Columns of gyms with a country. */
export const fiscalProductColumns = ['tax_class'] as const
export type ProductColumn = keyof typeof productColumns

export const ProductImportAnswer = makeImportAnswerSchema(productColumns).extend({
  /** `stocked`: number of new products with stock; the next field: number of those without a price. */
  stocked: z.number().int(),
  unpriced: z.number().int(),
})
export type ProductImportAnswer = z.infer<typeof ProductImportAnswer>

export const productImportCalls = defineImportCalls('products', 'Products', ProductImportAnswer, ['product.code-taken'])
