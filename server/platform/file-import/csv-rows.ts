// Reads CSV in all variants that programs write, including quotation marks that never close.

/** Excel's limit for a cell. A quotation mark that closes after more characters belongs to another cell. */
const maxCellLength = 32_767
const examinedLines = 40
/** A quoted cell counts as unclosed if at least this share of the lines inside look like rows. */
const rowsShare = 2 / 3

/** Delimiter of the file; `count` is how often it occurs in most lines. */
type Division = { delimiter: string; count: number }

const splitLines = (text: string): string[] => text.replace(/"[^"\r\n]*"/g, '').split(/\r\n|\r|\n/)

/** Returns the most frequent number of delimiters in a line, the lines with that number, and those with any. */
function countDelimiters(lines: readonly string[], delimiter: string) {
  const times = new Map<number, number>()
  for (const line of lines) {
    const count = line.split(delimiter).length - 1
    if (count > 0) times.set(count, (times.get(count) ?? 0) + 1)
  }
  const [count = 0, alike = 0] = [...times].sort((one, other) => other[1] - one[1] || other[0] - one[0])[0] ?? []
  return { count, alike, having: [...times.values()].reduce((sum, each) => sum + each, 0) }
}

/** Finds the delimiter that occurs in most lines, then most evenly, then most often, since addresses contain commas. */
function findDivision(text: string, said: string | undefined): Division {
  const lines = splitLines(text.slice(0, 20_000)).slice(0, examinedLines)
  const [best] = (said ? [said] : [';', '\t', ','])
    .map((delimiter) => ({ delimiter, ...countDelimiters(lines, delimiter) }))
    .sort((one, other) => other.having - one.having || other.alike - one.alike || other.count - one.count)
  return best ?? { delimiter: ';', count: 0 }
}

/** True if a cell that spans several lines would include rows: most of its lines have as many delimiters as a row. */
function swallowsRows(lines: readonly string[], { delimiter, count }: Division): boolean {
  if (lines.length < 2 || count === 0) return false
  const rows = lines.filter((line) => line.replaceAll(`${delimiter} `, '').split(delimiter).length - 1 === count).length
  return rows / lines.length > rowsShare
}

/** `end` is the position after the cell: of a delimiter, a line end, or the end of the text. */
type ReadCell = { cell: string; end: number }

/** Reads a quoted cell. Returns null if the quotation mark at `from` is part of an unquoted text. */
function readQuoted(text: string, from: number, division: Division): ReadCell | null {
  let close = from
  for (;;) {
    close = text.indexOf('"', close + 1)
    if (close < 0 || close - from > maxCellLength) return null
    if (text[close + 1] !== '"') break
    close += 1
  }
  let end = close + 1
  while (text[end] === ' ') end += 1
  const isClosed = end === text.length || text.startsWith(division.delimiter, end) || /[\r\n]/.test(text.charAt(end))
  if (!isClosed) return null
  const inside = text.slice(from + 1, close)
  if (/[\r\n]/.test(inside)) {
    const start = Math.max(text.lastIndexOf('\n', from - 1), text.lastIndexOf('\r', from - 1)) + 1
    const rest = text.slice(end).search(/[\r\n]/)
    const spanned = text.slice(start, rest < 0 ? text.length : end + rest)
    if (swallowsRows(splitLines(spanned), division)) return null
  }
  return { cell: inside.replaceAll('""', '"'), end }
}

/** Reads a cell that is not validly quoted. Removes quotation marks around the whole cell: `"Calle "Duarte" 5"`. */
function readUnquoted(text: string, from: number, delimiter: string): ReadCell {
  let end = from
  while (end < text.length && text[end] !== delimiter && text[end] !== '\r' && text[end] !== '\n') end += 1
  const cell = text.slice(from, end)
  const isWrapped = /^"[^"].*"$/.test(cell) && !/^"[^"]+"\s/.test(cell)
  return { cell: isWrapped ? cell.slice(1, -1) : cell, end }
}

/** Reads at most `mostRows` rows. An empty line is a row with one empty cell. */
export function parseCsvRows(text: string, mostRows: number): string[][] {
  // Excel may name the delimiter in the first line: `sep=;`.
  const [first = '', said] = /^sep=(.)\r?\n/i.exec(text) ?? []
  const body = text.slice(first.length)
  const division = findDivision(body, said)
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < body.length || row.length > 0; ) {
    const { cell, end } =
      (body[at] === '"' && readQuoted(body, at, division)) || readUnquoted(body, at, division.delimiter)
    row.push(cell)
    at = end + 1
    if (body[end] === division.delimiter) continue
    if (body[end] === '\r' && body[at] === '\n') at += 1
    if (rows.push(row) === mostRows) break
    row = []
  }
  return rows
}
