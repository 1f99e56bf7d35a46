// Maps error codes of SMTP servers (RFC 5321 §4.2, RFC 3463) to outcomes of a message.
import { InternalAddressError } from './guarded-socket.ts'
import {
  type ErrorTextOptions,
  type FailedSendOutcome,
  makePauseChannelOutcome,
  makeWrongSettingOutcome,
  minutesToMs,
} from './messenger.ts'

interface MailError {
  code?: string
  command?: string
  response?: string
  responseCode?: number
  /** System error code of the cause, kept by nodemailer beside its own code. */
  originalCode?: string
  timeoutType?: string
}

const loginCodes = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2'])
const hello = new Set(['CONN', 'EHLO', 'HELO', 'STARTTLS'])
/** Errors before a connection was established, so the mail was certainly not sent. */
const neverReached = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'CONNECT_TIMEOUT', 'GREETING_TIMEOUT'])
const noSuchName = new Set(['EDNS', 'ENOTFOUND', 'EAI_AGAIN'])
/** Quota errors that some servers report as permanent although they pass: "550 5.4.5 Daily sending quota exceeded". */
const quotaPattern = /\b5\.4\.5\b|quota exceeded|limit exceeded|too many (messages|emails)/i
/** SMTP reply code with enhanced status code: `535 5.7.8`. */
const codesPattern = /^\d{3}([ -]\d\.\d{1,3}\.\d{1,3})?/
const noConnection = 'No hay conexión con el servidor de correo'

/** Pauses the channel, because every further mail to a server that never finishes would take as long. */
export const mailServerTimeoutOutcome = makePauseChannelOutcome(
  'El servidor de correo no terminó a tiempo',
  minutesToMs(5),
  {
    trouble: 'silent',
  },
)

export function toFailedMailOutcome(
  error: unknown,
  { includeVariableNames, includeServerText }: ErrorTextOptions,
): FailedSendOutcome {
  const {
    code = '',
    command = '',
    response = '',
    responseCode,
    originalCode = '',
    timeoutType = '',
  } = error as MailError
  if (error instanceof InternalAddressError) return makeWrongSettingOutcome(error.message, 'inside')
  if (code === 'EABORT') return { kind: 'retry', reason: 'El envío se interrumpió' }
  const permanent = responseCode !== undefined && responseCode >= 500 && responseCode !== 503
  const serverText = includeServerText
    ? response.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, 150)
    : codesPattern.exec(response)?.[0]
  const suffix = serverText ? `: ${serverText}` : ''
  const named = (variable: string) => (includeVariableNames ? ` (${variable})` : '')
  if (loginCodes.has(code) && (permanent || responseCode === undefined))
    return makeWrongSettingOutcome(
      `El servidor de correo no acepta el usuario o la contraseña${named('SMTP_URL')}${suffix}`,
      'login',
    )
  const isEncryption = code === 'ETLS' || code === 'EREQUIRETLS'
  if (isEncryption || isCertificate(error)) {
    const trouble = certificates.test(errorText(error)) ? 'certificate' : 'encryption'
    return makeWrongSettingOutcome(
      `No se pudo asegurar la conexión con el servidor de correo${named('SMTP_URL')}`,
      trouble,
    )
  }
  if (permanent && quotaPattern.test(response))
    return makePauseChannelOutcome(`El servidor de correo llegó a su límite${suffix}`, minutesToMs(60), {
      trouble: 'limit',
    })
  if (permanent && (command === 'MAIL FROM' || hello.has(command)))
    return makeWrongSettingOutcome(
      `El servidor de correo no acepta al remitente${named('MAIL_FROM')}${suffix}`,
      'sender',
    )
  if (permanent && command === 'RCPT TO')
    return { kind: 'failed', reason: `El servidor de correo no acepta la dirección${suffix}`, trouble: 'recipient' }
  if (permanent) return { kind: 'failed', reason: `El servidor de correo rechazó el mensaje${suffix}` }
  if (responseCode === 421 || (responseCode !== undefined && loginCodes.has(code)))
    return makePauseChannelOutcome(`El servidor de correo pide esperar${suffix}`, minutesToMs(2), { trouble: 'limit' })
  if (responseCode !== undefined)
    return { kind: 'retry', reason: `El servidor de correo pide esperar${suffix}`, trouble: 'limit' }
  if (noSuchName.has(code)) return makePauseChannelOutcome(noConnection, minutesToMs(1), { trouble: 'no-server' })
  if (neverReached.has(timeoutType)) return makePauseChannelOutcome(noConnection, minutesToMs(1), { trouble: 'silent' })
  if (neverReached.has(originalCode) || neverReached.has(code))
    return makePauseChannelOutcome(noConnection, minutesToMs(1), { trouble: 'unreachable' })
  if (code === 'EENVELOPE') return { kind: 'failed', reason: 'La dirección de correo no es válida' }
  const reason = 'La conexión con el servidor de correo se cortó'
  return { kind: 'retry', reason, trouble: timeoutType === '' ? 'unreachable' : 'silent' }
}

const certificates = /certificate|altnames|self.signed/i
const errorText = (error: unknown) => (error instanceof Error ? error.message : '')
const isCertificate = (error: unknown): boolean =>
  /certificate|altnames|wrong version number|ssl routines/i.test(errorText(error))
