// What an SMTP server's refusals mean for a mail (RFC 5321 §4.2, RFC 3463).
import { minutes, pause, type Refusal, wrongSetting } from './messenger.ts'

/** What the driver knows of a failure. */
interface MailError {
  code?: string
  command?: string
  response?: string
  responseCode?: number
  /** The system's code behind the driver's own. */
  originalCode?: string
  timeoutType?: string
}

const login = new Set(['EAUTH', 'ENOAUTH', 'EOAUTH2'])
const hello = new Set(['CONN', 'EHLO', 'HELO', 'STARTTLS'])
/** No server was reached, so no mail either. */
const neverReached = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'CONNECT_TIMEOUT', 'GREETING_TIMEOUT'])
/** Limits of the provider that some tell as permanent: "550 5.4.5 Daily sending quota exceeded". */
const quota = /\b5\.4\.5\b|quota exceeded|limit exceeded|too many (messages|emails)/i

export function outcomeOf(error: unknown): Refusal {
  // The driver's errors carry these or not; each is looked at below.
  const {
    code = '',
    command = '',
    response = '',
    responseCode,
    originalCode = '',
    timeoutType = '',
  } = error as MailError
  if (code === 'EABORT') return { kind: 'retry', reason: 'El envío se interrumpió' }
  const permanent = responseCode !== undefined && responseCode >= 500 && responseCode !== 503
  const said = response ? `: ${response.replace(/[\s\p{Cc}]+/gu, ' ').slice(0, 150)}` : ''
  if (login.has(code) && (permanent || responseCode === undefined))
    return wrongSetting(`El servidor de correo no acepta el usuario o la contraseña (SMTP_URL)${said}`)
  if (code === 'ETLS' || code === 'EREQUIRETLS' || isCertificate(error))
    return wrongSetting('No se pudo asegurar la conexión con el servidor de correo (SMTP_URL)')
  if (permanent && quota.test(response)) return pause(`El servidor de correo llegó a su límite${said}`, minutes(60))
  if (permanent && (command === 'MAIL FROM' || hello.has(command)))
    return wrongSetting(`El servidor de correo no acepta al remitente (MAIL_FROM)${said}`)
  if (permanent && command === 'RCPT TO')
    return { kind: 'failed', reason: `El servidor de correo no acepta la dirección${said}` }
  if (permanent) return { kind: 'failed', reason: `El servidor de correo rechazó el mensaje${said}` }
  if (responseCode === 421 || (responseCode !== undefined && login.has(code)))
    return pause(`El servidor de correo pide esperar${said}`, minutes(2))
  if (responseCode !== undefined) return { kind: 'retry', reason: `El servidor de correo pide esperar${said}` }
  if (code === 'EDNS' || neverReached.has(originalCode) || neverReached.has(timeoutType))
    return pause('No hay conexión con el servidor de correo', minutes(1))
  if (code === 'EENVELOPE') return { kind: 'failed', reason: 'La dirección de correo no es válida' }
  return { kind: 'retry', reason: 'La conexión con el servidor de correo se cortó' }
}

const isCertificate = (error: unknown): boolean =>
  error instanceof Error && /certificate|wrong version number|ssl routines/i.test(error.message)
