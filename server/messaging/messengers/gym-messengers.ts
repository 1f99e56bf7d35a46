import type { MessageChannel } from '@torniquete/contract/messaging/outbox.ts'
import type { Config } from '../../config.ts'
import { openMailMessenger } from './mail-messenger.ts'
import type { ErrorTextOptions, Messenger } from './messenger.ts'
import { openWhatsappMessenger } from './whatsapp-messenger.ts'

export interface Messengers {
  whatsapp: Messenger | null
  email: Messenger | null
  /**
   * Channels that are set up but unusable, because another key sealed their secrets; no other channel replaces them.
   */
  unreadable?: readonly MessageChannel[]
}

/** Secrets with which delivery reports for a WhatsApp number are verified. */
export interface WebhookSecrets {
  appSecret: string
  verifyToken: string
  phoneId: string
}

export interface GymMessengerProvider {
  /** Channels of the gym, or the installation's where the gym has none; gym 0 means the installation. */
  of(gym: number): Promise<Messengers>
  /** Opens the channels anew for one message while a user waits; the caller closes them. */
  fresh(gym: number): Promise<Messengers>
  /** Secrets of the WhatsApp number that belongs to this gym; gym 0 means the installation. */
  readWebhookSecrets(gym: number): Promise<WebhookSecrets | null>
  close(): void
}

export function closeMessengers({ whatsapp, email }: Messengers): void {
  whatsapp?.close()
  email?.close()
}

export const makeSharedMessengerProvider = (
  messengers: Messengers,
  webhook: WebhookSecrets | null = null,
): GymMessengerProvider => ({
  of: async () => messengers,
  fresh: async () => messengers,
  readWebhookSecrets: async (gym) => (gym === 0 ? webhook : null),
  close: () => closeMessengers(messengers),
})

/** Opens channels without connecting; if one cannot be reached, sending the first message fails. */
export function openInstallationMessengers(
  { SMTP_URL, MAIL_FROM, MAIL_PER_SECOND, WHATSAPP_TOKEN, WHATSAPP_PHONE_ID, WHATSAPP_URL }: Config,
  more: { timeoutMs?: number; telling?: ErrorTextOptions } = {},
): Messengers {
  return {
    whatsapp:
      WHATSAPP_TOKEN && WHATSAPP_PHONE_ID
        ? openWhatsappMessenger({ url: WHATSAPP_URL, token: WHATSAPP_TOKEN, phoneId: WHATSAPP_PHONE_ID, ...more })
        : null,
    email:
      SMTP_URL && MAIL_FROM
        ? openMailMessenger({ server: SMTP_URL, from: MAIL_FROM, perSecond: MAIL_PER_SECOND, ...more })
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
