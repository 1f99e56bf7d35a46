// E-mail and WhatsApp channels of gyms and of the installation. The API never returns their secrets.
import { z } from 'zod'
import { cleanText } from '../shared/clean-text.ts'
import { defineArea, defineDelete, defineGet, definePost, definePut } from '../shared/define-area.ts'
import { requiredFieldText } from '../shared/parse-input.ts'
import { superAdminOrMaster } from '../shared/roles.ts'
import { optionalLine, textLine, wholeNumberBetween } from '../shared/schemas.ts'
import { mailSecurityModes } from './mail-providers.ts'
import { messageChannels } from './outbox.ts'

/** Owner of the channel in use; null without channel. Gyms see `installation` for one set by environment variables. */
const source = z.enum(['gym', 'installation', 'environment']).nullable()
export type ChannelSource = z.infer<typeof source>

const EmailSettings = z.object({
  host: z.string(),
  port: z.number().int(),
  security: z.enum(mailSecurityModes),
  /** Username at the mail server; null if the server needs no login. */
  username: z.string().nullable(),
  /** Sender address; the display name is the gym's name. */
  sender: z.string(),
})
export type EmailSettings = z.infer<typeof EmailSettings>

/** False if the secret was sealed with another key, so that it has to be entered again. */
const readable = z.boolean()

export const ChannelsState = z.object({
  email: z.object({
    source,
    sender: z.string().nullable(),
    own: EmailSettings.extend({ has_password: z.boolean(), readable }).nullable(),
  }),
  whatsapp: z.object({
    source,
    own: z.object({ phone_id: z.string(), has_webhook: z.boolean(), readable }).nullable(),
    /** URL path to which Meta sends delivery reports. */
    webhook_path: z.string(),
  }),
})
export type ChannelsState = z.infer<typeof ChannelsState>

const hostName = textLine(253).refine(
  (value) => /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$|^[0-9a-f:]+$/i.test(value),
  'Debe ser el nombre de un servidor, como smtp.ejemplo.com',
)
const address = textLine(255).refine(
  (value) => z.email().safeParse(value).success && !/[\s<>"(),:;[\]\\]/.test(value),
  'Debe ser un correo válido',
)
const word = (least: number, most: number) =>
  textLine(most)
    .refine((value) => value.length >= least, `Debe tener al menos ${least} caracteres`)
    .refine((value) => /^[\x21-\x7e]*$/.test(value), 'No debe tener espacios ni acentos')

/** Password of the mail account; null or absent keeps the stored one. Blanks around it, left by copying, are cut. */
const password = z
  .string()
  .overwrite(cleanText)
  .min(1, requiredFieldText)
  .max(500, 'Como máximo 500 caracteres')
  .refine((value) => value.isWellFormed() && !/\p{Cc}/u.test(value), 'Contiene caracteres no válidos')
  .nullable()

const googleHost = /(^|\.)(gmail|google|googlemail)\.com$/i

/** Removes the blanks with which Google displays app passwords, since its server refuses them. */
export const normalizeMailPassword = (host: string, password: string): string =>
  googleHost.test(host) && /^([a-z]{4} ?){4}$/i.test(password) ? password.replaceAll(' ', '') : password

export const EmailSettingsChange = z
  .object({
    host: hostName,
    port: wholeNumberBetween(1, 65535),
    security: z.enum(mailSecurityModes, 'Debe ser starttls, tls o none'),
    username: optionalLine(255),
    password,
    sender: address,
  })
  .partial()

/** WhatsApp settings; a secret that is absent or null keeps its stored value. */
export const WhatsappSettingsChange = z
  .object({
    phone_id: textLine(30).refine((value) => /^\d{5,30}$/.test(value), 'Debe tener solo cifras: no es el teléfono'),
    token: word(1, 1000).nullable(),
    /** Secrets of the webhook, which needs both. */
    app_secret: word(8, 200).nullable(),
    verify_token: word(8, 200).nullable(),
  })
  .partial()

export const ChannelTestResult = z.object({
  sent: z.boolean(),
  /** Result of the test in Spanish. */
  reason: z.string(),
  advice: z.string().nullable(),
})
export type ChannelTestResult = z.infer<typeof ChannelTestResult>

const params = z.object({ channel: z.enum(messageChannels) })

export const channelsArea = defineArea(
  {
    'channels.read': defineGet(superAdminOrMaster, '/channels/', 'Get the gym’s or the installation’s channels', {
      answer: ChannelsState,
    }),
    'channels.email': definePut(superAdminOrMaster, '/channels/email', 'Set the gym’s mail server', {
      body: EmailSettingsChange,
      answer: ChannelsState,
      errors: ['seal.missing'],
    }),
    'channels.whatsapp': definePut(superAdminOrMaster, '/channels/whatsapp', 'Set the gym’s WhatsApp Business number', {
      body: WhatsappSettingsChange,
      answer: ChannelsState,
      errors: ['seal.missing'],
    }),
    'channels.remove': defineDelete(superAdminOrMaster, '/channels/{channel}', 'Use the installation’s channel again', {
      params,
      answer: null,
    }),
    'channels.test': definePost(superAdminOrMaster, '/channels/{channel}/test', 'Test a channel by a message', {
      transaction: false,
      params,
      body: z.object({ to: textLine(255) }),
      answer: ChannelTestResult,
      repeatable: true,
      maxWaitMs: 40_000,
      errors: ['channel.none', 'channel.too-many'],
    }),
  },
  {
    history: {
      message_channels: {
        object: 'el canal de mensajes',
        fields: {
          channel: 'el canal',
          host: 'el servidor',
          port: 'el puerto',
          security: 'la seguridad',
          username: 'el usuario',
          sender: 'el remitente',
          phone_id: 'el número de identificación',
          sealed: ['la contraseña', 'secret'],
        },
      },
    },
  },
)
