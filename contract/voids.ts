// The counter-documents of sales, purchases and membership payments, as a list of their own.
import { z } from 'zod'
import { area } from './endpoint.ts'
import { el, la, shared } from './field-words.ts'
import { admins } from './roles.ts'
import { dayOrInstant, id, listOf, money, nameQuery, pageQuery, timestamp } from './shapes.ts'

export const voidKinds = ['sale', 'purchase', 'payment'] as const

export const Void = z.object({
  id,
  /** Runs without gaps in a gym. */
  number: z.number().int(),
  at: timestamp,
  reason: z.string(),
  /** Who voided it. */
  user: z.object({ id, name: z.string() }),
  kind: z.enum(voidKinds),
  /** What was voided: of whom, by whom, and when it was booked. */
  document: z.object({
    id,
    number: z.number().int(),
    at: timestamp,
    party: z.string(),
    user: z.object({ id, name: z.string() }),
  }),
  amount: money,
})
export type Void = z.infer<typeof Void>

export const voidsArea = area(
  {
    'voids.list': {
      may: admins,
      method: 'GET',
      path: '/voids/',
      summary: 'Voids by the day on which they were made, newest first; user_name is of whoever booked what was voided',
      query: pageQuery.extend({
        user_name: nameQuery.optional(),
        start_date: dayOrInstant.optional(),
        end_date: dayOrInstant.optional(),
      }),
      answer: listOf(Void),
    },
  },
  {
    shows: ['payments', 'sales', 'purchases'],
    history: {
      voids: {
        object: 'la anulación',
        fields: {
          ...shared('user_name', 'created_at', 'id_user', 'number'),
          id_sale: la('venta'),
          id_purchase: la('compra'),
          id_payment: la('venta de la membresía'),
          reason: el('motivo'),
        },
      },
    },
  },
)
