import type { Channel } from '@torniquete/contract/messaging/outbox.ts'
import type { Config } from '../../config.ts'
import { openMail } from './mail.ts'
import type { MessageDetailOptions, Messenger } from './messenger.ts'
import { openWhatsapp } from './whatsapp.ts'

export interface Messengers {
  whatsapp: Messenger | null
  email: Messenger | null
  /** Set up but closed, because another key sealed its secrets. No message uses it or another channel in its place. */
  unreadable?: readonly Channel[]
}

/** Secrets that prove Meta's delivery reports for a number. */
export interface WebhookSecrets {
  appSecret: string
  verifyToken: string
  phoneId: string
}

export interface Channels {
  /** The gym's own channels, else the installation's; for gym 0 the installation's. */
  of(gym: number): Promise<Messengers>
  /** The same for one message while a person waits; the caller closes it. */
  fresh(gym: number): Promise<Messengers>
  /** Secrets of the gym's own number; gym 0 is the installation. */
  readWebhookSecrets(gym: number): Promise<WebhookSecrets | null>
  close(): void
}

export function closeMessengers({ whatsapp, email }: Messengers): void {
  whatsapp?.close()
  email?.close()
}

export const makeFixedChannels = (messengers: Messengers, webhook: WebhookSecrets | null = null): Channels => ({
  of: async () => messengers,
  fresh: async () => messengers,
  readWebhookSecrets: async (gym) => (gym === 0 ? webhook : null),
  close: () => closeMessengers(messengers),
})

/** Does not connect: a channel that cannot be reached is reported by its first message. */
export function openMessengers(
  { SMTP_URL, MAIL_FROM, MAIL_PER_SECOND, WHATSAPP_TOKEN, WHATSAPP_PHONE_ID, WHATSAPP_URL }: Config,
  more: { timeoutMs?: number; telling?: MessageDetailOptions } = {},
): Messengers {
  return {
    whatsapp:
      WHATSAPP_TOKEN && WHATSAPP_PHONE_ID
        ? openWhatsapp({ url: WHATSAPP_URL, token: WHATSAPP_TOKEN, phoneId: WHATSAPP_PHONE_ID, ...more })
        : null,
    email:
      SMTP_URL && MAIL_FROM
        ? openMail({ server: SMTP_URL, from: MAIL_FROM, perSecond: MAIL_PER_SECOND, ...more })
        : null,
  }
}

export function readWebhookSecrets({
  WHATSAPP_APP_SECRET: appSecret,
  WHATSAPP_VERIFY_TOKEN: verifyToken,
  WHATSAPP_PHONE_ID: phoneId = '',
}: Config): WebhookSecrets | null {
  return appSecret && verifyToken ? { appSecret, verifyToken, phoneId } : null
}
