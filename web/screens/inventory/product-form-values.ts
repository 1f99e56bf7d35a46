import { NewProduct, type Product } from '@torniquete/contract/products.ts'
import { validateWith } from '../../kit/form-errors.ts'

export interface ProductValues {
  name: string
  code: string
  description: string
  unit_of_measure: string
  /** As number inputs hold them: '' is empty. */
  min_quantity: number | string
  sale_price: number | string
}

export function valuesOf(product: Product | null): ProductValues {
  return {
    name: product?.name ?? '',
    code: product?.code ?? '',
    description: product?.description ?? '',
    unit_of_measure: product?.unit_of_measure ?? '',
    min_quantity: product?.min_quantity ?? '',
    sale_price: product?.sale_price ?? '',
  }
}

/** Values and body share their fields; what is empty the contract reads as none. */
export const validateProduct = validateWith(NewProduct, (values: ProductValues) => values)
