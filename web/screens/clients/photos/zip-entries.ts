// Reads a ZIP archive in place: only its directory and the current photo are in memory.
// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT §4.3

interface ZipEntry {
  name: string
  /** Unpacked bytes according to the directory. */
  size: number
  /** Throws if damaged or larger than declared. */
  read: () => Promise<Blob>
}

const endMark = 0x06054b50
const entryMark = 0x02014b50
const endLength = 22
/** The directory's end may be followed by a comment. */
const longestComment = 0xffff
const stored = 0
const deflated = 8

const bytesOf = async (file: Blob, from: number, to: number): Promise<DataView> =>
  new DataView(await file.slice(from, to).arrayBuffer())

/** Bytes 80–A5 in code pages 437 and 850, which agree on Spanish letters; 850 also has accented capitals. */
const dosLetters = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑ'
const dosCapitals: Readonly<Record<number, string>> = { 166: 'ª', 167: 'º', 181: 'Á', 214: 'Í', 224: 'Ó', 233: 'Ú' }

const decodeDos = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => dosLetters[byte - 0x80] ?? dosCapitals[byte] ?? String.fromCharCode(byte)).join('')

/** Counts non-ASCII Spanish letters; capitals after small letters do not count. */
const countSpanish = (name: string): number => (name.match(/[áéíóúüñ]|(?<![a-záéíóúüñ])[ÁÉÍÓÚÜÑ]/g) ?? []).length

/** Info-ZIP's extra field with the UTF-8 name (APPNOTE 4.6.9). */
const unicodePath = 0x7075

/** The UTF-8 name in an entry's extra fields; null without one. */
function readUnicodePath(view: DataView, from: number, length: number): string | null {
  for (let at = from; at + 4 <= from + length; at += 4 + view.getUint16(at + 2, true)) {
    const size = view.getUint16(at + 2, true)
    if (view.getUint16(at, true) === unicodePath && size > 5 && at + 4 + size <= from + length)
      return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 9, size - 5))
  }
  return null
}

function textAt(view: DataView, at: number, length: number, isUtf8: boolean): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, length)
  if (isUtf8) return new TextDecoder().decode(bytes)
  try {
    // Many programs write UTF-8 without its flag.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // The format means code page 437, Spanish Windows writes 850, other programs the Windows code page.
    const [dos, windows] = [decodeDos(bytes), new TextDecoder('windows-1252').decode(bytes)]
    return countSpanish(dos) > countSpanish(windows) ? dos : windows
  }
}

async function unpacked(file: Blob, at: number, packed: number, method: number, size: number): Promise<Blob> {
  const head = await bytesOf(file, at, at + 30)
  const from = at + 30 + head.getUint16(26, true) + head.getUint16(28, true)
  const data = file.slice(from, from + packed)
  if (method === stored) return data
  if (method !== deflated) throw new Error(`method ${method}`)
  let left = size
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, next) {
      left -= piece.length
      if (left < 0) throw new Error('more than its list says')
      next.enqueue(piece)
    },
  })
  return new Response(data.stream().pipeThrough(new DecompressionStream('deflate-raw')).pipeThrough(limit)).blob()
}

/** Null if not a readable archive, or larger than 4 GB. */
export async function zipEntries(file: Blob): Promise<ZipEntry[] | null> {
  const from = Math.max(0, file.size - endLength - longestComment)
  const tail = await bytesOf(file, from, file.size)
  let end = tail.byteLength - endLength
  while (end >= 0 && tail.getUint32(end, true) !== endMark) end -= 1
  if (end < 0) return null
  const [count, length, start] = [
    tail.getUint16(end + 10, true),
    tail.getUint32(end + 12, true),
    tail.getUint32(end + 16, true),
  ]
  const list = await bytesOf(file, start, start + length)
  const entries: ZipEntry[] = []
  try {
    for (let at = 0; entries.length < count; ) {
      if (list.getUint32(at, true) !== entryMark) return null
      const field = (offset: number) => list.getUint16(at + offset, true)
      const [packed, size, place] = [20, 24, 42].map((offset) => list.getUint32(at + offset, true)) as [
        number,
        number,
        number,
      ]
      const method = field(10)
      const name =
        readUnicodePath(list, at + 46 + field(28), field(30)) ??
        textAt(list, at + 46, field(28), (field(8) & 0x800) !== 0)
      entries.push({ name, size, read: () => unpacked(file, place, packed, method, size) })
      at += 46 + field(28) + field(30) + field(32)
    }
  } catch {
    // The directory ends too early.
    return null
  }
  return entries
}
