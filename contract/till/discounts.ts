// Largest discount of each role, and the list of discounts given.
import { z } from 'zod'
import { defineArea, get, put } from '../shared/define-area.ts'
import { elField } from '../shared/history-field-names.ts'
import { showPercent } from '../shared/numbers.ts'
import { admins, staff, superAdmin } from '../shared/roles.ts'
import { daysFilter, id, idAndName, money, pageQuery, percent, summedListSchema, timestamp } from '../shared/schemas.ts'
import { defineExport, type SheetColumn, totalColumns } from '../shared/workbooks.ts'
import { VoidSummary } from './bills.ts'

/** Largest discount in percent by role; the super admin has no limit. */
export const DiscountLimits = z.object({ gym_admin: z.number(), gym_worker: z.number() })
export type DiscountLimits = z.infer<typeof DiscountLimits>

/** Limits of gyms that have set none. */
export const defaultLimits: DiscountLimits = { gym_admin: 100, gym_worker: 100 }
/** Limits that a new gym begins with. */
export const newGymLimits: DiscountLimits = { gym_admin: 100, gym_worker: 10 }

export const limitText = (most: number): string =>
  most === 0 ? 'Tu rol no puede dar descuentos' : `Tu rol puede dar hasta ${showPercent(most)}`

/** A discount on a line of a sale or on a membership. */
export const GivenDiscount = z.object({
  /** Id of the line, or of the membership payment. */
  id,
  /** Sale that contains the line; null for a membership. */
  sale: z.object({ id, number: z.number().int() }).nullable(),
  payment: z.object({ id, number: z.number().int() }).nullable(),
  created_at: timestamp,
  client: idAndName,
  user: idAndName,
  /** Name of the product or plan. */
  product_name: z.string(),
  quantity: z.number().int(),
  unit_price: money,
  percent: z.number(),
  amount: money,
  voided: VoidSummary.nullable(),
})
export type GivenDiscount = z.infer<typeof GivenDiscount>

/** Sums of discounts by seller, largest first; voided sales are left out. */
export const DiscountsOfUser = z.object({ user: idAndName, lines: z.number().int(), amount: money })
export type DiscountsOfUser = z.infer<typeof DiscountsOfUser>

const columns: readonly SheetColumn<GivenDiscount>[] = [
  { title: 'Venta', type: 'number', value: ({ sale }) => sale?.number ?? null },
  { title: 'Membresía', type: 'number', value: ({ payment }) => payment?.number ?? null },
  { title: 'Fecha', type: 'instant', value: ({ created_at }) => created_at },
  { title: 'Usuario', type: 'text', value: ({ user }) => user.name },
  { title: 'Cliente', type: 'text', value: ({ client }) => client.name },
  { title: 'Producto', type: 'text', width: 32, value: ({ product_name }) => product_name },
  { title: 'Cantidad', type: 'number', value: ({ quantity }) => quantity },
  { title: 'Precio', type: 'money', value: ({ unit_price }) => unit_price },
  { title: 'Descuento %', type: 'number', value: (row) => row.percent },
]

export const discountsArea = defineArea(
  {
    'discounts.list': get(admins, '/discounts/', 'List discounted lines, newest first, with their sum', {
      query: pageQuery.extend(daysFilter.shape),
      answer: summedListSchema('items', GivenDiscount).extend({ by_user: z.array(DiscountsOfUser) }),
      shows: ['sales', 'payments'],
    }),
    'discounts.export': defineExport('/discounts/', admins, daysFilter, {
      file: 'Descuentos',
      columns: [...columns, ...totalColumns<GivenDiscount>(({ amount }) => amount)],
    }),
    'discounts.limits': get(staff, '/discounts/limits', 'Get the discount limits of each role in percent', {
      answer: DiscountLimits,
    }),
    'discounts.set-limits': put(superAdmin, '/discounts/limits', 'Set the discount limits of each role', {
      body: z.object({ gym_admin: percent, gym_worker: percent }).partial(),
      answer: DiscountLimits,
    }),
  },
  {
    history: {
      discount_limits: {
        object: 'a los descuentos',
        fields: {
          gym_admin: elField('descuento máximo de administradores'),
          gym_worker: elField('descuento máximo de trabajadores'),
        },
      },
    },
  },
)
