// Mail by any SMTP server. Texts only, nothing is read from files or addresses.
import type { Socket } from 'node:net'
import type { Security } from '@torniquete/contract/mail-providers.ts'
import { createTransport } from 'nodemailer'
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js'
import { outcomeOf, tooSlow } from './mail-errors.ts'
import type { Messenger, Outcome, Outgoing, Telling } from './messenger.ts'

export interface MailServer {
  host: string
  port: number
  /** Encrypted from the start, after a word in the clear, or not. */
  security: Security
  login: { user: string; pass: string } | null
  /** Its connections; any where nothing is said. */
  connect?: (patience: number) => Promise<Socket>
}

export interface MailSettings {
  /** `smtp://user:password@host:587`; its query overrides what stands below, `?requireTLS=false` for one. */
  server: string | MailServer
  /** An address, or a name and an address. */
  from: string
  /** Mails that the provider takes in a second. */
  perSecond: number
  /** Milliseconds of silence until the server counts as gone. */
  patience?: number
  turns?: string
  telling?: Telling
}

/** Times the patience, a mail may take in all. */
const slowest = 4

const address = /^[^\s<>@"(),:;[\]\\]{1,64}@[^\s<>@"(),:;[\]\\]{1,190}$/

export function openMail({
  server,
  from,
  perSecond,
  patience = 30_000,
  turns = 'email',
  telling = { names: true, words: true },
}: MailSettings): Messenger {
  const sender = /<([^<>]+)>$/.exec(from)?.[1] ?? from
  const host = /@([^\s<>@]+?)$/.exec(sender)?.[1] ?? 'localhost'
  const transport = createTransport({
    ...placeOf(server, patience),
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
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const send = async (message: Outgoing, signal: AbortSignal): Promise<Outcome> => {
    if (!address.test(message.to)) return { kind: 'failed', reason: 'La dirección de correo no es válida' }
    const replyTo = message.replyTo && address.test(message.replyTo) ? message.replyTo : undefined
    // A server that says a word now and then is silent for none of the waits above.
    const late = AbortSignal.timeout(slowest * patience)
    try {
      await transport.sendMail({
        from: message.senderName ? { name: oneLine(message.senderName), address: sender } : from,
        to: { name: '', address: message.to },
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        subject: oneLine(message.subject),
        text: message.text,
        ...(message.html === undefined ? {} : { html: message.html }),
        // The same at every attempt: servers and readers recognize a mail that they already have.
        messageId: `<${message.key}@${host}>`,
        // Nobody's holiday notice answers what a machine wrote (RFC 3834).
        headers: !message.byPerson ? { 'Auto-Submitted': 'auto-generated' } : {},
        signal: AbortSignal.any([signal, late]),
      })
      return { kind: 'sent', providerId: `<${message.key}@${host}>` }
    } catch (error) {
      if (late.aborted && !signal.aborted) return tooSlow
      return outcomeOf(error, telling)
    }
  }
  return { channel: 'email', turns, from: sender, perSecond, send, close: () => transport.close() }
}

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** A password is not told to whoever listens on the way. */
function placeOf(server: string | MailServer, patience: number) {
  if (typeof server === 'string') return { url: server, requireTLS: tellsPassword(server) }
  const { host, port, security, login, connect } = server
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(login && { auth: login }),
    ...(connect && { getSocket: socketFrom(connect, patience) }),
  }
}

/** As the driver asks for a socket. */
const socketFrom =
  (connect: NonNullable<MailServer['connect']>, patience: number): NonNullable<SMTPPool.Options['getSocket']> =>
  (_, done) =>
    void connect(patience).then(
      (connection) => done(null, { connection }),
      (error) => done(error, false),
    )

function tellsPassword(url: string): boolean {
  const { username, hostname } = new URL(url)
  return username !== '' && !isOwnMachine(hostname)
}

/** Nobody listens on the way to it. */
export const isOwnMachine = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
