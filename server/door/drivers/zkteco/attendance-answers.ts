// Formats answers to a terminal of the attendance dialect, byte for byte (protocol §4, §5.1, §8).

import { maxPollDelaySeconds } from '@torniquete/contract/door/device-modes.ts'
import { removeControlCharacters } from './text-encoding.ts'

/** Uploads to request: punches and changes of users. Names are used, since the order of digits varies. */
const uploadsWanted = 'TransData AttLog\tOpLog\tEnrollUser\tChgUser'

export const transFlagWithTemplates = `${uploadsWanted}\tEnrollFP\tChgFP\tFACE\tBioPhoto`

type HandshakeOptions = {
  sn: string
  /** Seconds between polls; the protocol allows 2 to 60. */
  delay: number
  /** The gym's current zone offset, in minutes east of UTC. */
  timeZoneMinutes: number
  /** Protocol version of the terminal. A terminal without one supports only the older names of stamps. */
  pushver: string | null
  /** Upload stamps, which are sent back to older terminals. Newer terminals ignore them. */
  stamps?: { attlog?: string; operlog?: string; attphoto?: string }
  transFlag?: string
  /** True to request the options, which include the model. Also allows pings during a large upload. */
  asksOptions?: boolean
}

export const defaultPollDelaySeconds = 10

export function clampPollDelay(delay: number): number {
  return Number.isFinite(delay)
    ? Math.min(maxPollDelaySeconds, Math.max(2, Math.round(delay)))
    : defaultPollDelaySeconds
}

export function formatHandshakeAnswer(options: HandshakeOptions): string {
  const { attlog = '9999', operlog = '9999', attphoto = 'None' } = options.stamps ?? {}
  const names = options.pushver ? ['ATTLOGStamp', 'OPERLOGStamp', 'ATTPHOTOStamp'] : ['Stamp', 'OpStamp', 'PhotoStamp']
  // Terminals interpret numbers above 60 as minutes and ignore decimals.
  const timeZone = options.timeZoneMinutes % 60 === 0 ? options.timeZoneMinutes / 60 : options.timeZoneMinutes
  const stamps = [attlog, operlog, attphoto].map((stamp, at) => `${names[at]}=${removeControlCharacters(stamp)}`)
  return [
    `GET OPTION FROM: ${removeControlCharacters(options.sn)}`,
    ...stamps,
    'ErrorDelay=30',
    `Delay=${clampPollDelay(options.delay)}`,
    'TransTimes=00:00;14:05',
    'TransInterval=1',
    `TransFlag=${options.transFlag ?? uploadsWanted}`,
    `TimeZone=${timeZone}`,
    'Realtime=1',
    'Encrypt=None',
    ...(options.asksOptions && options.pushver ? ['PushOptionsFlag=1', 'SupportPing=1'] : []),
  ].join('\n')
}

/** `received` counts every non-empty line, also rejected lines: with a lower number the terminal repeats the batch. */
export function formatUploadAnswer(received: number, form = 0): string {
  return [`OK: ${received}`, `OK:${received}`, 'OK'][form] ?? `OK: ${received}`
}

export function formatTimeAnswer(instant: Date, offsetMinutes: number): string {
  const local = new Date(instant.getTime() + offsetMinutes * 60_000).toISOString().slice(0, 19)
  const size = Math.abs(offsetMinutes)
  const [hours, minutes] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'))
  return `Time=${local}${offsetMinutes < 0 ? '-' : '+'}${hours}:${minutes}`
}
