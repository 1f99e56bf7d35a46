// Parses the common format of uploads: records end with LF, fields with TAB, some fields are `key=value` (protocol §5).

/** PINs are compared as text, since some gyms use letters or `_`. */
export const pinPattern = /^[A-Za-z0-9_-]{1,24}$/

/** Splits at LF, CRLF or CR and drops empty lines. NUL is removed, since PostgreSQL's text cannot store it. */
export function splitLines(text: string): string[] {
  return text
    .replaceAll('\0', '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
}

/** `received` also counts lines that cannot be parsed, since the answer must state that number. */
export interface ParsedLines<Row> {
  received: number
  rows: Row[]
  rejected: string[]
}

/** Parses each line separately, so that one bad line does not fail the batch. */
export function parseLines<Row>(text: string, read: (line: string) => Row | null): ParsedLines<Row> {
  const lines = splitLines(text)
  const found: ParsedLines<Row> = { received: lines.length, rows: [], rejected: [] }
  for (const line of lines) {
    const row = read(line)
    if (row === null) found.rejected.push(line)
    else found.rows.push(row)
  }
  return found
}

export function countLines(bytes: Uint8Array): number {
  let lines = 0
  let isEmpty = true
  for (const byte of bytes) {
    if (byte === 0x0a || byte === 0x0d) isEmpty = true
    else if (byte > 0x20 && isEmpty) {
      lines += 1
      isEmpty = false
    }
  }
  return lines
}

/** Splits at the first `=` only, since base64 and names may contain more. Keys become lower case: spellings vary. */
export function parseFields(line: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (const part of line.split('\t')) {
    const at = part.indexOf('=')
    if (at > 0) fields.set(part.slice(0, at).trim().toLowerCase(), part.slice(at + 1))
  }
  return fields
}

export function parseInteger(text: string | undefined): number | null {
  const digits = text?.trim() ?? ''
  const number = /^[+-]?\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN
  // A number beyond PostgreSQL's integer becomes null, so that it does not fail the batch.
  return Math.abs(number) <= 2_147_483_647 ? number : null
}

const deviceTimePattern = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)$/

/** Parses the terminal's local time to `YYYY-MM-DD HH:MM:SS`; null if it is impossible. */
export function parseDeviceTime(text: string | undefined): string | null {
  const match = deviceTimePattern.exec(text?.trim() ?? '')
  if (!match) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number)
  const instant = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const wanted = `${match[1]}-${match[2]}-${match[3]} ${match[4]}:${match[5]}:${match[6]}`
  return instant.toISOString().slice(0, 19).replace('T', ' ') === wanted ? wanted : null
}
