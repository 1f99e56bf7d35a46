// The channels that the installation has.
import type { Config } from '../config.ts'
import { openMail } from './mail.ts'
import type { Messenger } from './messenger.ts'
import { openWhatsapp } from './whatsapp.ts'

export interface Messengers {
  whatsapp: Messenger | null
  email: Messenger | null
}

/** Connects to nothing yet: a channel that cannot be reached is told of by its first message. */
export function openMessengers({
  SMTP_URL,
  MAIL_FROM,
  MAIL_PER_SECOND,
  WHATSAPP_TOKEN,
  WHATSAPP_PHONE_ID,
  WHATSAPP_URL,
}: Config): Messengers {
  return {
    whatsapp:
      WHATSAPP_TOKEN && WHATSAPP_PHONE_ID
        ? openWhatsapp({ url: WHATSAPP_URL, token: WHATSAPP_TOKEN, phoneId: WHATSAPP_PHONE_ID })
        : null,
    email: SMTP_URL && MAIL_FROM ? openMail({ url: SMTP_URL, from: MAIL_FROM, perSecond: MAIL_PER_SECOND }) : null,
  }
}
