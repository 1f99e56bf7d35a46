import { z } from 'zod'
import { defineArea, defineCreate, defineGet } from '../shared/define-area.ts'
import { requiredFieldText } from '../shared/parse-input.ts'
import { staffRoles } from '../shared/roles.ts'
import { id, isStorableText, optionalText, textLine, timestamp } from '../shared/schemas.ts'

const email = textLine(255).refine((value) => z.email().safeParse(value).success, 'Debe ser un correo válido')

export const NewSupportRequest = z.object({
  from_name: textLine(255),
  email,
  message: z
    .string()
    .trim()
    .min(1, requiredFieldText)
    .max(5000)
    .refine(isStorableText, 'Contiene caracteres no válidos'),
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
  'support.create': defineCreate(staffRoles, '/support/', 'Store a support request, then mail it if possible', {
    body: NewSupportRequest,
    answer: SupportRequest,
    errors: ['support.too-many'],
  }),
  // Returns only requests made by the same user.
  'support.read': defineGet(staffRoles, '/support/{id}', 'Get the state of an own support request', {
    answer: SupportRequest,
  }),
})
