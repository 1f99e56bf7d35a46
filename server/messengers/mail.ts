// Mail by any SMTP server. Texts only, nothing is read from files or addresses.
import { createTransport } from 'nodemailer'
import { outcomeOf } from './mail-errors.ts'
import type { Messenger, Outcome, Outgoing } from './messenger.ts'

export interface MailSettings {
  /** `smtp://user:password@host:587`; its query overrides what stands below, `?requireTLS=false` for one. */
  url: string
  /** An address, or a name and an address. */
  from: string
  /** Mails that the provider takes in a second. */
  perSecond: number
  /** Milliseconds of silence until the server counts as gone. */
  patience?: number
}

const address = /^[^\s<>@"(),:;[\]\\]{1,64}@[^\s<>@"(),:;[\]\\]{1,190}$/

export function openMail({ url, from, perSecond, patience = 30_000 }: MailSettings): Messenger {
  const sender = /<([^<>]+)>$/.exec(from)?.[1] ?? from
  const host = /@([^\s<>@]+?)$/.exec(sender)?.[1] ?? 'localhost'
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // Sent again on its own after a cut, a mail could arrive twice without our knowing.
    maxRequeues: 0,
    connectionTimeout: patience,
    greetingTimeout: patience,
    // Longer, so that a server that never says a word is told from one that falls silent.
    socketTimeout: 1.5 * patience,
    dnsTimeout: patience,
    idleTimeout: 30_000,
    // A password is not told to whoever listens on the way.
    requireTLS: tellsPassword(url),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const send = async (message: Outgoing, signal: AbortSignal): Promise<Outcome> => {
    if (!address.test(message.to)) return { kind: 'failed', reason: 'La dirección de correo no es válida' }
    const replyTo = message.replyTo && address.test(message.replyTo) ? message.replyTo : undefined
    try {
      await transport.sendMail({
        from: message.senderName ? { name: oneLine(message.senderName), address: sender } : from,
        to: { name: '', address: message.to },
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        subject: oneLine(message.subject),
        text: message.text,
        // The same at every attempt: servers and readers recognize a mail that they already have.
        messageId: `<${message.key}@${host}>`,
        // Nobody's holiday notice answers what a machine wrote (RFC 3834).
        headers: !message.byPerson ? { 'Auto-Submitted': 'auto-generated' } : {},
        signal,
      })
      return { kind: 'sent', providerId: `<${message.key}@${host}>` }
    } catch (error) {
      return outcomeOf(error)
    }
  }
  return { channel: 'email', perSecond, send, close: () => transport.close() }
}

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

function tellsPassword(url: string): boolean {
  const { username, hostname } = new URL(url)
  return username !== '' && !/^(localhost|127\.|\[::1\])/.test(hostname)
}
