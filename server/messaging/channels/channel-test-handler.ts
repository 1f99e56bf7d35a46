import { randomUUID } from 'node:crypto'
import type { ChannelTestResult } from '@torniquete/contract/messaging/channels.ts'
import { findMailProviderByHost } from '@torniquete/contract/messaging/mail-providers.ts'
import type { MessageChannel } from '@torniquete/contract/messaging/outbox.ts'
import { RejectedFieldsError, throwError } from '@torniquete/contract/shared/errors.ts'
import { z } from 'zod'
import { markTestMessageSent } from '../../admin/guide/queries.ts'
import { readGymInfo } from '../../admin/gym-info/queries.ts'
import type { Handler } from '../../platform/http/handler-types.ts'
import type { Services } from '../../services.ts'
import { reserveSendSlots, resumeChannel } from '../messengers/channel-rate-limit.ts'
import { closeMessengers } from '../messengers/gym-messengers.ts'
import type { ChannelProblem, Messenger, OutgoingMessage, SendOutcome } from '../messengers/messenger.ts'
import { findUsablePhone, findZoneCountry } from '../messengers/phone-numbers.ts'
import { readChannelsWithoutLock } from './queries.ts'
import { formatRateLimitKey } from './stored-channel-messengers.ts'

/** Ten test messages may be sent at once, then one a minute, so that they cannot be used to send spam. */
const trialIntervalMs = 60_000
const trialBurst = 10 * trialIntervalMs
const turnTimeoutMs = 5_000
const answerTimeoutMs = 30_000

const usualAdvice: Record<ChannelProblem, string | null> = {
  login:
    'Revisa el usuario y la contraseña. Muchos proveedores piden una «contraseña de aplicación» en vez de la de siempre.',
  certificate:
    'El certificado del servidor venció, es de otro nombre o nadie responde por él: revisa el nombre del servidor. Si es tuyo, ponle un certificado válido.',
  encryption: 'El servidor no cifra de esa manera: con el puerto 587 elige STARTTLS, con el 465 TLS.',
  'no-server':
    'No hay ningún servidor con ese nombre: revisa cómo está escrito. Si está bien, revisa la conexión a internet.',
  unreachable:
    'El servidor no atiende ahí: revisa el puerto (587 o 465) y que el firewall (cortafuegos) de este equipo deje salir el correo.',
  silent: 'Revisa el puerto: 587 o 465. Algunas compañías de internet no dejan usar el 25.',
  inside: null,
  sender: 'Pon como remitente la dirección de esa misma cuenta.',
  recipient: 'Revisa la dirección o el teléfono al que enviaste la prueba.',
  limit: 'Espera unos minutos y vuelve a probar.',
  number: 'Revisa el número de identificación: es el que Meta muestra en «API Setup», no el teléfono.',
  template: 'Las dos plantillas deben estar aprobadas en tu cuenta de Meta, en español y con una sola variable.',
}
const whatsappLogin =
  'Crea en Meta un token que no venza, con los permisos whatsapp_business_messaging y whatsapp_business_management.'

function toTestResult(
  channel: MessageChannel,
  to: string,
  outcome: SendOutcome,
  hint: string | undefined,
): ChannelTestResult {
  if (outcome.kind === 'sent')
    return channel === 'email'
      ? {
          sent: true,
          reason: `El servidor de correo aceptó el mensaje para ${to}.`,
          advice: 'Si no llega en unos minutos, míralo en el correo no deseado.',
        }
      : { sent: true, reason: `WhatsApp aceptó el mensaje para ${to}.`, advice: null }
  const { reason, trouble } = outcome
  const isUnsure = outcome.kind === 'retry' && outcome.unsure
  if (isUnsure)
    return {
      sent: false,
      reason: `${reason}.`,
      advice: 'Puede que llegue: espera un momento antes de probar otra vez.',
    }
  const advice = trouble === 'login' ? (channel === 'email' ? hint : whatsappLogin) : undefined
  return {
    sent: false,
    reason: `${reason}.`.replace(/[.…]\.$/, '.'),
    advice: advice ?? (trouble ? usualAdvice[trouble] : null),
  }
}

function readRecipient(channel: MessageChannel, to: string, zone: string): string {
  const usable = channel === 'email' ? z.email().safeParse(to.trim()).data : findUsablePhone(to, findZoneCountry(zone))
  if (usable) return usable
  const msg = channel === 'email' ? 'Debe ser un correo válido' : 'Debe ser un teléfono móvil válido'
  throw new RejectedFieldsError([{ type: 'value', msg, loc: ['body', 'to'] }])
}

const makeTestMessage = (to: string, gym: number, name: string | null): OutgoingMessage => ({
  key: `prueba-${gym}-${randomUUID()}`,
  to,
  text: `Este es un mensaje de prueba de Torniquete. Si lo lees, los mensajes de ${name ?? 'la instalación'} llegan.`,
  template: 'aviso',
  subject: `Mensaje de prueba${name ? ` · ${name}` : ''}`,
  ...(name === null ? {} : { senderName: name }),
})

async function send(
  { database }: Pick<Services, 'database'>,
  messenger: Messenger,
  gym: number,
  message: OutgoingMessage,
): Promise<SendOutcome> {
  // A test message checks the setting that caused a pause, so the pause of this channel ends first.
  if (messenger.turns === formatRateLimitKey(messenger.channel, gym)) await resumeChannel(database, messenger.turns)
  const wait = await reserveSendSlots(database, messenger, 1, turnTimeoutMs)
  if (wait > turnTimeoutMs)
    return { kind: 'retry', reason: 'El canal está ocupado o su proveedor pidió esperar', trouble: 'limit' }
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  return messenger.send(message, AbortSignal.timeout(answerTimeoutMs))
}

export const makeChannelTestHandler =
  (services: Pick<Services, 'channels' | 'database'>): Handler<'channels.test'> =>
  async ({ gym, zone, params: { channel }, body }) => {
    const { database, channels } = services
    const to = readRecipient(channel, body.to, zone)
    const wait = await reserveSendSlots(
      database,
      { turns: `test:${gym}`, perSecond: 1000 / trialIntervalMs },
      1,
      trialBurst,
    )
    if (wait > trialBurst) {
      const left = wait - trialBurst
      throwError('channel.too-many', { minutes: Math.ceil(left / 60_000), seconds: Math.ceil(left / 1000) })
    }
    const scope = { gym, user: null }
    const [name, rows] = await database.read(scope, async (tx) =>
      Promise.all([
        gym === 0 ? null : readGymInfo(tx, gym).then((info) => info.name),
        readChannelsWithoutLock(tx, gym),
      ]),
    )
    const fresh = await channels.fresh(gym)
    try {
      const messenger = fresh[channel] ?? throwError('channel.none')
      const outcome = await send(services, messenger, gym, makeTestMessage(to, gym, name))
      if (gym !== 0 && outcome.kind === 'sent') await database.write(scope, (tx) => markTestMessageSent(tx, gym))
      const own = rows.find((row) => row.channel === 'email')
      const hint = own?.channel === 'email' ? findMailProviderByHost(own.host)?.hint : undefined
      return toTestResult(channel, to, outcome, hint)
    } finally {
      closeMessengers(fresh)
    }
  }
