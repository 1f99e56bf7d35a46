// Sends mail through any SMTP server. Nodemailer may not read content from files or URLs.
import type { Socket } from 'node:net'
import type { MailSecurityMode } from '@torniquete/contract/messaging/mail-providers.ts'
import { createTransport } from 'nodemailer'
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js'
import { mailServerTimeoutOutcome, toFailedMailOutcome } from './mail-errors.ts'
import type { ErrorTextOptions, Messenger, OutgoingMessage, SendOutcome } from './messenger.ts'

export interface MailServer {
  host: string
  port: number
  security: MailSecurityMode
  login: { user: string; pass: string } | null
  /** Opens the connection; an ordinary socket by default. */
  connect?: (timeoutMs: number) => Promise<Socket>
}

interface MailSettings {
  /** URL such as `smtp://user:password@host:587`; its query overrides the defaults below: `?requireTLS=false`. */
  server: string | MailServer
  from: string
  perSecond: number
  /** Milliseconds without a response after which the server counts as gone. */
  timeoutMs?: number
  turns?: string
  telling?: ErrorTextOptions
}

/** Factor of `timeoutMs` that limits the total time for one mail. */
const maxDurationFactor = 4

const address = /^[^\s<>@"(),:;[\]\\]{1,64}@[^\s<>@"(),:;[\]\\]{1,190}$/

export function openMailMessenger({
  server,
  from,
  perSecond,
  timeoutMs = 30_000,
  turns = 'email',
  telling = { includeVariableNames: true, includeServerText: true },
}: MailSettings): Messenger {
  const sender = /<([^<>]+)>$/.exec(from)?.[1] ?? from
  const host = /@([^\s<>@]+?)$/.exec(sender)?.[1] ?? 'localhost'
  const transport = createTransport({
    ...readPlace(server, timeoutMs),
    pool: true,
    maxConnections: 2,
    // Disables nodemailer's own retry, which could deliver a mail twice.
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    // Longer than the other timeouts, to tell a server silent from the start from one that stops responding later.
    socketTimeout: 1.5 * timeoutMs,
    dnsTimeout: timeoutMs,
    idleTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const send = async (message: OutgoingMessage, signal: AbortSignal): Promise<SendOutcome> => {
    if (!address.test(message.to)) return { kind: 'failed', reason: 'La dirección de correo no es válida' }
    const replyTo = message.replyTo && address.test(message.replyTo) ? message.replyTo : undefined
    // Limits the total time, because a server that responds now and then never times out.
    const late = AbortSignal.timeout(maxDurationFactor * timeoutMs)
    try {
      await transport.sendMail({
        from: message.senderName ? { name: toOneLine(message.senderName), address: sender } : from,
        to: { name: '', address: message.to },
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        subject: toOneLine(message.subject),
        text: message.text,
        ...(message.html === undefined ? {} : { html: message.html }),
        // The Message-ID is the same for every attempt, so that mail servers and programs drop duplicates.
        messageId: `<${message.key}@${host}>`,
        // Prevents out-of-office replies (RFC 3834).
        headers: !message.byPerson ? { 'Auto-Submitted': 'auto-generated' } : {},
        signal: AbortSignal.any([signal, late]),
      })
      return { kind: 'sent', providerId: `<${message.key}@${host}>` }
    } catch (error) {
      if (late.aborted && !signal.aborted) return mailServerTimeoutOutcome
      return toFailedMailOutcome(error, telling)
    }
  }
  return { channel: 'email', turns, from: sender, perSecond, send, close: () => transport.close() }
}

const toOneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** Server options that require encryption wherever a password is sent. */
function readPlace(server: string | MailServer, timeoutMs: number) {
  if (typeof server === 'string') return { url: server, requireTLS: sendsPasswordInClear(server) }
  const { host, port, security, login, connect } = server
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(login && { auth: login }),
    ...(connect && { getSocket: makeSocketGetter(connect, timeoutMs) }),
  }
}

const makeSocketGetter =
  (connect: NonNullable<MailServer['connect']>, timeoutMs: number): NonNullable<SMTPPool.Options['getSocket']> =>
  (_, done) =>
    void connect(timeoutMs).then(
      (connection) => done(null, { connection }),
      (error) => done(error, false),
    )

function sendsPasswordInClear(url: string): boolean {
  const { username, hostname } = new URL(url)
  return username !== '' && !isLocalhost(hostname)
}

/** True for this machine itself: its traffic cannot be intercepted, so passwords may be sent unencrypted. */
export const isLocalhost = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
