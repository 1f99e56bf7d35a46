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

/** Little-endian numbers, each with its width in bytes. */
function record(...fields: readonly (readonly [value: number, width: 2 | 4])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, width]) => sum + width, 0))
  let at = 0
  for (const [value, width] of fields) at = bytes.writeUIntLE(value, at, width)
  return bytes
}

/** What the head of a part and its entry in the list have in common. */
function described({ name, crc, packed, size }: Omit<Packed, 'at'>): Buffer {
  const sizes = [[crc, 4] as const, [packed, 4] as const, [size, 4] as const]
  return record(
    [version, 2],
    [flags, 2],
    [deflated, 2],
    [0, 2],
    [date, 2],
    ...sizes,
    [Buffer.byteLength(name), 2],
    [0, 2],
  )
}

function entry(part: Packed): Buffer {
  const rest = record([0, 2], [0, 2], [0, 2], [0, 4], [part.at, 4])
  return Buffer.concat([record([0x02014b50, 4], [version, 2]), described(part), rest, Buffer.from(part.name)])
}

/** The parts in their order; whoever stops reading ends them, and a part that fails fails the archive. */
export async function* zipOf(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  const written: Packed[] = []
  let at = 0
  for await (const { name, content } of parts) {
    const part = { name, crc: 0, packed: 0, size: 0, at }
    const head = Buffer.concat([record([0x04034b50, 4]), described(part), Buffer.from(name)])
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
    const tail = record([0x08074b50, 4], [part.crc, 4], [part.packed, 4], [part.size, 4])
    yield tail
    at += head.length + part.packed + tail.length
    written.push(part)
  }
  const list = Buffer.concat(written.map(entry))
  const count = [[written.length, 2] as const, [written.length, 2] as const]
  yield Buffer.concat([list, record([0x06054b50, 4], [0, 2], [0, 2], ...count, [list.length, 4], [at, 4], [0, 2])])
}
