// How much of its price each role may let go of a sale's line.
import { z } from 'zod'
import { area } from './endpoint.ts'
import { el } from './field-words.ts'
import { showPercent } from './numbers.ts'
import { staff, superAdmin } from './roles.ts'
import { percent } from './shapes.ts'

/** The most of a line in percent; the super admin may give any. */
export const DiscountLimits = z.object({ gym_admin: z.number(), gym_worker: z.number() })
export type DiscountLimits = z.infer<typeof DiscountLimits>

export const usualLimits: DiscountLimits = { gym_admin: 100, gym_worker: 100 }

/** Told at the line. */
export const limitText = (most: number): string =>
  most === 0 ? 'Tu rol no puede dar descuentos' : `Tu rol puede dar hasta ${showPercent(most)}`

export const discountsArea = area(
  {
    'discounts.limits': {
      may: staff,
      method: 'GET',
      path: '/discounts/limits',
      summary: 'The most that each role may discount a line of a sale, in percent',
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
