// Looks through a ZIP archive before the reader of Excel files does, unpacking it as that does: entry after entry, whatever
// its directory says. The reader allocates what a header claims and fills every gap between two cell addresses.
import { Readable } from 'node:stream'
import { Parse } from 'unzipper-esm'

export type ArchiveState = 'fine' | 'unreadable' | 'too-large' | 'bad-address'

/** `maxBytes`: unpacked, of all entries together; nothing is unpacked beyond it. */
export function inspectArchive(archive: Buffer, maxBytes: number): Promise<ArchiveState> {
  return new Promise((resolve) => {
    let bytes = 0
    let badAddress = false
    const entries: Promise<void>[] = []
    // In pieces, or all of it is unpacked before the first of them can be refused.
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

/** Excel's own limits: column XFD and row 1,048,576. */
const maxColumn = 16_384
const maxRow = 1_048_576
/** A row's or cell's tag with its address: `<row r="3"`, `<x:c s="1" r='XFD7'`. */
const addresses = /<(?:\w+:)?(?:row|c)\s(?:[^<>]*?\s)?r\s*=\s*["']\s*([A-Za-z]*)(\d*)/g
/** A tag that is longer is none that Excel writes. */
const maxTagLength = 4096

/** Takes the pieces of a sheet's XML in their order; answers whether all addresses up to here are within Excel's limits. */
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
