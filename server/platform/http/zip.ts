// Streams a ZIP archive: each part is compressed as it comes, so its checksum and sizes follow it in a data descriptor, and again in
// the central directory (APPNOTE.TXT 4.3). Parts of 4 GB would need ZIP64; a full sheet has less than 1 GB.
import { pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface Part {
  name: string
  content: Iterable<string> | AsyncIterable<string>
}

interface Packed {
  name: string
  crc: number
  packed: number
  size: number
  /** The part's offset in the archive, in bytes. */
  at: number
}

/** General purpose flags: UTF-8 names, checksum and sizes in a data descriptor. */
const flags = 0x0808
const version = 20
const deflated = 8
/** The date 1 January 1980, the first that the format knows. */
const date = 0x21

/** A record of little-endian 16-bit numbers; `toWords` gives the two words of a 32-bit one. */
function writeRecord(...words: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * words.length)
  for (const [index, word] of words.entries()) bytes.writeUInt16LE(word, 2 * index)
  return bytes
}
const toWords = (value: number) => [value % 0x10000, Math.floor(value / 0x10000)] as const

const writeSums = ({ crc, packed, size }: Packed) => [...toWords(crc), ...toWords(packed), ...toWords(size)]

/** The fields that the local header of a part shares with its entry in the central directory. */
const describePart = (part: Packed) =>
  [version, flags, deflated, 0, date, ...writeSums(part), Buffer.byteLength(part.name), 0] as const

const writeHead = (part: Packed) =>
  Buffer.concat([writeRecord(...toWords(0x04034b50), ...describePart(part)), Buffer.from(part.name)])
const writeTail = (part: Packed) => writeRecord(...toWords(0x08074b50), ...writeSums(part))
const writeEntry = (part: Packed) =>
  Buffer.concat([
    writeRecord(...toWords(0x02014b50), version, ...describePart(part), 0, 0, 0, 0, 0, ...toWords(part.at)),
    Buffer.from(part.name),
  ])

/** The bytes of the archive. A consumer that stops reading ends the parts; an error of a part is thrown. */
export async function* makeZip(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  const written: Packed[] = []
  let at = 0
  for await (const { name, content } of parts) {
    const part = { name, crc: 0, packed: 0, size: 0, at }
    const head = writeHead(part)
    yield head
    const counted = async function* () {
      for await (const text of content) {
        const bytes = Buffer.from(text)
        part.crc = crc32(bytes, part.crc)
        part.size += bytes.length
        yield bytes
      }
    }
    // Errors are thrown by the iteration.
    for await (const bytes of pipeline(counted, createDeflateRaw({ level: 3 }), () => {})) {
      part.packed += bytes.length
      yield bytes
    }
    const tail = writeTail(part)
    yield tail
    at += head.length + part.packed + tail.length
    written.push(part)
  }
  const list = Buffer.concat(written.map(writeEntry))
  const count = written.length
  yield Buffer.concat([
    list,
    writeRecord(...toWords(0x06054b50), 0, 0, count, count, ...toWords(list.length), ...toWords(at), 0),
  ])
}
