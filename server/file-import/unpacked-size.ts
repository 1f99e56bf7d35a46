// How much a ZIP archive comes to, unpacked as the reader of Excel files unpacks it: entry after entry, whatever its list says.
import { Readable } from 'node:stream'
import { Parse } from 'unzipper-esm'

/** In bytes; null where it is no archive, Infinity where it is more than `most`, of which nothing more is unpacked. */
export function unpackedSize(archive: Buffer, most: number): Promise<number | null> {
  return new Promise((resolve) => {
    let sum = 0
    const entries: Promise<void>[] = []
    // In pieces, or all of it is unpacked before anybody can say stop.
    const source = Readable.from(piecesOf(archive))
    const parser = Parse()
    const end = (size: number | null) => {
      source.destroy()
      parser.destroy()
      resolve(size)
    }
    parser.on('error', () => end(null))
    parser.on('entry', (entry) => {
      entries.push(
        new Promise((read) => {
          entry.on('data', (data: Buffer) => {
            sum += data.length
            if (sum > most) end(Number.POSITIVE_INFINITY)
          })
          entry.on('error', () => end(null))
          entry.on('finish', read)
        }),
      )
    })
    parser.on('finish', () => void Promise.all(entries).then(() => end(entries.length === 0 ? null : sum)))
    source.pipe(parser)
  })
}

const piece = 16 * 1024

function* piecesOf(archive: Buffer): Generator<Buffer> {
  for (let at = 0; at < archive.length; at += piece) yield archive.subarray(at, at + piece)
}
