// What the server answers a terminal, byte for byte (protocol §4, §5.1, §8).

import { longestDelay } from '@torniquete/contract/devices.ts'
import { cleanField } from './terminal-text.ts'

/** Asked of the terminal: punches and changes of users, no photos and no templates. The words avoid the digits' order, which varies. */
const uploadsWanted = 'TransData AttLog\tOpLog\tEnrollUser\tChgUser'

/** The same of a gym that keeps fingers and faces. */
export const uploadsWithTemplates = `${uploadsWanted}\tEnrollFP\tChgFP\tFACE\tBioPhoto`

/** Resume marks that an older terminal gets back; newer ones ignore them. */
export type Stamps = { attlog?: string; operlog?: string; attphoto?: string }

export type HandshakeOptions = {
  sn: string
  /** Seconds between polls; the protocol allows 2 to 60. */
  delay: number
  /** Offset of the gym's zone now, minutes east of UTC. */
  timeZoneMinutes: number
  /** As the terminal gave it; without it the terminal knows only the stamps' older names. */
  pushver: string | null
  stamps?: Stamps
  transFlag?: string
  /**
   * It is to post what it says of itself, by which its family is known, and may ping while a large upload keeps it from polling; one
   * without `pushver` knows neither option.
   */
  asksOptions?: boolean
}

/** Seconds between polls where nobody chose. */
export const defaultDelay = 10

export function clampDelay(delay: number): number {
  return Number.isFinite(delay) ? Math.min(longestDelay, Math.max(2, Math.round(delay))) : defaultDelay
}

// A terminal reads numbers above 60 as minutes and cuts a decimal fraction off.
function timeZone(minutes: number): number {
  return minutes % 60 === 0 ? minutes / 60 : minutes
}

export function handshakeAnswer(options: HandshakeOptions): string {
  const { attlog = '9999', operlog = '9999', attphoto = 'None' } = options.stamps ?? {}
  const names = options.pushver ? ['ATTLOGStamp', 'OPERLOGStamp', 'ATTPHOTOStamp'] : ['Stamp', 'OpStamp', 'PhotoStamp']
  const stamps = [attlog, operlog, attphoto].map((stamp, at) => `${names[at]}=${cleanField(stamp)}`)
  return [
    `GET OPTION FROM: ${cleanField(options.sn)}`,
    ...stamps,
    'ErrorDelay=30',
    `Delay=${clampDelay(options.delay)}`,
    'TransTimes=00:00;14:05',
    'TransInterval=1',
    `TransFlag=${options.transFlag ?? uploadsWanted}`,
    `TimeZone=${timeZone(options.timeZoneMinutes)}`,
    'Realtime=1',
    'Encrypt=None',
    ...(options.asksOptions && options.pushver ? ['PushOptionsFlag=1', 'SupportPing=1'] : []),
  ].join('\n')
}

/** `received` counts every non-empty line, duplicates and rejected ones too; a lower number has the batch sent again. */
export function uploadAnswer(received: number, form = 0): string {
  return [`OK: ${received}`, `OK:${received}`, 'OK'][form] ?? `OK: ${received}`
}

export function timeAnswer(instant: Date, offsetMinutes: number): string {
  const local = new Date(instant.getTime() + offsetMinutes * 60_000).toISOString().slice(0, 19)
  const size = Math.abs(offsetMinutes)
  const [hours, minutes] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'))
  return `Time=${local}${offsetMinutes < 0 ? '-' : '+'}${hours}:${minutes}`
}
