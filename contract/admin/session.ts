import { z } from 'zod'
import { defineArea, defineDelete, defineGet, definePost, definePut } from '../shared/define-area.ts'
import { allRoles, publicAccess, superAdminOrMaster } from '../shared/roles.ts'
import { isStorableText, textLine, timestamp } from '../shared/schemas.ts'

export const LoginForm = z.object({
  username: z
    .string('Usuario y contraseña son requeridos')
    .trim()
    .min(1, 'Usuario y contraseña son requeridos')
    .max(255),
  password: z.string('Usuario y contraseña son requeridos').min(1, 'Usuario y contraseña son requeridos').max(255),
  /** Code from the authenticator app, or a recovery code; required if the user's second factor is on. */
  code: z.string().trim().max(40).optional(),
})

export const SessionRow = z.object({
  id: z.string(),
  created_at: timestamp,
  /** Time of the session's last call, precise to about a minute. */
  last_seen_at: timestamp,
  address: z.string(),
  browser: z.string(),
  current: z.boolean(),
})
export type SessionRow = z.infer<typeof SessionRow>

/** Header of calls that a page makes by itself, without user input; such calls do not prolong an idle session. */
export const automaticCallHeader = 'x-automatic'

export const SecondFactor = z.object({
  enabled: z.boolean(),
  recovery_codes: z.number().int(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

const code = textLine(40)
const currentPassword = z.string().max(255).refine(isStorableText, 'Contiene caracteres no válidos')

export const AccessToken = z.object({ access_token: z.string(), token_type: z.literal('bearer') })

/** Identity stored as JSON in the claim `sub` of a token; `id_gym` is null for the master. */
export const TokenUser = z.object({ id_user: z.number(), id_gym: z.number().nullable(), username: z.string() })
export type TokenUser = z.infer<typeof TokenUser>

export const PublicConfig = z.object({
  landing_url: z.string(),
  support_email: z.string().nullable(),
  support_phone: z.string().nullable(),
  support_address: z.string().nullable(),
  version: z.string(),
})
export type PublicConfig = z.infer<typeof PublicConfig>

export const sessionArea = defineArea({
  'session.login': definePost(publicAccess, '/token', 'Log in with username and password, form-encoded', {
    repeatable: true,
    transaction: false,
    body: LoginForm,
    bodyType: 'form',
    answer: AccessToken,
    errors: ['session.credentials', 'session.code-missing', 'session.code-wrong', 'session.too-many'],
  }),
  'session.enter': definePost(publicAccess, '/token/link', 'Log in as master by the one-time link of a first start', {
    repeatable: true,
    transaction: false,
    body: z.object({ link: textLine(100) }),
    answer: AccessToken,
    errors: ['row.missing'],
  }),
  'session.first': defineGet(publicAccess, '/token/link', 'Tell if the master’s first-login link is still unused', {
    transaction: false,
    answer: z.object({ waiting: z.boolean() }),
  }),
  'session.logout': defineDelete(allRoles, '/token', 'End this session on every server', {
    allowedOnFullDisk: true,
    answer: null,
  }),
  'session.list': defineGet(allRoles, '/sessions/', 'List the user’s own open sessions, last active first', {
    answer: z.array(SessionRow),
  }),
  'session.end': defineDelete(allRoles, '/sessions/{id_session}', 'End one of the user’s own sessions', {
    allowedOnFullDisk: true,
    params: z.object({ id_session: z.string().regex(/^[0-9a-f-]{36}$/, 'No es una sesión') }),
    answer: null,
  }),
  'session.second-factor': defineGet(superAdminOrMaster, '/second-factor/', 'Tell if the login needs a code', {
    answer: SecondFactor,
  }),
  'session.begin-second-factor': definePost(superAdminOrMaster, '/second-factor/', 'Create an authenticator secret', {
    repeatable: true,
    body: z.object({ current_password: currentPassword }),
    answer: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['second-factor.on', 'seal.missing', 'session.too-many'],
  }),
  'session.confirm-second-factor': definePut(superAdminOrMaster, '/second-factor/', 'Turn the second factor on', {
    body: z.object({ code }),
    answer: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['second-factor.on'],
  }),
  'session.remove-second-factor': definePost(superAdminOrMaster, '/second-factor/off', 'Turn the second factor off', {
    repeatable: true,
    body: z.object({ current_password: currentPassword }),
    answer: null,
    errors: ['session.too-many'],
  }),
  'config.read': defineGet(publicAccess, '/config', 'Get the public settings of this installation', {
    transaction: false,
    answer: PublicConfig,
  }),
})
