// Reads a ZIP archive in place: only its directory and the current photo are in memory.
import { BlobReader, BlobWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js'

interface ZipEntry {
  name: string
  size: number
  /** Throws if damaged or larger than declared. */
  read: () => Promise<Blob>
}

/** Bytes 80–A5 in code pages 437 and 850, which agree on Spanish letters; 850 also has accented capitals. */
const dosLetters = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑ'
const dosCapitals: Readonly<Record<number, string>> = { 166: 'ª', 167: 'º', 181: 'Á', 214: 'Í', 224: 'Ó', 233: 'Ú' }

const decodeDos = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => dosLetters[byte - 0x80] ?? dosCapitals[byte] ?? String.fromCharCode(byte)).join('')

/** Counts non-ASCII Spanish letters; capitals after small letters do not count. */
const countSpanish = (name: string): number => (name.match(/[áéíóúüñ]|(?<![a-záéíóúüñ])[ÁÉÍÓÚÜÑ]/g) ?? []).length

/** The format means code page 437, Spanish Windows writes 850, other programs the Windows code page. */
function decodeText(bytes: Uint8Array, encoding: string): string {
  if (encoding !== 'cp437') return new TextDecoder().decode(bytes)
  const [dos, windows] = [decodeDos(bytes), new TextDecoder('windows-1252').decode(bytes)]
  return countSpanish(dos) > countSpanish(windows) ? dos : windows
}

export async function zipEntries(file: Blob): Promise<ZipEntry[] | null> {
  const options = { decodeText, useWebWorkers: false }
  const entries = await new ZipReader(new BlobReader(file), options).getEntries().catch(() => null)
  return (
    entries
      ?.filter((entry) => !entry.directory)
      .map((entry) => ({
        name: entry.filename,
        size: entry.uncompressedSize,
        read: () => entry.getData(new BlobWriter()),
      })) ?? null
  )
}
