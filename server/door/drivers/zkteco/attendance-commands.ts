// The commands a terminal is given (protocol §6.4). Whatever people wrote is cleaned here, at the last moment before the wire.

import { normaliseCard } from './card-number.ts'
import { packTime } from './packed-time.ts'
import { deviceTime } from './push-lines.ts'
import { cleanField, clipName, withoutAccents } from './terminal-text.ts'

export type TerminalUser = {
  pin: string
  name: string
  /** 0 for a client; staff keep what a person accepted. */
  privilege: number
  card: string
  opens: boolean
  /** First and last day, `YYYY-MM-DD`; '' without bounds. Of whom may not enter, a last day that has passed. */
  from: string
  until: string
  /** Whose password at the terminal is nobody's business: it may be the one of its menu. */
  keepsPassword: boolean
  /** The terminal would not take the record as it is: it is given the name without accents. */
  plainName: boolean
  /** Nor like that: it is told one way of keeping out alone. */
  oneWay: boolean
}

/** How a terminal keeps people out. */
export interface BlockRules {
  block: 'verify' | 'group' | 'disable' | 'delete'
  blockGroup: number
  /** Whether it is told of each account whether it is on. */
  switches: boolean
  /** Whether the method is told as the US dialect names it, too. */
  namesModes: boolean
  /** It has refused the method beside its own way. */
  oneWay: boolean
  language: number | null
}

/**
 * Always the full record: a partial one wipes the other fields on some firmware (§12). Who may not enter is kept out in each
 * way that hurts none of the others: by the method (3 is password only, and `Passwd` is empty: nobody), and by a last day
 * that has passed; by a group or the account's switch where the terminal goes by those.
 */
export function updateUser(
  user: TerminalUser,
  { block, blockGroup, switches, namesModes, language, ...rules }: BlockRules,
): string {
  const { opens, from, until } = user
  // One net more, where the terminal goes by others; some refuse a method that they do not know.
  const byMethod = !opens && !((user.oneWay || rules.oneWay) && (block === 'group' || block === 'disable'))
  const name = user.plainName ? withoutAccents(user.name) : user.name
  return [
    `DATA UPDATE USERINFO PIN=${cleanField(user.pin)}`,
    `Name=${clipName(cleanField(name), undefined, language)}`,
    `Pri=${user.privilege}`,
    ...(user.keepsPassword && opens ? [] : ['Passwd=']),
    `Card=${normaliseCard(user.card)}`,
    `Grp=${block === 'group' && !opens ? blockGroup : 1}`,
    'TZ=0000000100000000',
    `Verify=${byMethod ? 3 : 0}`,
    ...(namesModes ? [`VerifyMode=${byMethod ? 131 : 128}`] : []),
    'ViceCard=',
    `StartDatetime=${from === '' ? 0 : `${from}T00:00:00`}`,
    `EndDatetime=${until === '' ? 0 : `${until}T23:59:59`}`,
    `Expires=${until === '' ? 0 : 1}`,
    ...(switches ? [`Enable=${opens || block !== 'disable' ? 1 : 0}`] : []),
  ].join('\t')
}

/** Users and all that belongs to them; what they did stays. */
export function clearUsers(): string {
  return 'CLEAR ALL USERINFO'
}

export function setOption(key: string, value: number): string {
  return `SET OPTION ${key}=${value}`
}

export function deleteUser(pin: string): string {
  return `DATA DELETE USERINFO PIN=${cleanField(pin)}`
}

/** `unlock`: as long as the terminal's own setting says. `control`: lock relay 1 for five seconds; 00 would close it, FF leave it open. */
export function openDoor(command: 'unlock' | 'control'): string {
  return command === 'unlock' ? 'AC_UNLOCK' : 'CONTROL DEVICE 01010105'
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
  return `SET OPTION DateTime=${packTime(moment)}`
}
