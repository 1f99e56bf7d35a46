// Formats commands of the attendance dialect (protocol §6.4). Texts typed by people are sanitised here.

import type { TerminalCommand } from '../../reconciler.ts'
import type { Terminal } from '../../terminals.ts'
import { normalizeCardNumber } from './card-number.ts'
import { packTime } from './packed-time.ts'
import { parseDeviceTime } from './parse-push-lines.ts'
import { removeControlCharacters, toAsciiName, truncateName } from './text-encoding.ts'

type Put = Extract<TerminalCommand, { kind: 'put' }>
type TerminalUser = Omit<Put, 'id' | 'kind' | 'pin' | 'done' | 'access'> & { pin: string }

type BlockRules = Pick<
  Terminal,
  'block' | 'blockGroup' | 'sendsEnabledFlag' | 'sendsVerifyMode' | 'singleBlockMethod' | 'language'
>

/**
 * Formats the full record, since a partial record clears the other fields on some firmware (§12). A blocked user gets
 * all ways of blocking that can be combined: the verify method (3 is password only, with an empty `Passwd`), a past
 * last day, and a group or a disabled account if the terminal uses those.
 */
export function formatUserUpdate(
  user: TerminalUser,
  { block, blockGroup, sendsEnabledFlag, sendsVerifyMode, language, ...rules }: BlockRules,
): string {
  const { opens, from, until } = user
  // The verify method also blocks, beside the group or account, unless the terminal refused to combine them.
  const byMethod =
    !opens && !((user.singleBlockMethod || rules.singleBlockMethod) && (block === 'group' || block === 'disable'))
  const name = user.plainName ? toAsciiName(user.name) : user.name
  return [
    `DATA UPDATE USERINFO PIN=${removeControlCharacters(user.pin)}`,
    `Name=${truncateName(removeControlCharacters(name), undefined, language)}`,
    `Pri=${user.privilege}`,
    ...(user.keepsPassword && opens ? [] : ['Passwd=']),
    `Card=${normalizeCardNumber(user.card)}`,
    `Grp=${block === 'group' && !opens ? blockGroup : 1}`,
    'TZ=0000000100000000',
    `Verify=${byMethod ? 3 : 0}`,
    ...(sendsVerifyMode ? [`VerifyMode=${byMethod ? 131 : 128}`] : []),
    'ViceCard=',
    `StartDatetime=${from === '' ? 0 : `${from}T00:00:00`}`,
    `EndDatetime=${until === '' ? 0 : `${until}T23:59:59`}`,
    `Expires=${until === '' ? 0 : 1}`,
    ...(sendsEnabledFlag ? [`Enable=${opens || block !== 'disable' ? 1 : 0}`] : []),
  ].join('\t')
}

export function formatUserDeletion(pin: string): string {
  return `DATA DELETE USERINFO PIN=${removeControlCharacters(pin)}`
}

/** `control` switches lock relay 1 for five seconds (00 would close it, FF leave it open). */
export function formatDoorOpening(command: 'unlock' | 'control'): string {
  return command === 'unlock' ? 'AC_UNLOCK' : 'CONTROL DEVICE 01010105'
}

/** Formats a query of users. The rows arrive as ordinary uploads, before or after the result. */
export function formatUserQuery(pin?: string): string {
  return pin === undefined ? 'DATA QUERY USERINFO' : `DATA QUERY USERINFO PIN=${removeControlCharacters(pin)}`
}

/** `local` is `YYYY-MM-DD HH:MM:SS`. Throws RangeError for an impossible time. */
export function formatClockSetting(local: string): string {
  const moment = parseDeviceTime(local)
  if (moment === null || moment < '2000') throw new RangeError(`not a terminal's time: ${local}`)
  return `SET OPTION DateTime=${packTime(moment)}`
}
