import { NewProduct, type Product } from '@torniquete/contract/products.ts'
import { validateWith } from '../../kit/form-errors.ts'

export interface ProductValues {
  name: string
  code: string
  description: string
  unit_of_measure: string
  /** As typed where it could not be read, for the schema to tell. */
  min_quantity: string
  sale_price: string
}

export function valuesOf(product: Product | null): ProductValues {
  return {
    name: product?.name ?? '',
    code: product?.code ?? '',
    description: product?.description ?? '',
    unit_of_measure: product?.unit_of_measure ?? '',
    min_quantity: String(product?.min_quantity ?? ''),
    sale_price: product?.sale_price ?? '',
  }
}

/** Values and body share their fields; what is empty the contract reads as none. */
export const validateProduct = validateWith(NewProduct, (values: ProductValues) => values)
