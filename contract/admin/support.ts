import { z } from 'zod'
import { create, defineArea, get } from '../shared/define-area.ts'
import { requiredText } from '../shared/parse-input.ts'
import { staff } from '../shared/roles.ts'
import { id, isStorable, optionalText, text, timestamp } from '../shared/schemas.ts'

const email = text(255).refine((value) => z.email().safeParse(value).success, 'Debe ser un correo válido')

export const NewSupportRequest = z.object({
  from_name: text(255),
  email,
  message: z.string().trim().min(1, requiredText).max(5000).refine(isStorable, 'Contiene caracteres no válidos'),
  /** Ignored, because the session determines user and gym. */
  gym: optionalText(255).optional(),
  userRol: optionalText(255).optional(),
})

export const SupportRequest = z.object({
  id,
  created_at: timestamp,
  /** True if the request was sent by e-mail. */
  sent: z.boolean(),
  /** `stored`: kept in the database, since no e-mail is configured; `failed`: all attempts to e-mail it failed. */
  state: z.enum(['sent', 'waiting', 'failed', 'stored']),
})
export type SupportRequest = z.infer<typeof SupportRequest>

export const supportArea = defineArea({
  'support.create': create(staff, '/support/', 'Create a support request; it is stored, then mailed if possible', {
    body: NewSupportRequest,
    answer: SupportRequest,
    errors: ['support.too-many'],
  }),
  // Returns only requests made by the same user.
  'support.read': get(staff, '/support/{id}', 'Get the state of an own support request', {
    answer: SupportRequest,
  }),
})
