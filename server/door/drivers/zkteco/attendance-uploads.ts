// Protocol §5. Nothing here throws: one bad line must never fail its batch, or the terminal sends it for ever.

import { normalizeCard } from './card-number.ts'
import {
  type ParsedLines,
  parseDeviceTime,
  parseFields,
  parseInteger,
  parseLines,
  pinPattern,
  splitLines,
} from './push-lines.ts'
import { removeControlCharacters } from './text-encoding.ts'

export type Punch = {
  pin: string
  /** The terminal's local time, `YYYY-MM-DD HH:MM:SS`, in the gym's zone. */
  time: string
  /** Status code. It does not tell an entry from an exit, since many terminals always send 255 or 0. */
  status: number | null
  /** True after an exit key was pressed; used only if an admin set the terminal to both directions. */
  leaves: boolean
  /** Code of §7: 15 face, 1 finger; 0, 2 and 3 depend on the firmware. */
  verify: number | null
  raw: string
}

/** Status codes for out, break out and overtime out (§5.1). */
const leaving = new Set<number | null>([1, 2, 5])

function parsePunch(line: string): Punch | null {
  const [pin = '', time, status, verify] = line.split('\t')
  const moment = parseDeviceTime(time)
  if (!pinPattern.test(pin) || moment === null) return null
  const pressed = parseInteger(status)
  return { pin, time: moment, status: pressed, leaves: leaving.has(pressed), verify: parseInteger(verify), raw: line }
}

export const parseAttlog = (text: string): ParsedLines<Punch> => parseLines(text, parsePunch)

export type UploadedUser = {
  pin: string
  name: string
  /** 0 user, 2 enroller, 6 admin, 14 super admin; null if missing (US dialect). */
  pri: number | null
  /** Decimal; '' for none. */
  card: string
  /** -1 is the group's mode; null if missing, or a code of the US dialect (from 128). */
  verify: number | null
  password: boolean
  group: number | null
  enabled: boolean | null
  /** First and last day, `YYYY-MM-DD`; null for none. */
  from: string | null
  until: string | null
}

export type OperlogEntry = { code: number; adminPin: string; time: string; objects: string[] }

type Operlog = {
  received: number
  users: UploadedUser[]
  operations: OperlogEntry[]
  templatesDropped: number
  /** Unreadable lines, shortened and without secrets. */
  rejected: string[]
}

function parseOperation(line: string): OperlogEntry | null {
  const [code, adminPin = '', time, ...objects] = line.split('\t')
  const number = parseInteger(code)
  const moment = parseDeviceTime(time)
  if (number === null || moment === null) return null
  return {
    code: number,
    adminPin: removeControlCharacters(adminPin),
    time: moment,
    objects: objects.map(removeControlCharacters),
  }
}

/** Longer names do not fit on any terminal. */
const longestName = 100

function verifyOf(text: string | undefined): number | null {
  const code = parseInteger(text)
  return code === null || code >= 128 ? null : code
}

const dayOf = (text: string | undefined): string | null => /^\d{4}-\d\d-\d\d(?=[T ])/.exec(text ?? '')?.[0] ?? null

function parseUser(line: string): UploadedUser | null {
  const fields = parseFields(line)
  const pin = fields.get('pin') ?? ''
  const name = fields.get('name')
  if (!pinPattern.test(pin) || name === undefined) return null
  return {
    pin,
    name: removeControlCharacters(name).trim().slice(0, longestName),
    pri: parseInteger(fields.get('pri')),
    card: normalizeCard(fields.get('card') ?? ''),
    verify: verifyOf(fields.get('verify') ?? fields.get('verifymode')),
    // Some terminals write 0 for no password.
    password: !/^\s*0?\s*$/.test(fields.get('passwd') ?? fields.get('password') ?? ''),
    group: parseInteger(fields.get('grp') ?? fields.get('group')),
    enabled: fields.has('enable') ? fields.get('enable') !== '0' : null,
    from: dayOf(fields.get('startdatetime')),
    until: dayOf(fields.get('enddatetime')),
  }
}

// These words begin a line, or name its table.
const templateWords = new Set(['FP', 'FINGERTMP', 'FACE', 'FVEIN', 'USERPIC', 'BIOPHOTO', 'BIODATA', 'IDCARD'])

function isTemplate(word: string, line: string): boolean {
  const fields = parseFields(line)
  if (!fields.has('pin')) return false
  return word === 'IDCARD' || Boolean(fields.get('tmp') || fields.get('content'))
}

function withoutSecrets(line: string): string {
  return line.replace(/(passw(?:or)?d|tmp|content)=[^\t]*/gi, '$1=').slice(0, 80)
}

/** Also reads the tables USERINFO, FINGERTMP, BIODATA and IDCARD, whose lines may lack the leading word. */
export function parseOperlog(text: string, table = 'OPERLOG'): Operlog {
  const lines = splitLines(text)
  const operlog: Operlog = { received: lines.length, users: [], operations: [], templatesDropped: 0, rejected: [] }
  for (const line of lines) {
    const [, given = '', rest = line] = /^([A-Za-z]+)[ \t]+(.*)$/s.exec(line) ?? []
    const word = given.toUpperCase() || (templateWords.has(table) ? table : 'USER')
    const operation = word === 'OPLOG' ? parseOperation(rest) : null
    const template = (word === 'USER' || templateWords.has(word)) && isTemplate(word, rest)
    const user = word === 'USER' && !template ? parseUser(rest) : null
    if (operation) operlog.operations.push(operation)
    else if (user) operlog.users.push(user)
    else if (template || templateWords.has(word)) operlog.templatesDropped++
    else operlog.rejected.push(withoutSecrets(line))
  }
  return operlog
}
