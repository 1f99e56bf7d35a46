// Stock movements of a product, in the order in which they were booked.
import { z } from 'zod'
import { defineArea, defineGet } from '../shared/define-area.ts'
import { adminRoles } from '../shared/roles.ts'
import { countSchema, id, idAndName, idInPath, makeListSchema, pageQuery, timestamp } from '../shared/schemas.ts'
import { defineExport, type SheetColumn } from '../shared/workbooks.ts'

/** Kinds of movements that users book manually. */
export const adjustmentKindNames = { adjustment: 'Ajuste', loss: 'Merma' } as const

export const StockMovement = z.object({
  id,
  at: timestamp,
  kind: z.enum([
    'purchase',
    'sale',
    'purchase-void',
    'sale-void',
    'import',
    'import-void',
    'count',
    'adjustment',
    'loss',
  ]),
  quantity: countSchema,
  /** Stock of the product after the movement. */
  balance: countSchema,
  number: countSchema.nullable(),
  /** Reason of the user, or name of the imported file. */
  note: z.string().nullable(),
  user: idAndName,
})
export type StockMovement = z.infer<typeof StockMovement>

export const movementKindNames: Record<StockMovement['kind'], string> = {
  purchase: 'Compra',
  sale: 'Venta',
  'purchase-void': 'Anulación de compra',
  'sale-void': 'Anulación de venta',
  import: 'Importación',
  'import-void': 'Importación deshecha',
  count: 'Conteo',
  adjustment: adjustmentKindNames.adjustment,
  loss: adjustmentKindNames.loss,
}

/** Returns a text such as `Venta N.º 12`. */
export const formatStockMovementName = ({ kind, number }: Pick<StockMovement, 'kind' | 'number'>): string =>
  number === null ? movementKindNames[kind] : `${movementKindNames[kind]} N.º ${number}`

const columns: readonly SheetColumn<StockMovement>[] = [
  { title: 'Fecha', type: 'instant', value: ({ at }) => at },
  { title: 'Movimiento', type: 'text', width: 28, value: formatStockMovementName },
  { title: 'Motivo', type: 'text', width: 40, value: ({ note }) => note },
  { title: 'Usuario', type: 'text', value: ({ user }) => user.name },
  { title: 'Cantidad', type: 'number', value: ({ quantity }) => quantity },
  { title: 'Existencia', type: 'number', value: ({ balance }) => balance },
]

const filter = z.object({ id_product: idInPath })

export const stockMovementsArea = defineArea(
  {
    'movements.list': defineGet(adminRoles, '/movements/', 'List a product’s stock movements, newest first', {
      query: pageQuery.extend(filter.shape),
      answer: makeListSchema(StockMovement).extend({
        product: z.object({ id, name: z.string(), quantity: countSchema }),
      }),
      errors: ['row.missing'],
    }),
    'movements.export': defineExport('/movements/', adminRoles, filter, { file: 'Movimientos', columns }),
  },
  { shows: ['products', 'sales', 'purchases', 'stock'] },
)
