import { z } from 'zod'
import { area } from './endpoint.ts'
import { anyone, everyone } from './roles.ts'
import { text } from './shapes.ts'

export const LoginForm = z.object({
  username: z
    .string('Usuario y contraseña son requeridos')
    .trim()
    .min(1, 'Usuario y contraseña son requeridos')
    .max(255),
  password: z.string('Usuario y contraseña son requeridos').min(1, 'Usuario y contraseña son requeridos').max(255),
})

export const AccessToken = z.object({ access_token: z.string(), token_type: z.literal('bearer') })

/** The JSON text in a token's `sub`; `id_gym` is null for the platform's master. */
export const TokenSubject = z.object({ id_user: z.number(), id_gym: z.number().nullable(), username: z.string() })
export type TokenSubject = z.infer<typeof TokenSubject>

export const PublicConfig = z.object({
  landing_url: z.string(),
  support_email: z.string().nullable(),
  support_phone: z.string().nullable(),
  support_address: z.string().nullable(),
  version: z.string(),
})
export type PublicConfig = z.infer<typeof PublicConfig>

export const sessionArea = area({
  'session.login': {
    may: anyone,
    method: 'POST',
    repeatable: true,
    path: '/token',
    summary: 'Log in with username and password, form-encoded',
    body: LoginForm,
    bodyType: 'form',
    answer: AccessToken,
    errors: ['session.credentials', 'session.too-many'],
  },
  'session.enter': {
    may: anyone,
    method: 'POST',
    repeatable: true,
    path: '/token/link',
    summary:
      'Log the platform’s master in by the link that a start prints until they came in: once, within a day, from the machine or its network',
    body: z.object({ link: text(100) }),
    answer: AccessToken,
    errors: ['row.missing'],
  },
  'session.first': {
    may: anyone,
    method: 'GET',
    path: '/token/link',
    summary: 'Whether a link waits for the platform’s master, who has never come in',
    answer: z.object({ waiting: z.boolean() }),
  },
  'session.logout': {
    evenFull: true,
    may: everyone,
    method: 'DELETE',
    path: '/token',
    summary: 'End this session: its token is good for nothing any more, on no server',
    answer: null,
  },
  'config.read': {
    may: anyone,
    method: 'GET',
    path: '/config',
    summary: 'Public settings of this installation',
    answer: PublicConfig,
  },
})
