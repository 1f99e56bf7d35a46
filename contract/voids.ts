// The counter-documents of whatever is booked, as a list of their own.
import { z } from 'zod'
import { bookingAreas, type DocumentKind, documents } from './documents.ts'
import { area } from './endpoint.ts'
import { el, shared } from './field-words.ts'
import { admins } from './roles.ts'
import { dayOrInstant, id, listOf, money, nameQuery, pageQuery, timestamp } from './shapes.ts'

const kinds = documents.map(({ kind }) => kind) as [DocumentKind, ...DocumentKind[]] // there are some

export const Void = z.object({
  id,
  /** Runs without gaps in a gym. */
  number: z.number().int(),
  at: timestamp,
  reason: z.string(),
  /** Who voided it. */
  user: z.object({ id, name: z.string() }),
  kind: z.enum(kinds),
  /** What was voided: of whom or what for, by whom, and when it was booked. */
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
    shows: bookingAreas,
    history: {
      voids: {
        object: 'la anulación',
        fields: {
          ...shared('user_name', 'created_at', 'id_user', 'number'),
          ...Object.fromEntries(documents.map(({ kind, word }) => [`id_${kind}`, word])),
          reason: el('motivo'),
        },
      },
    },
  },
)
