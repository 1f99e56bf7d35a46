// How much a ZIP archive comes to, by its own list (APPNOTE.TXT 4.3.12, 4.3.16), before anything of it is unpacked.

const endOfList = 0x06054b50
const entry = 0x02014b50
/** The list's end has a comment of at most 64 kB behind it. */
const farthest = 65_557

/** In bytes; null where it is no whole archive. */
export function unpackedSize(archive: Buffer): number | null {
  for (let at = archive.length - 22; at >= Math.max(0, archive.length - farthest); at--)
    if (archive.readUInt32LE(at) === endOfList)
      return sumOf(archive, archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 16))
  return null
}

function sumOf(archive: Buffer, entries: number, begin: number): number | null {
  let sum = 0
  let at = begin
  for (let each = 0; each < entries; each++) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== entry) return null
    sum += archive.readUInt32LE(at + 24)
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return sum
}
