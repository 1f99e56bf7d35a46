import { z } from 'zod'
import { area, create, get } from '../shared/area.ts'
import { staff } from '../shared/roles.ts'
import { id, isStorable, optionalText, text, timestamp } from '../shared/shapes.ts'
import { requiredText } from '../shared/typed-input.ts'

const email = text(255).refine((value) => z.email().safeParse(value).success, 'Debe ser un correo válido')

export const NewSupportRequest = z.object({
  from_name: text(255),
  email,
  message: z.string().trim().min(1, requiredText).max(5000).refine(isStorable, 'Contiene caracteres no válidos'),
  /** Ignored: the session tells user and gym. */
  gym: optionalText(255).optional(),
  userRol: optionalText(255).optional(),
})

export const SupportRequest = z.object({
  id,
  created_at: timestamp,
  /** True if the request was mailed. */
  sent: z.boolean(),
  /** `stored`: no mail is configured. `failed`: given up. */
  state: z.enum(['sent', 'waiting', 'failed', 'stored']),
})
export type SupportRequest = z.infer<typeof SupportRequest>

export const supportArea = area({
  'support.create': create(staff, '/support/', 'Create a support request; it is stored, then mailed if possible', {
    body: NewSupportRequest,
    answer: SupportRequest,
    errors: ['support.too-many'],
  }),
  // The user's own only.
  'support.read': get(staff, '/support/{id}', 'Get the state of an own support request', {
    answer: SupportRequest,
  }),
})
