// Reads a ZIP archive from a file: only its directory and the current photo are in memory.
import { BlobReader, BlobWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js'

interface ZipEntry {
  name: string
  size: number
  /** Reads the file's content. Rejects if it is damaged or larger than stated. */
  read: () => Promise<Blob>
}

/** Characters of bytes 80–A5. Code pages 437 and 850 agree on small Spanish letters; 850 also has accented capitals. */
const dosLetters = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑ'
const dosCapitals: Readonly<Record<number, string>> = { 166: 'ª', 167: 'º', 181: 'Á', 214: 'Í', 224: 'Ó', 233: 'Ú' }

const decodeDos = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => dosLetters[byte - 0x80] ?? dosCapitals[byte] ?? String.fromCharCode(byte)).join('')

/** Counts Spanish letters outside ASCII, except capitals after small letters, to recognize the code page. */
const countSpanish = (name: string): number => (name.match(/[áéíóúüñ]|(?<![a-záéíóúüñ])[ÁÉÍÓÚÜÑ]/g) ?? []).length

/** Decodes a file name that is not UTF-8. The format prescribes code page 437, but programs also use 850 and 1252. */
function decodeText(bytes: Uint8Array, encoding: string): string {
  if (encoding !== 'cp437') return new TextDecoder().decode(bytes)
  const [dos, windows] = [decodeDos(bytes), new TextDecoder('windows-1252').decode(bytes)]
  return countSpanish(dos) > countSpanish(windows) ? dos : windows
}

export async function readZipEntries(file: Blob): Promise<ZipEntry[] | null> {
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
