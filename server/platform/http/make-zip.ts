// Streams a ZIP archive. Each part is compressed as it arrives, outside of the main thread.
import { pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

export interface ZipEntry {
  name: string
  content: Iterable<string> | AsyncIterable<string>
}

/** If the consumer stops reading, the parts are ended too. An error of a part is thrown. */
export async function* makeZip(parts: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((_, piece) => void pieces.push(piece))
  for await (const { name, content } of parts) {
    // Method 8 is deflate.
    const part: ZipInputFile = { filename: name, compression: 8, crc: 0, size: 0 }
    zip.add(part)
    const counted = async function* () {
      for await (const text of content) {
        const bytes = Buffer.from(text)
        part.crc = crc32(bytes, part.crc)
        part.size += bytes.length
        yield bytes
      }
    }
    // Errors are thrown by this loop, so the callback ignores them.
    for await (const bytes of pipeline(counted, createDeflateRaw({ level: 3 }), () => {})) {
      part.ondata?.(null, bytes, false)
      yield* pieces.splice(0)
    }
    part.ondata?.(null, new Uint8Array(), true)
  }
  zip.end()
  yield* pieces
}
