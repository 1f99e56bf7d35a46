// Formats answers to a terminal of the access dialect, byte for byte (protocol §11).
import { createHmac } from 'node:crypto'
import { clampPollDelay } from './attendance-answers.ts'
import { removeControlCharacters } from './text-encoding.ts'

/** Protocol version that the server announces. From 3.1.1 on, encryption is used only if both sides agree. */
const version = '3.1.2'

/** The code proves that a terminal is registered. All servers compute the same code, of the maximal 32 characters. */
const deriveRegistryCode = (secret: string, sn: string): string =>
  createHmac('sha256', secret).update(`registry ${sn}`).digest('hex').slice(0, 32)

interface Configuration {
  secret: string
  sn: string
  delay: number
}

/** `TransTables` and `TransTimes` use the same separators as servers observed in use. */
function configuration({ secret, sn, delay }: Configuration): string[] {
  return [
    `ServerVersion=${version}`,
    'ServerName=ADMS',
    `PushProtVer=${version}`,
    `PushVersion=${version}`,
    'ErrorDelay=30',
    `RequestDelay=${clampPollDelay(delay)}`,
    'TransTimes=00:00;14:05',
    'TransInterval=1',
    'TransTables=User Transaction',
    'Realtime=1',
    `SessionID=${deriveRegistryCode(secret, sn).toUpperCase()}`,
    'TimeoutSec=10',
  ]
}

/** Formats the answer to the handshake of a registered terminal. The answer `OK` would make it register again. */
export const formatAccessHandshakeAnswer = (options: Configuration): string =>
  ['registry=ok', `RegistryCode=${deriveRegistryCode(options.secret, options.sn)}`, ...configuration(options)].join(
    '\n',
  )

export const formatRegistrationAnswer = (secret: string, sn: string): string =>
  `RegistryCode=${deriveRegistryCode(secret, sn)}`

export const formatConfigurationAnswer = (options: Configuration): string => configuration(options).join('\n')

/** Formats the answer to an uploaded table. With a wrong row count, the terminal repeats the table for ever. */
export const formatTableUploadAnswer = (table: string, rows: number): string =>
  `${removeControlCharacters(table)}=${rows}`

/** Formats the answer to a request to open (background verification). `line` is the event that the terminal sent. */
export const formatAuthorizationAnswer = (opens: boolean, line: string, opening: string): string =>
  opens ? `AUTH=SUCCESS\r\n${line}\r\n${opening}` : `AUTH=FAILED\r\n${line}`

/** `packed` is the time in GMT as one number (packed-time.ts). */
export function formatClockAnswer(packed: number, offsetMinutes: number): string {
  const size = Math.abs(offsetMinutes)
  const [hours, minutes] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'))
  return `DateTime=${packed},ServerTZ=${offsetMinutes < 0 ? '-' : '+'}${hours}${minutes}`
}
