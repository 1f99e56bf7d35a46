// Checks a ZIP archive before the Excel reader unpacks it, entry by entry as that does. The reader allocates what a
// header claims, and fills all gaps between cell addresses.
import { Readable } from 'node:stream'
import { Parse } from 'unzipper-esm'

type ArchiveState = 'fine' | 'unreadable' | 'too-large' | 'bad-address'

/** `maxBytes` limits all entries together, unpacked. */
export function inspectArchive(archive: Buffer, maxBytes: number): Promise<ArchiveState> {
  return new Promise((resolve) => {
    let bytes = 0
    let badAddress = false
    const entries: Promise<void>[] = []
    // Unpacks in pieces, so that it can stop early.
    const source = Readable.from(split(archive))
    const parser = Parse()
    const end = (state: ArchiveState) => {
      source.destroy()
      parser.destroy()
      resolve(state)
    }
    parser.on('error', () => end('unreadable'))
    parser.on('entry', (entry) => {
      if (Number(entry.vars?.uncompressedSize ?? 0) > maxBytes) return end('too-large')
      const scan = /\.xml$/i.test(entry.path) ? scanAddresses() : null
      entries.push(
        new Promise((read) => {
          entry.on('data', (data: Buffer) => {
            bytes += data.length
            if (bytes > maxBytes) return end('too-large')
            if (scan && !scan(data)) badAddress = true
          })
          entry.on('error', () => end('unreadable'))
          entry.on('finish', read)
        }),
      )
    })
    parser.on('finish', () => {
      const state = badAddress ? 'bad-address' : 'fine'
      void Promise.all(entries).then(() => end(entries.length === 0 ? 'unreadable' : state))
    })
    source.pipe(parser)
  })
}

const pieceBytes = 16 * 1024

function* split(archive: Buffer): Generator<Buffer> {
  for (let at = 0; at < archive.length; at += pieceBytes) yield archive.subarray(at, at + pieceBytes)
}

/** Excel's limits: column XFD and row 1,048,576. */
const maxColumn = 16_384
const maxRow = 1_048_576
/** Addresses of rows and cells: `<row r="3"`, `<x:c s="1" r='XFD7'`. */
const addresses = /<(?:\w+:)?(?:row|c)\s(?:[^<>]*?\s)?r\s*=\s*["']\s*([A-Za-z]*)(\d*)/g
/** Excel writes no longer tag. */
const maxTagLength = 4096

/** Takes a sheet's XML in pieces; true while all addresses are within Excel's limits. */
function scanAddresses(): (piece: Buffer) => boolean {
  let rest = ''
  return (piece) => {
    const text = rest + piece.toString('latin1')
    const open = text.lastIndexOf('<')
    const isCut = open >= 0 && !text.includes('>', open) && text.length - open < maxTagLength
    const whole = isCut ? text.slice(0, open) : text
    rest = isCut ? text.slice(open) : ''
    for (const [, letters = '', digits = ''] of whole.matchAll(addresses))
      if (columnNumber(letters) > maxColumn || Number(digits) > maxRow) return false
    return true
  }
}

const columnNumber = (letters: string): number =>
  letters.length > 3
    ? Number.POSITIVE_INFINITY
    : [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
