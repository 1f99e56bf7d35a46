// Formats commands of the access dialect (protocol §11). A right takes one command for the user and one for the doors;
// a removal takes one per table. Letters at the end of a command id name the part: `X` (`Y` if optional), its number,
// and the number of parts.

import type { TimeSpan, WeekHours } from '@torniquete/contract/door/schedules.ts'
import type { DoorRight } from '../../desired-state.ts'
import type { TerminalCommand } from '../../reconciler.ts'
import type { CommandResult } from '../../terminal-users.ts'
import { normalizeCardNumber } from './card-number.ts'
import { formatCommandId } from './command-lines.ts'
import { packTime } from './packed-time.ts'
import { formatAccessEnrolment, formatAccessTemplateQuery, formatAccessTemplateUpdate } from './template-lines.ts'
import { removeControlCharacters, toAsciiName, truncateName } from './text-encoding.ts'

export interface AccessPanelProperties {
  doors: number
  /** True if the terminal expects dates as packed times; otherwise it expects `YYYYMMDD`. */
  usesPackedDates: boolean
  requiresUnitId: boolean
  language: number | null
}

type Put = Extract<TerminalCommand, { kind: 'put' }>

function formatDay(day: string, time: string, { usesPackedDates }: AccessPanelProperties): string {
  if (day === '') return '0'
  return usesPackedDates ? String(packTime(`${day} ${time}`)) : day.replaceAll('-', '')
}

const alwaysOpen = 1

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const slots = [0, 1, 2]

/** Packs begin and end, each as hours and minutes: 8:30–12:00 is 830 in the upper half and 1200 in the lower. */
function packSlot(span: TimeSpan | undefined): number {
  const [from = 0, to = 0] = span ? [span.from, span.to].map((time) => Number(time.replace(':', ''))) : []
  return from * 65_536 + to
}

function updateZone(zone: number, week: WeekHours): string {
  const times = days.flatMap((day, at) => slots.map((slot) => `${day}Time${slot + 1}=${packSlot(week[at]?.[slot])}`))
  return `DATA UPDATE timezone TimezoneId=${zone}\t${times.join('\t')}`
}

/** Formats the record of a user. A blocked user has no door, and a last day in the past. */
function updateUser(put: Put, facts: AccessPanelProperties): string {
  const name = put.plainName ? toAsciiName(put.name) : put.name
  const fields = [
    `CardNo=${normalizeCardNumber(put.card)}`,
    `Pin=${put.pin}`,
    ...(put.keepsPassword && put.opens ? [] : ['Password=']),
    'Group=0',
    `StartTime=${formatDay(put.from, '00:00:00', facts)}`,
    `EndTime=${formatDay(put.until, '23:59:59', facts)}`,
    `Name=${truncateName(removeControlCharacters(name), undefined, facts.language)}`,
    `Privilege=${put.privilege}`,
  ]
  return `DATA UPDATE user ${fields.join('\t')}`
}

function authorize(pin: string, { zone, doors }: DoorRight, { requiresUnitId }: AccessPanelProperties): string {
  const unit = requiresUnitId ? '\tDevID=1' : ''
  return `DATA UPDATE userauthorize Pin=${pin}\tAuthorizeTimezoneId=${zone}\tAuthorizeDoorId=${doors}${unit}`
}

/** One line of a command; each line has its own result. `isOptional`: the rows to delete may be missing. */
interface CommandPart {
  text: string
  isOptional?: boolean
}

const deletion = (table: string, whom: string): CommandPart => ({
  text: `DATA DELETE ${table} ${whom}`,
  isOptional: table !== 'user',
})

/** Largest number of rights of a person, limited by the bits of `parts`. The always open zone comes last. */
const maxRights = 12

/** A terminal holds one right per time zone. Former rights are deleted first, since they would open too. */
function formatPut(put: Put, facts: AccessPanelProperties): CommandPart[] {
  const pin = String(put.pin)
  const user = { text: updateUser(put, facts) }
  const formerRights = deletion('userauthorize', `Pin=${pin}`)
  if (!put.opens) return [user, formerRights]
  const everywhere = { zone: alwaysOpen, doors: 2 ** facts.doors - 1 }
  if (put.access.length === 0) return [user, { text: authorize(pin, everywhere, facts) }]
  const rights = put.access.slice(-maxRights).map((right) => ({ text: authorize(pin, right, facts) }))
  return [formerRights, user, ...rights]
}

/** Removes a person, or everyone if `whom` is `*`. Dependent tables come first. */
const formatUserRemoval = (whom: string): CommandPart[] =>
  ['userauthorize', 'templatev10', 'biodata', 'biophoto', 'user'].map((table) => deletion(table, whom))

const seconds = '05'

/** Switches the lock relay of a door (from 1) for five seconds: 00 would close it, FF leave it open. */
export const formatDoorOpening = (door = 1): string =>
  `CONTROL DEVICE 01${door.toString(16).toUpperCase().padStart(2, '0')}01${seconds}`

const formatParts = (command: TerminalCommand, facts: AccessPanelProperties): CommandPart[] => {
  switch (command.kind) {
    case 'put':
      return formatPut(command, facts)
    case 'zone':
      return [{ text: updateZone(command.zone, command.week) }]
    case 'remove':
      return formatUserRemoval(`Pin=${removeControlCharacters(command.pin)}`)
    case 'empty':
      return formatUserRemoval('*')
    case 'open':
      return [{ text: formatDoorOpening() }]
    case 'ask':
      return [{ text: `DATA QUERY tablename=user,fielddesc=*,filter=Pin=${removeControlCharacters(command.pin)}` }]
    case 'list':
      return [{ text: 'DATA QUERY tablename=user,fielddesc=*,filter=*' }]
    case 'count':
      return [{ text: 'DATA COUNT user' }]
    case 'template':
      return [{ text: formatAccessTemplateUpdate(command.pin, command.template) }]
    case 'read':
      return [{ text: formatAccessTemplateQuery(command.pin, command.type) }]
    case 'enrol':
      return [{ text: formatAccessEnrolment(command.pin, command.type, command.number) }]
    case 'clock':
      return [{ text: `SET OPTIONS DateTime=${packTime(command.local)}` }]
    // This dialect enforces dates without an option, and reads its options only when it registers.
    case 'keep-logs':
    case 'end-rights':
    case 'reread':
      return []
  }
}

/** Suffixes of a command id. `listed`: the result is a row count. `asked`: the reply arrives in another request. */
const listed = 'L'
const asked = 'N'
const answersOtherwise: Partial<Record<TerminalCommand['kind'], string>> = { ask: listed, list: listed, count: asked }
const required = 'X'
const optional = 'Y'
const letterOf = (number: number): string => String.fromCharCode(65 + number)
const numberOf = (letter: string): number => letter.charCodeAt(0) - 65

/** Formats the unfinished parts of a command, each with its id without `C:`. */
export function formatAccessCommand(
  command: TerminalCommand,
  facts: AccessPanelProperties,
): { id: string; text: string }[] {
  const parts = formatParts(command, facts)
  const done = 'done' in command ? command.done : 0
  const suffixOf = ({ isOptional }: CommandPart, at: number) =>
    parts.length > 1
      ? `${isOptional ? optional : required}${letterOf(at)}${letterOf(parts.length)}`
      : (answersOtherwise[command.kind] ?? '')
  return parts.flatMap((part, at) =>
    done & (1 << at) ? [] : [{ id: formatCommandId(command.id) + suffixOf(part, at), text: part.text }],
  )
}

/** Queries the description of a terminal that registered at another server. The result belongs to no command. */
export const terminalDescriptionQuery = {
  id: '0Y',
  text: `GET OPTIONS ${[
    '~DeviceName',
    'FirmVer',
    '~Platform',
    'LockCount',
    'DateFmtFunOn',
    'AccSupportFunList',
    '~MaxUserCount',
    'FingerFunOn',
    '~ZKFPVersion',
    'FaceFunOn',
    'FaceVersion',
    'FvFunOn',
    'FvVersion',
    'PvFunOn',
    'PvVersion',
    'MultiBioVersion',
    'MultiBioPhotoSupport',
  ].join(',')}`,
}

const noSuchRow = new Set([-10, -4])
const notSupported = -1002
const refusesToTell = -1

/** Maps result codes to those of the attendance dialect, which the door uses (terminal-users.ts). */
const meanings: ReadonlyMap<number, number> = new Map([
  [-18, -1001],
  [-725, -1003],
  ...[-13, -100, -101, -621, -629, -708].map((code): [number, number] => [code, notSupported]),
  ...[-11, -620, -801].map((code): [number, number] => [code, -1]),
])
/** Result code of a command that was forwarded to another unit, whose result follows. */
const forwardedCode = -5000

/** Parses a result. Returns null if the command is not finished by it. */
export function parseAccessCommandResult(id: string, said: number): CommandResult | null {
  const [, number = '', own = '', kind = own, at = '', of = ''] =
    /^([0-9a-z]{1,13})(?:([LN])|([XY])([A-N])([A-O]))?$/.exec(id) ?? []
  const command = Number.parseInt(number, 36)
  if (!Number.isSafeInteger(command) || said === forwardedCode) return null
  const code = meanings.get(said) ?? said
  // A result of 0 rows may come from an empty terminal or from one that refuses to list.
  if (kind === listed) return { command, code: code === 0 ? refusesToTell : code }
  if (kind === asked) return code < 0 ? { command, code } : null
  if (kind === '') return { command, code }
  const isDone = code >= 0 || (kind === optional && (code === notSupported || noSuchRow.has(code)))
  return isDone ? { command, code: 0, part: { at: numberOf(at), of: numberOf(of) } } : { command, code }
}

export const parseCommandId = (id: string): number => Number.parseInt(id.replace(/[A-Z]+$/, ''), 36)
