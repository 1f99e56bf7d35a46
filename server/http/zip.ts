// A ZIP archive as a stream: each part is packed as it comes, so what it comes to stands behind it and again in the list at
// the end (APPNOTE.TXT 4.3). Parts of 4 GB would need the 64-bit form: a full sheet has less than one.
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
  /** Where it begins in the archive. */
  at: number
}

/** Names are UTF-8; checksum and sizes follow the content. */
const flags = 0x0808
const version = 20
const deflated = 8
/** 1 January 1980, when the format's time begins. */
const date = 0x21

/** Little-endian numbers of two bytes; `long` is one of four. */
function record(...words: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * words.length)
  for (const [index, word] of words.entries()) bytes.writeUInt16LE(word, 2 * index)
  return bytes
}
const long = (value: number) => [value % 0x10000, Math.floor(value / 0x10000)] as const

const sums = ({ crc, packed, size }: Packed) => [...long(crc), ...long(packed), ...long(size)]

/** What the head of a part and its entry in the list have in common. */
const described = (part: Packed) =>
  [version, flags, deflated, 0, date, ...sums(part), Buffer.byteLength(part.name), 0] as const

const headOf = (part: Packed) =>
  Buffer.concat([record(...long(0x04034b50), ...described(part)), Buffer.from(part.name)])
const tailOf = (part: Packed) => record(...long(0x08074b50), ...sums(part))
const entryOf = (part: Packed) =>
  Buffer.concat([
    record(...long(0x02014b50), version, ...described(part), 0, 0, 0, 0, 0, ...long(part.at)),
    Buffer.from(part.name),
  ])

/** The parts in their order; whoever stops reading ends them, and a part that fails fails the archive. */
export async function* zipOf(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  const written: Packed[] = []
  let at = 0
  for await (const { name, content } of parts) {
    const part = { name, crc: 0, packed: 0, size: 0, at }
    const head = headOf(part)
    yield head
    const counted = async function* () {
      for await (const text of content) {
        const bytes = Buffer.from(text)
        part.crc = crc32(bytes, part.crc)
        part.size += bytes.length
        yield bytes
      }
    }
    // What fails is thrown by the reading below.
    for await (const bytes of pipeline(counted, createDeflateRaw({ level: 3 }), () => {})) {
      part.packed += bytes.length
      yield bytes
    }
    const tail = tailOf(part)
    yield tail
    at += head.length + part.packed + tail.length
    written.push(part)
  }
  const list = Buffer.concat(written.map(entryOf))
  const count = written.length
  yield Buffer.concat([list, record(...long(0x06054b50), 0, 0, count, count, ...long(list.length), ...long(at), 0)])
}
