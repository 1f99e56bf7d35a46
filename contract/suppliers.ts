import { z } from 'zod'
import { deletedList, restoring } from './deleted.ts'
import { endpointTable } from './endpoint.ts'
import { id, idInAddress, optionalEmail, optionalText, text } from './shapes.ts'

export const Supplier = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
})
export type Supplier = z.infer<typeof Supplier>

const fields = z.object({
  name: text(50),
  email: optionalEmail().optional(),
  phone_number: optionalText(20).optional(),
})
export const NewSupplier = fields
export const SupplierChange = fields.partial()

const params = z.object({ id_supplier: idInAddress })

export const suppliersEndpoints = endpointTable({
  'suppliers.list': {
    method: 'GET',
    path: '/suppliers/',
    summary: 'The gym’s suppliers, by name',
    answer: z.array(Supplier),
  },
  'suppliers.read': {
    method: 'GET',
    path: '/suppliers/{id_supplier}',
    summary: 'One supplier',
    params,
    answer: Supplier,
    versioned: 'suppliers',
    errors: ['row.missing'],
  },
  'suppliers.create': {
    method: 'POST',
    path: '/suppliers/',
    summary: 'Register a supplier',
    body: NewSupplier,
    answer: Supplier,
    status: 201,
  },
  'suppliers.update': {
    method: 'PUT',
    path: '/suppliers/{id_supplier}',
    summary: 'Change a supplier',
    params,
    body: SupplierChange,
    answer: Supplier,
    versioned: 'suppliers',
    errors: ['row.missing', 'row.stale'],
  },
  'suppliers.deleted': deletedList('/suppliers/deleted', 'suppliers'),
  'suppliers.restore': restoring(
    '/suppliers/{id_supplier}/restore',
    'Bring a deleted supplier back',
    params,
    Supplier,
    [],
  ),
  'suppliers.delete': {
    method: 'DELETE',
    path: '/suppliers/{id_supplier}',
    summary: 'Delete a supplier: hidden from lists, kept on purchases',
    params,
    answer: null,
    errors: ['row.missing'],
  },
})
