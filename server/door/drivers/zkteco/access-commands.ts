// Commands of the access dialect (protocol §11). A right takes two, for the user and for the doors; a removal takes
// one per table. A letter at the end of the command id names the part.

import type { TimeSpan, Week } from '@torniquete/contract/door/schedules.ts'
import type { DoorRight } from '../../desired-state.ts'
import type { TerminalCommand } from '../../reconciler.ts'
import type { CommandResult } from '../../terminal-users.ts'
import { normalizeCard } from './card-number.ts'
import { formatCommandId } from './command-lines.ts'
import { packTime } from './packed-time.ts'
import { enrolTemplateInAccess, queryTemplatesInAccess, updateTemplateInAccess } from './template-lines.ts'
import { clipName, removeAccents, removeControlCharacters } from './text-encoding.ts'

export interface AccessProperties {
  doors: number
  /** True if dates are packed times, else `YYYYMMDD`. */
  usesPackedDates: boolean
  requiresUnitId: boolean
  language: number | null
}

type Put = Extract<TerminalCommand, { kind: 'put' }>

function formatDay(day: string, time: string, { usesPackedDates }: AccessProperties): string {
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

function updateZone(zone: number, week: Week): string {
  const times = days.flatMap((day, at) => slots.map((slot) => `${day}Time${slot + 1}=${packSlot(week[at]?.[slot])}`))
  return `DATA UPDATE timezone TimezoneId=${zone}\t${times.join('\t')}`
}

/** The record of a user. A blocked one has no door, and a last day in the past. */
function updateUser(put: Put, facts: AccessProperties): string {
  const name = put.plainName ? removeAccents(put.name) : put.name
  const fields = [
    `CardNo=${normalizeCard(put.card)}`,
    `Pin=${put.pin}`,
    ...(put.keepsPassword && put.opens ? [] : ['Password=']),
    'Group=0',
    `StartTime=${formatDay(put.from, '00:00:00', facts)}`,
    `EndTime=${formatDay(put.until, '23:59:59', facts)}`,
    `Name=${clipName(removeControlCharacters(name), undefined, facts.language)}`,
    `Privilege=${put.privilege}`,
  ]
  return `DATA UPDATE user ${fields.join('\t')}`
}

function authorize(pin: string, { zone, doors }: DoorRight, { requiresUnitId }: AccessProperties): string {
  const unit = requiresUnitId ? '\tDevID=1' : ''
  return `DATA UPDATE userauthorize Pin=${pin}\tAuthorizeTimezoneId=${zone}\tAuthorizeDoorId=${doors}${unit}`
}

const formatRightRemoval = (pin: string): string => `DATA DELETE userauthorize Pin=${pin}`

/** A terminal holds one right per time zone, and a former one would open too, so it is deleted first. */
function formatPut(put: Put, facts: AccessProperties): string[] {
  const pin = String(put.pin)
  const user = updateUser(put, facts)
  if (!put.opens) return [user, formatRightRemoval(pin)]
  if (put.access.length === 0) return [user, authorize(pin, { zone: alwaysOpen, doors: 2 ** facts.doors - 1 }, facts)]
  return [formatRightRemoval(pin), user, ...limitRights(put).map((right) => authorize(pin, right, facts))]
}

/** The most rights of a person: as many as the bits of `parts` hold. The always open zone comes last. */
const limitRights = ({ access }: Put): readonly DoorRight[] => access.slice(-12)

/** Removes a person, or all if `whom` is `*`. Dependent tables come first. */
const formatUserRemoval = (whom: string): string[] =>
  ['userauthorize', 'templatev10', 'biodata', 'biophoto', 'user'].map((table) => `DATA DELETE ${table} ${whom}`)

const seconds = '05'

/** Switches the lock relay of a door (from 1) for five seconds: 00 would close it, FF leave it open. */
export const openDoorCommand = (door = 1): string =>
  `CONTROL DEVICE 01${door.toString(16).toUpperCase().padStart(2, '0')}01${seconds}`

/** One letter per part. `asked`: the answer arrives in another request; `listed`: the result is a row count. */
const letters: ReadonlyMap<number, string> = new Map([
  [1, ' '],
  [2, 'AB'],
  [5, 'CDEIF'],
])
const asked = 'N'
const listed = 'L'
const limited: ReadonlyMap<number, string> = new Map([
  [1, 'JKM'],
  [2, 'OPQR'],
  [3, 'STUVW'],
])
/** Letter of a record with more rights. Two letters follow: the part, and the number of parts. */
const many = 'X'
const letterOf = (number: number): string => String.fromCharCode(65 + number)
const numberOf = (letter: string): number => letter.charCodeAt(0) - 65

/** Parts whose rows or tables may be missing: all but the user of a removal, and the doors of a blocked record. */
const blocked = 'GH'
const optional = 'CDEIHJOS'

const formatParts = (command: TerminalCommand, facts: AccessProperties): string[] => {
  switch (command.kind) {
    case 'put':
      return formatPut(command, facts)
    case 'zone':
      return [updateZone(command.zone, command.week)]
    case 'remove':
      return formatUserRemoval(`Pin=${removeControlCharacters(command.pin)}`)
    case 'empty':
      return formatUserRemoval('*')
    case 'open':
      return [openDoorCommand()]
    case 'ask':
      return [`DATA QUERY tablename=user,fielddesc=*,filter=Pin=${removeControlCharacters(command.pin)}`]
    case 'list':
      return ['DATA QUERY tablename=user,fielddesc=*,filter=*']
    case 'count':
      return ['DATA COUNT user']
    case 'template':
      return [updateTemplateInAccess(command.pin, command.template)]
    case 'read':
      return [queryTemplatesInAccess(command.pin, command.type)]
    case 'enrol':
      return [enrolTemplateInAccess(command.pin, command.type, command.number)]
    case 'clock':
      return [`SET OPTIONS DateTime=${packTime(command.local)}`]
    // This dialect enforces dates without an option, and reads its options only when it registers.
    case 'keep-logs':
    case 'end-rights':
    case 'reread':
      return []
  }
}

const answersOtherwise: Partial<Record<TerminalCommand['kind'], string>> = { ask: listed, list: listed, count: asked }

function choosePutSuffixes(put: Put, parts: number): readonly string[] | undefined {
  if (!put.opens) return [...blocked]
  const rights = limitRights(put).length
  if (rights <= limited.size) return limited.get(rights)?.split('')
  return Array.from({ length: parts }, (_, at) => `${many}${letterOf(at)}${letterOf(parts)}`)
}

/** The unfinished parts of a command, each with its id without `C:`. */
export function formatAccessCommand(command: TerminalCommand, facts: AccessProperties): { id: string; text: string }[] {
  const parts = formatParts(command, facts)
  const ofPut = command.kind === 'put' ? choosePutSuffixes(command, parts.length) : undefined
  const suffixes = ofPut ?? [...(answersOtherwise[command.kind] ?? letters.get(parts.length) ?? '')]
  const done = 'done' in command ? command.done : 0
  return parts.flatMap((text, at) =>
    done & (1 << at) ? [] : [{ id: `${formatCommandId(command.id)}${(suffixes[at] ?? '').trim()}`, text }],
  )
}

/** Queries the description of a terminal that registered at another server. Its result belongs to no command. */
export const descriptionQuery = {
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
/** Code of a command that was forwarded to another unit, whose result follows. */
const forwardedCode = -5000

function parseSuffix(suffix: string): { at: number; of: number } | null {
  const [first = '', at = '', of = ''] = suffix
  if (first === many) return { at: numberOf(at), of: numberOf(of) }
  const group = [...letters.values(), ...limited.values(), blocked].find((each) => first !== '' && each.includes(first))
  return group === undefined ? null : { at: group.indexOf(first), of: group.length }
}

/** True if the rows of a part may be missing, as with former rights of a record with many. */
const isOptionalPart = (suffix: string): boolean =>
  optional.includes(suffix) || suffix.startsWith(`${many}${letterOf(0)}`)

/** Parses a result; null if it does not finish the command. */
export function parseResult(id: string, said: number): CommandResult | null {
  const [, number = '', suffix = ''] = /^([0-9a-z]{1,15})([A-W]?|X[A-N][A-O])$/.exec(id) ?? []
  const command = Number.parseInt(number, 36)
  if (!Number.isSafeInteger(command) || said === forwardedCode) return null
  const code = meanings.get(said) ?? said
  // 0 rows come from an empty terminal and from one that refuses to list.
  if (suffix === listed) return { command, code: code === 0 ? refusesToTell : code }
  if (suffix === asked) return code < 0 ? { command, code } : null
  const part = parseSuffix(suffix)
  if (!part) return { command, code }
  const isDone = code >= 0 || (isOptionalPart(suffix) && (code === notSupported || noSuchRow.has(code)))
  return isDone ? { command, code: 0, part } : { command, code }
}

export const parseCommandId = (id: string): number => Number.parseInt(id.replace(/[A-Z]+$/, ''), 36)
