import { NewSupplier, type Supplier } from '@torniquete/contract/suppliers.ts'
import { validateWith } from '../../kit/form-errors.ts'

export interface SupplierValues {
  name: string
  email: string
  phone_number: string
}

export function valuesOf(supplier: Supplier | null): SupplierValues {
  return {
    name: supplier?.name ?? '',
    email: supplier?.email ?? '',
    phone_number: supplier?.phone_number ?? '',
  }
}

/** Values and body share their fields; what is empty the contract reads as none. */
export const validateSupplier = validateWith(NewSupplier, (values: SupplierValues) => values)
