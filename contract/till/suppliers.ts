import { z } from 'zod'
import { create, defineArea, get, put, remove } from '../shared/define-area.ts'
import { deletedCalls } from '../shared/deleted-rows.ts'
import { shared } from '../shared/history-field-names.ts'
import { admins } from '../shared/roles.ts'
import { id, optionalEmail, optionalText, text } from '../shared/schemas.ts'

export const Supplier = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
})
export type Supplier = z.infer<typeof Supplier>

export const NewSupplier = z.object({
  name: text(50),
  email: optionalEmail().optional(),
  phone_number: optionalText(20).optional(),
})
export const SupplierChange = NewSupplier.partial()

export const suppliersArea = defineArea(
  {
    'suppliers.list': get(admins, '/suppliers/', 'List suppliers by name', { answer: z.array(Supplier) }),
    'suppliers.read': get(admins, '/suppliers/{id_supplier}', 'Get a supplier', {
      answer: Supplier,
      versioned: 'suppliers',
    }),
    'suppliers.create': create(admins, '/suppliers/', 'Create a supplier', {
      body: NewSupplier,
      answer: Supplier,
    }),
    'suppliers.update': put(admins, '/suppliers/{id_supplier}', 'Change a supplier', {
      body: SupplierChange,
      answer: Supplier,
      versioned: 'suppliers',
    }),
    ...deletedCalls('suppliers', { may: admins, id: 'id_supplier', answer: Supplier, taken: [] }),
    'suppliers.delete': remove(admins, '/suppliers/{id_supplier}', 'Delete a supplier; purchases keep it', {
      answer: null,
    }),
  },
  {
    history: {
      suppliers: {
        object: 'al proveedor',
        named: true,
        fields: { ...shared('name', 'email', 'phone_number', 'created_at', 'updated_at', 'deleted_at') },
      },
    },
  },
)
