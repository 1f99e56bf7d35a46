// Parses uploads (protocol §5). A bad line must never throw, or its batch fails and is sent for ever.

import type { Pass } from '../../record-passes.ts'
import type { ReportedUser } from '../../reported-users.ts'
import { normalizeCardNumber } from './card-number.ts'
import {
  type ParsedLines,
  parseDeviceTime,
  parseFields,
  parseInteger,
  parseLines,
  pinPattern,
  splitLines,
} from './parse-push-lines.ts'
import { removeControlCharacters } from './text-encoding.ts'

/** Status codes for out, break out and overtime out (§5.1). Many terminals always send 255 or 0. */
const leaving = new Set<number | null>([1, 2, 5])

function parsePunch(line: string): Pass | null {
  const [pin = '', text, status] = line.split('\t')
  const time = parseDeviceTime(text)
  if (!pinPattern.test(pin) || time === null) return null
  return { pin, time, leaves: leaving.has(parseInteger(status)), raw: line }
}

export const parseAttlog = (text: string): ParsedLines<Pass> => parseLines(text, parsePunch)

export type OperlogEntry = { code: number; adminPin: string; time: string; objects: string[] }

type Operlog = {
  received: number
  users: ReportedUser[]
  operations: OperlogEntry[]
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

function parseUser(line: string): ReportedUser | null {
  const fields = parseFields(line)
  const pin = fields.get('pin') ?? ''
  const name = fields.get('name')
  if (!pinPattern.test(pin) || name === undefined) return null
  return {
    pin,
    name: removeControlCharacters(name).trim().slice(0, longestName),
    // 0 user, 2 enroller, 6 admin, 14 super admin; null if missing (US dialect).
    privilege: parseInteger(fields.get('pri')),
    card: normalizeCardNumber(fields.get('card') ?? ''),
    verify: verifyOf(fields.get('verify') ?? fields.get('verifymode')),
    // Some terminals send 0 for an empty password.
    password: !/^\s*0?\s*$/.test(fields.get('passwd') ?? fields.get('password') ?? ''),
    group: parseInteger(fields.get('grp') ?? fields.get('group')),
    enabled: fields.has('enable') ? fields.get('enable') !== '0' : null,
    from: dayOf(fields.get('startdatetime')),
    until: dayOf(fields.get('enddatetime')),
  }
}

// Each of these words begins a line of templates, or is the name of its table.
const templateWords = new Set(['FP', 'FINGERTMP', 'FACE', 'FVEIN', 'USERPIC', 'BIOPHOTO', 'BIODATA', 'IDCARD'])

function isTemplate(word: string, line: string): boolean {
  const fields = parseFields(line)
  if (!fields.has('pin')) return false
  return word === 'IDCARD' || Boolean(fields.get('tmp') || fields.get('content'))
}

/** Also parses the tables USERINFO, FINGERTMP, BIODATA and IDCARD, whose lines may lack the leading word. */
export function parseOperlog(text: string, table = 'OPERLOG'): Operlog {
  const lines = splitLines(text)
  const operlog: Operlog = { received: lines.length, users: [], operations: [], rejected: [] }
  for (const line of lines) {
    const [, given = '', rest = line] = /^([A-Za-z]+)[ \t]+(.*)$/s.exec(line) ?? []
    const word = given.toUpperCase() || (templateWords.has(table) ? table : 'USER')
    const operation = word === 'OPLOG' ? parseOperation(rest) : null
    const template = (word === 'USER' || templateWords.has(word)) && isTemplate(word, rest)
    const user = word === 'USER' && !template ? parseUser(rest) : null
    if (operation) operlog.operations.push(operation)
    else if (user) operlog.users.push(user)
    else if (!template && !templateWords.has(word)) operlog.rejected.push(line)
  }
  return operlog
}
