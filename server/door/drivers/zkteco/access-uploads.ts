// Parses uploads (protocol §11). A bad line must never throw, or its batch fails and is sent for ever.
import type { ReportedUser } from '../../reported-users.ts'
import { normalizeCardNumber } from './card-number.ts'
import { unpackTime } from './packed-time.ts'
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

export interface AccessEvent {
  pin: string | null
  /** Card number in decimal; '' if there is none. */
  card: string
  time: string
  code: number
  /** Door number of the panel, from 1; null if not reported. */
  door: number | null
  /** True for an exit reader; null if the terminal does not report the direction. */
  leaves: boolean | null
  raw: string
}

type Fields = ReadonlyMap<string, string>

/** Removes the table name at the beginning of the line. */
const fieldsOf = (line: string): Fields => parseFields(line.replace(/^[a-z]\w* (?=\w+=)/i, ''))

const timeOf = (fields: Fields): string | null => {
  const packed = parseInteger(fields.get('time_second'))
  return parseDeviceTime(packed === null ? fields.get('time') : unpackTime(packed))
}

/** Direction codes: 0 entry, 1 exit, 2 neither. */
const leavingOf = new Map([
  [0, false],
  [1, true],
])

/** Panels have at most sixteen doors, so a higher number is invalid. */
function doorIn(text: string | undefined): number | null {
  const door = parseInteger(text)
  return door !== null && door >= 1 && door <= 16 ? door : null
}

function eventOf(line: string): AccessEvent | null {
  const fields = fieldsOf(line)
  const time = timeOf(fields)
  const code = parseInteger(fields.get('event') ?? fields.get('eventtype'))
  if (time === null || code === null) return null
  const pin = fields.get('pin')?.trim() ?? ''
  if (pin !== '' && !pinPattern.test(pin)) return null
  return {
    pin: /^0*$/.test(pin) ? null : pin,
    card: normalizeCardNumber(fields.get('cardno') ?? ''),
    time,
    code,
    door: doorIn(fields.get('eventaddr') ?? fields.get('doorid')),
    leaves: leavingOf.get(parseInteger(fields.get('inoutstatus') ?? fields.get('inoutstate')) ?? 2) ?? null,
    raw: line,
  }
}

/** Parses events of the live log (`rtlog`) and of its stored table (`transaction`). */
export const parseAccessEvents = (text: string): ParsedLines<AccessEvent> => parseLines(text, eventOf)

/** Parses the terminal's time in its state report (`rtstate`, twice a minute); null if it is missing. */
export const parseStateReportTime = (text: string): string | null => timeOf(fieldsOf(splitLines(text)[0] ?? ''))

/** Parses a packed time or `YYYYMMDD` to a day `YYYY-MM-DD`; null if there is none. */
function dayOf(text: string | undefined): string | null {
  const digits = /^[1-9]\d{0,9}$/.exec(text?.trim() ?? '')?.[0]
  if (digits === undefined) return null
  const [, year, month, day] = /^(20\d\d)(\d\d)(\d\d)$/.exec(digits) ?? []
  return year === undefined ? unpackTime(Number(digits)).slice(0, 10) : `${year}-${month}-${day}`
}

const longestName = 100

/** Parses a row of a user. A last day before `today` means blocked; otherwise `verify` is unknown. */
function userOf(line: string, today: string): ReportedUser | null {
  const fields = fieldsOf(line)
  const pin = fields.get('pin')?.trim() ?? ''
  if (!pinPattern.test(pin)) return null
  const until = dayOf(fields.get('endtime'))
  return {
    pin,
    name: removeControlCharacters(fields.get('name') ?? '')
      .trim()
      .slice(0, longestName),
    card: normalizeCardNumber(fields.get('cardno') ?? ''),
    verify: until !== null && until < today ? 3 : null,
    // In this dialect a password opens only with a right to the door, so passwords need no check.
    password: false,
    group: null,
    // The server sends no disabled flag in this dialect, so a reported one is ignored.
    enabled: null,
    privilege: parseInteger(fields.get('privilege')),
    from: dayOf(fields.get('starttime')),
    until,
  }
}

export const parseAccessUsers = (text: string, today: string): ParsedLines<ReportedUser> =>
  parseLines(text, (line) => userOf(line, today))
