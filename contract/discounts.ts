// How much of its price each role may let go of a sale's line or of a membership.
import { z } from 'zod'
import { Voided } from './bills.ts'
import { area } from './endpoint.ts'
import { el } from './field-words.ts'
import { showPercent } from './numbers.ts'
import { admins, staff, superAdmin } from './roles.ts'
import { id, money, nameQuery, pageQuery, percent, rangeBound, summedListOf, timestamp } from './shapes.ts'
import { exported, type SheetColumn, totalColumns } from './workbooks.ts'

/** The most of a line in percent; the super admin may give any. */
export const DiscountLimits = z.object({ gym_admin: z.number(), gym_worker: z.number() })
export type DiscountLimits = z.infer<typeof DiscountLimits>

/** Of a gym that was made before it could be limited. */
export const usualLimits: DiscountLimits = { gym_admin: 100, gym_worker: 100 }
/** A new gym begins with these. */
export const firstLimits: DiscountLimits = { gym_admin: 100, gym_worker: 10 }

/** Told at the line. */
export const limitText = (most: number): string =>
  most === 0 ? 'Tu rol no puede dar descuentos' : `Tu rol puede dar hasta ${showPercent(most)}`

const whom = z.object({ id, name: z.string() })

/** A line of a sale, or a membership, that was let go in part, or whole. */
export const GivenDiscount = z.object({
  /** The line's own. */
  id,
  /** Of a membership null, as `payment` is of a line. */
  sale: z.object({ id, number: z.number().int() }).nullable(),
  payment: z.object({ id, number: z.number().int() }).nullable(),
  created_at: timestamp,
  client: whom,
  user: whom,
  /** The product's, or the plan's. */
  product_name: z.string(),
  quantity: z.number().int(),
  unit_price: money,
  percent: z.number(),
  /** What was let go. */
  amount: money,
  /** The document was. */
  voided: Voided.nullable(),
})
export type GivenDiscount = z.infer<typeof GivenDiscount>

/** What each seller let go, who gave most first; the voided left out. */
export const DiscountsOfUser = z.object({ user: whom, lines: z.number().int(), amount: money })
export type DiscountsOfUser = z.infer<typeof DiscountsOfUser>

const givenFilter = z.object({
  user_name: nameQuery.optional(),
  start_date: rangeBound.optional(),
  end_date: rangeBound.optional(),
})

const columns: readonly SheetColumn<GivenDiscount>[] = [
  { title: 'Venta', type: 'number', value: ({ sale }) => sale?.number ?? null },
  { title: 'Membresía', type: 'number', value: ({ payment }) => payment?.number ?? null },
  { title: 'Fecha', type: 'instant', value: ({ created_at }) => created_at },
  { title: 'Trabajador', type: 'text', value: ({ user }) => user.name },
  { title: 'Cliente', type: 'text', value: ({ client }) => client.name },
  { title: 'Producto', type: 'text', width: 32, value: ({ product_name }) => product_name },
  { title: 'Cantidad', type: 'number', value: ({ quantity }) => quantity },
  { title: 'Precio', type: 'money', value: ({ unit_price }) => unit_price },
  { title: 'Descuento %', type: 'number', value: (row) => row.percent },
]

export const discountsArea = area(
  {
    'discounts.list': {
      may: admins,
      method: 'GET',
      path: '/discounts/',
      summary:
        'Lines of sales and memberships with a discount, newest first; amount_sum is what all that match let go, the voided left out',
      query: pageQuery.extend(givenFilter.shape),
      answer: summedListOf('items', GivenDiscount).extend({ by_user: z.array(DiscountsOfUser) }),
      shows: ['sales', 'payments'],
    },
    'discounts.export': exported('/discounts/', admins, givenFilter, {
      file: 'Descuentos',
      columns: [...columns, ...totalColumns<GivenDiscount>(({ amount }) => amount)],
    }),
    'discounts.limits': {
      may: staff,
      method: 'GET',
      path: '/discounts/limits',
      summary: 'The most that each role may discount a line of a sale or a membership, in percent',
      answer: DiscountLimits,
    },
    'discounts.set-limits': {
      may: superAdmin,
      method: 'PUT',
      path: '/discounts/limits',
      summary: 'Say how much each role may discount; holds from the next sale on',
      body: z.object({ gym_admin: percent, gym_worker: percent }).partial(),
      answer: DiscountLimits,
    },
  },
  {
    history: {
      discount_limits: {
        object: 'a los descuentos',
        fields: {
          gym_admin: el('descuento máximo de administradores'),
          gym_worker: el('descuento máximo de trabajadores'),
        },
      },
    },
  },
)
