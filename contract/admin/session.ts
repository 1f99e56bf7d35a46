import { z } from 'zod'
import { area } from '../shared/endpoint.ts'
import { anyone, everyone, superAdminOrMaster } from '../shared/roles.ts'
import { isStorable, text, timestamp } from '../shared/shapes.ts'

export const LoginForm = z.object({
  username: z
    .string('Usuario y contraseña son requeridos')
    .trim()
    .min(1, 'Usuario y contraseña son requeridos')
    .max(255),
  password: z.string('Usuario y contraseña son requeridos').min(1, 'Usuario y contraseña son requeridos').max(255),
  /** Code of the authenticator app or recovery code, if the second factor is on. */
  code: z.string().trim().max(40).optional(),
})

export const SessionRow = z.object({
  id: z.string(),
  created_at: timestamp,
  /** Precise to about a minute. */
  last_seen_at: timestamp,
  /** IP address of the login. */
  address: z.string(),
  /** User-Agent of the browser. */
  browser: z.string(),
  /** True for the session of this call. */
  current: z.boolean(),
})
export type SessionRow = z.infer<typeof SessionRow>

/** Marks calls of an untouched page, which do not prolong an idle session. */
export const automaticCallHeader = 'x-automatic'

export const SecondFactor = z.object({
  enabled: z.boolean(),
  /** Recovery codes left. */
  recovery_codes: z.number().int(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

const code = text(40)
const currentPassword = z.string().max(255).refine(isStorable, 'Contiene caracteres no válidos')

export const AccessToken = z.object({ access_token: z.string(), token_type: z.literal('bearer') })

/** JSON in a token's `sub`; `id_gym` is null for the master. */
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
    transaction: false,
    summary: 'Log in with username and password, form-encoded',
    body: LoginForm,
    bodyType: 'form',
    answer: AccessToken,
    errors: ['session.credentials', 'session.code-missing', 'session.code-wrong', 'session.too-many'],
  },
  'session.enter': {
    may: anyone,
    method: 'POST',
    repeatable: true,
    path: '/token/link',
    transaction: false,
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
    transaction: false,
    summary: 'Whether a link waits for the platform’s master, who has never come in',
    answer: z.object({ waiting: z.boolean() }),
  },
  'session.logout': {
    allowedOnFullDisk: true,
    may: everyone,
    method: 'DELETE',
    path: '/token',
    summary: 'End this session: its token is good for nothing any more, on no server',
    answer: null,
  },
  'session.list': {
    may: everyone,
    method: 'GET',
    path: '/sessions/',
    summary: 'The own open sessions, the last active one first',
    answer: z.array(SessionRow),
  },
  'session.end': {
    allowedOnFullDisk: true,
    may: everyone,
    method: 'DELETE',
    path: '/sessions/{id_session}',
    summary: 'End one of the own sessions',
    params: z.object({ id_session: z.string().regex(/^[0-9a-f-]{36}$/, 'No es una sesión') }),
    answer: null,
    errors: ['row.missing'],
  },
  'session.second-factor': {
    may: superAdminOrMaster,
    method: 'GET',
    path: '/second-factor/',
    summary: 'Whether the own login asks for a code of an authenticator app',
    answer: SecondFactor,
  },
  'session.begin-second-factor': {
    may: superAdminOrMaster,
    method: 'POST',
    repeatable: true,
    path: '/second-factor/',
    summary: 'Make a secret for the authenticator app; it counts once a code confirmed it',
    body: z.object({ current_password: currentPassword }),
    answer: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['second-factor.on', 'seal.missing', 'session.too-many'],
  },
  'session.confirm-second-factor': {
    may: superAdminOrMaster,
    method: 'PUT',
    path: '/second-factor/',
    summary: 'Turn the second factor on by the first code; answers the recovery codes, once',
    body: z.object({ code }),
    answer: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['second-factor.on'],
  },
  'session.remove-second-factor': {
    may: superAdminOrMaster,
    method: 'POST',
    repeatable: true,
    path: '/second-factor/off',
    summary: 'Turn the second factor off, by the present password',
    body: z.object({ current_password: currentPassword }),
    answer: null,
    errors: ['session.too-many'],
  },
  'config.read': {
    may: anyone,
    method: 'GET',
    path: '/config',
    transaction: false,
    summary: 'Public settings of this installation',
    answer: PublicConfig,
  },
})
