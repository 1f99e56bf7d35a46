// Largest discount of each role, and the list of discounts given.
import { z } from 'zod'
import { defineArea, defineGet, definePut } from '../shared/define-area.ts'
import { formatPercent } from '../shared/format-numbers.ts'
import { adminRoles, staffRoles, superAdminOnly } from '../shared/roles.ts'
import {
  daysAndUserFilter,
  id,
  idAndName,
  makeDocumentListSchema,
  moneyText,
  pageQuery,
  percentInput,
  timestamp,
} from '../shared/schemas.ts'
import { defineExport, makeTotalColumns, type SheetColumn } from '../shared/workbooks.ts'
import { VoidSummary } from './bills.ts'

/** Largest discount in percent by role; the super admin has no limit. */
export const DiscountLimits = z.object({ gym_admin: z.number(), gym_worker: z.number() })
export type DiscountLimits = z.infer<typeof DiscountLimits>

/** Limits of gyms that have set none. */
export const defaultDiscountLimits: DiscountLimits = { gym_admin: 100, gym_worker: 100 }
/** Limits that a new gym begins with. */
export const newGymDiscountLimits: DiscountLimits = { gym_admin: 100, gym_worker: 10 }

export const formatDiscountLimit = (most: number): string =>
  most === 0 ? 'Tu rol no puede dar descuentos' : `Tu rol puede dar hasta ${formatPercent(most)}`

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
  unit_price: moneyText,
  percent: z.number(),
  amount: moneyText,
  voided: VoidSummary.nullable(),
})
export type GivenDiscount = z.infer<typeof GivenDiscount>

/** Sums of discounts by seller, largest first; voided sales are left out. */
export const SellerDiscountSums = z.object({ user: idAndName, lines: z.number().int(), amount: moneyText })
export type SellerDiscountSums = z.infer<typeof SellerDiscountSums>

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
    'discounts.list': defineGet(adminRoles, '/discounts/', 'List discounted lines, newest first, with their sum', {
      query: pageQuery.extend(daysAndUserFilter.shape),
      answer: makeDocumentListSchema('items', GivenDiscount).extend({ by_user: z.array(SellerDiscountSums) }),
      shows: ['sales', 'payments'],
    }),
    'discounts.export': defineExport('/discounts/', adminRoles, daysAndUserFilter, {
      file: 'Descuentos',
      columns: [...columns, ...makeTotalColumns<GivenDiscount>(({ amount }) => amount)],
    }),
    'discounts.limits': defineGet(staffRoles, '/discounts/limits', 'Get the discount limits of each role in percent', {
      answer: DiscountLimits,
    }),
    'discounts.set-limits': definePut(superAdminOnly, '/discounts/limits', 'Set the discount limits of each role', {
      body: z.object({ gym_admin: percentInput, gym_worker: percentInput }).partial(),
      answer: DiscountLimits,
    }),
  },
  {
    history: {
      discount_limits: {
        object: 'a los descuentos',
        fields: {
          gym_admin: 'el descuento máximo de administradores',
          gym_worker: 'el descuento máximo de trabajadores',
        },
      },
    },
  },
)
