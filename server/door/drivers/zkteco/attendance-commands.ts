// The commands a terminal is given (protocol §6.4). Whatever people wrote is cleaned here, at the last moment before the wire.

import { deviceTime } from './attendance-lines.ts'
import { normaliseCard } from './card-number.ts'
import { cleanField, clipName } from './terminal-text.ts'

export type TerminalUser = {
  pin: string
  name: string
  /** 0 for a client; an admin keeps what the terminal last uploaded. */
  pri: number
  card: string
  /** 0 any method, 3 password only: since `Passwd` is sent empty, nobody (§7). */
  verify: number
}

/** Always the full record: a partial one wipes the other fields on some firmware (§12). */
export function updateUser(user: TerminalUser, language: number | null = null): string {
  return [
    `DATA UPDATE USERINFO PIN=${cleanField(user.pin)}`,
    `Name=${clipName(cleanField(user.name), undefined, language)}`,
    `Pri=${user.pri}`,
    'Passwd=',
    `Card=${normaliseCard(user.card)}`,
    'Grp=1',
    'TZ=0000000100000000',
    `Verify=${user.verify}`,
    'ViceCard=',
  ].join('\t')
}

export function deleteUser(pin: string): string {
  return `DATA DELETE USERINFO PIN=${cleanField(pin)}`
}

export function openDoor(): string {
  return 'AC_UNLOCK'
}

/** The rows come as ordinary uploads, before or after the acknowledgement. */
export function queryUsers(pin?: string): string {
  return pin === undefined ? 'DATA QUERY USERINFO' : `DATA QUERY USERINFO PIN=${cleanField(pin)}`
}

/** The terminal reads its configuration again. */
export function check(): string {
  return 'CHECK'
}

export function info(): string {
  return 'INFO'
}

/** Last and alone in an answer: what follows it is lost. */
export function reboot(): string {
  return 'REBOOT'
}

/** `local`: what the terminal shall show, `YYYY-MM-DD HH:MM:SS`. Throws RangeError where the calendar has no such moment. */
export function setClock(local: string): string {
  const moment = deviceTime(local)
  if (moment === null || moment < '2000') throw new RangeError(`not a terminal's time: ${local}`)
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = moment.split(/[- :]/).map(Number)
  const days = (year - 2000) * 372 + (month - 1) * 31 + (day - 1)
  return `SET OPTION DateTime=${days * 86_400 + hour * 3600 + minute * 60 + second}`
}

/** A line of a poll's answer; several are joined by LF. */
export function commandLine(id: string, text: string): string {
  return `C:${id}:${text.replace(/[\r\n\0]/g, '')}`
}

/** At most 16 letters and digits: terminals cut longer ids. Throws RangeError beyond. */
export function commandId(number: number | bigint): string {
  const id = number.toString(36)
  if (!/^[0-9a-z]{1,16}$/.test(id)) throw new RangeError(`no command id for ${number}`)
  return id
}
