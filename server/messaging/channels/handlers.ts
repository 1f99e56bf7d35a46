import {
  type ChannelsState,
  type EmailSettings,
  normalizeMailPassword,
} from '@torniquete/contract/messaging/channels.ts'
import { type FieldRejection, RejectedFieldsError } from '@torniquete/contract/shared/errors.ts'
import { requiredFieldText } from '@torniquete/contract/shared/parse-input.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import type { Services } from '../../services.ts'
import { isLocalhost } from '../messengers/mail-messenger.ts'
import { decryptEmailPassword, decryptWhatsappSecrets, hasReadableSecrets, sealSecrets } from './channel-secrets.ts'
import {
  endChannelPause,
  lockChannels,
  readChannelsWithoutLock,
  type StoredChannel,
  type StoredEmailChannel,
  type StoredWhatsappChannel,
  saveChannel,
} from './queries.ts'
import { formatRateLimitKey } from './stored-channel-messengers.ts'

type Parts = Pick<Services, 'channels' | 'channelSeal'>

/** Usual ports of mail servers. Gyms may use only these ports; the installation's owner may use any port. */
const mailPorts = [25, 465, 587, 2525]

const reject = (field: string, msg: string): never => {
  throw new RejectedFieldsError([{ type: 'value', msg, loc: ['body', field] }])
}

const toEmailSettings = (rows: readonly StoredChannel[]) =>
  rows.find((row): row is StoredEmailChannel => row.channel === 'email')
const toWhatsappSettings = (rows: readonly StoredChannel[]) =>
  rows.find((row): row is StoredWhatsappChannel => row.channel === 'whatsapp')

async function toChannelsState({ channels, channelSeal: seal }: Parts, gym: number, rows: StoredChannel[]) {
  const [email, whatsapp] = [toEmailSettings(rows), toWhatsappSettings(rows)]
  // Cached channels, used only as a fallback: `rows` is newer, since the last change may not be announced yet.
  const others = await channels.of(gym)
  const owner = gym === 0 ? 'installation' : 'gym'
  const lender = gym === 0 ? 'environment' : 'installation'
  const mine = (row: StoredChannel | undefined) => row !== undefined && hasReadableSecrets(seal, gym, row)
  const sourceOf = (row: StoredChannel | undefined, other: { turns: string } | null) => {
    if (mine(row)) return owner
    return other ? lender : null
  }
  const state: ChannelsState = {
    email: {
      source: sourceOf(email, others.email),
      sender: mine(email) ? (email?.sender ?? null) : (others.email?.from ?? null),
      own: email ? { ...readSettings(email), has_password: email.sealed !== null, readable: mine(email) } : null,
    },
    whatsapp: {
      source: sourceOf(whatsapp, others.whatsapp),
      own: whatsapp
        ? {
            phone_id: whatsapp.phone_id,
            has_webhook: Boolean(decryptWhatsappSecrets(seal, gym, whatsapp)?.app_secret),
            readable: mine(whatsapp),
          }
        : null,
      webhook_path: gym === 0 ? '/webhooks/whatsapp' : `/webhooks/whatsapp/${gym}`,
    },
  }
  return state
}

const readSettings = ({ host, port, security, username, sender }: StoredEmailChannel): EmailSettings => ({
  host,
  port,
  security,
  username,
  sender,
})

function mergedEmail(
  before: StoredEmailChannel | undefined,
  change: Partial<EmailSettings>,
  gym: number,
): EmailSettings {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const merged = { username: null, ...(before && readSettings(before)), ...given }
  const missing = ['host', 'port', 'security', 'sender'].filter((field) => !(field in merged))
  if (missing.length > 0)
    throw new RejectedFieldsError(
      missing.map((field): FieldRejection => ({ type: 'missing', msg: requiredFieldText, loc: ['body', field] })),
    )
  const whole = merged as EmailSettings // cast, as no required field is missing
  if (gym !== 0 && !mailPorts.includes(whole.port))
    reject('port', 'Debe ser 25, 465, 587 o 2525, los puertos del correo')
  if (whole.security === 'none' && whole.username !== null && !isLocalhost(whole.host))
    reject('security', 'Sin cifrar no se envía una contraseña: elige STARTTLS o TLS, o deja el usuario vacío')
  return whole
}

/** Keeps the stored password only if server and user are still those for which it was entered. */
function sealedPassword(
  { channelSeal: seal }: Parts,
  gym: number,
  before: StoredEmailChannel | undefined,
  after: EmailSettings,
  given: string | null | undefined,
) {
  if (after.username === null) return { sealed: null, key_name: null }
  const same = (['host', 'port', 'security', 'username'] as const).every((field) => before?.[field] === after[field])
  const kept = before && decryptEmailPassword(seal, gym, before)
  if (!given && kept && !same) reject('password', 'El servidor o el usuario cambió: escribe la contraseña otra vez')
  const password = given ?? kept ?? reject('password', 'Escribe la contraseña de ese usuario')
  return sealSecrets(seal, gym, 'email', { password: normalizeMailPassword(after.host, password) })
}

export const channelsHandlers = (parts: Parts): AreaHandlers<'channels'> => ({
  'channels.read': async ({ tx, gym }) => toChannelsState(parts, gym, await readChannelsWithoutLock(tx, gym)),

  'channels.email': async ({ tx, gym, body: { password, ...change } }) => {
    const rows = await lockChannels(tx, gym)
    const before = toEmailSettings(rows)
    const after = mergedEmail(before, change as Partial<EmailSettings>, gym) // cast, as omitted fields are undefined
    const row: StoredEmailChannel = {
      channel: 'email',
      ...after,
      ...sealedPassword(parts, gym, before, after, password),
    }
    await saveChannel(tx, gym, row)
    await endChannelPause(tx, formatRateLimitKey('email', gym))
    return toChannelsState(parts, gym, [...rows.filter(({ channel }) => channel !== 'email'), row])
  },

  'channels.whatsapp': async ({ tx, gym, body }) => {
    const rows = await lockChannels(tx, gym)
    const before = toWhatsappSettings(rows)
    const kept = before && decryptWhatsappSecrets(parts.channelSeal, gym, before)
    const phone_id = body.phone_id ?? before?.phone_id ?? reject('phone_id', requiredFieldText)
    const secrets = {
      token: body.token ?? kept?.token ?? reject('token', requiredFieldText),
      app_secret: body.app_secret ?? kept?.app_secret ?? null,
      verify_token: body.verify_token ?? kept?.verify_token ?? null,
    }
    if ((secrets.app_secret === null) !== (secrets.verify_token === null))
      reject(secrets.app_secret === null ? 'app_secret' : 'verify_token', 'Hacen falta los dos, o ninguno')
    const row: StoredWhatsappChannel = {
      channel: 'whatsapp',
      phone_id,
      ...sealSecrets(parts.channelSeal, gym, 'whatsapp', secrets),
    }
    await saveChannel(tx, gym, row)
    await endChannelPause(tx, formatRateLimitKey('whatsapp', gym))
    return toChannelsState(parts, gym, [...rows.filter(({ channel }) => channel !== 'whatsapp'), row])
  },

  'channels.remove': async ({ tx, gym, params: { channel } }) => {
    await tx.run(sql`delete from message_channels where gym_id = ${gym} and channel = ${channel}`)
    await endChannelPause(tx, formatRateLimitKey(channel, gym))
  },
})
