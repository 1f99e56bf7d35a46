import { z } from 'zod'
import { newPartyIdentityFields, partyIdentityFields } from '../fiscal/receipts.ts'
import { defineArea, defineCreate, defineDelete, defineGet, definePut } from '../shared/define-area.ts'
import { defineDeletedRowCalls } from '../shared/deleted-rows.ts'
import { pickSharedFieldLabels } from '../shared/history-field-labels.ts'
import { adminRoles } from '../shared/roles.ts'
import { id, optionalEmail, optionalText, textLine } from '../shared/schemas.ts'

export const Supplier = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  ...partyIdentityFields,
})
export type Supplier = z.infer<typeof Supplier>

export const NewSupplier = z.object({
  name: textLine(50),
  email: optionalEmail().optional(),
  phone_number: optionalText(20).optional(),
  ...newPartyIdentityFields,
})
export const SupplierChange = NewSupplier.partial()

export const suppliersArea = defineArea(
  {
    'suppliers.list': defineGet(adminRoles, '/suppliers/', 'List suppliers by name', { answer: z.array(Supplier) }),
    'suppliers.read': defineGet(adminRoles, '/suppliers/{id_supplier}', 'Get a supplier', {
      answer: Supplier,
      versioned: 'suppliers',
    }),
    'suppliers.create': defineCreate(adminRoles, '/suppliers/', 'Create a supplier', {
      body: NewSupplier,
      answer: Supplier,
    }),
    'suppliers.update': definePut(adminRoles, '/suppliers/{id_supplier}', 'Change a supplier', {
      body: SupplierChange,
      answer: Supplier,
      versioned: 'suppliers',
    }),
    ...defineDeletedRowCalls('suppliers', { may: adminRoles, id: 'id_supplier', answer: Supplier, taken: [] }),
    'suppliers.delete': defineDelete(adminRoles, '/suppliers/{id_supplier}', 'Delete a supplier; purchases keep it', {
      answer: null,
    }),
  },
  {
    history: {
      suppliers: {
        object: 'al proveedor',
        named: true,
        fields: {
          ...pickSharedFieldLabels(
            'name',
            'email',
            'phone_number',
            'tax_id',
            'legal_name',
            'created_at',
            'updated_at',
            'deleted_at',
          ),
        },
      },
    },
  },
)
