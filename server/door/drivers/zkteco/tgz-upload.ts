// Unpacks `ContentType=tgz`: a gzipped tar of the same lines (protocol §5.2). It is in the manual, but not yet seen
// in use.

import { gunzipSync } from 'node:zlib'

const block = 512

function octal(bytes: Uint8Array): number {
  const text = Buffer.from(bytes).toString('latin1').replaceAll('\0', ' ').trim()
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : -1
}

// A header's checksum counts its own eight bytes as spaces.
function isHeader(header: Uint8Array): boolean {
  if (header.length < block) return false
  let sum = 0
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte
  return octal(header.subarray(148, 156)) === sum
}

function filesOf(tar: Uint8Array): Uint8Array[] {
  const files: Uint8Array[] = []
  for (let at = 0; isHeader(tar.subarray(at, at + block)); ) {
    const size = octal(tar.subarray(at + 124, at + 136))
    if (size < 0) break
    const type = tar[at + 156]
    if (type === 0 || type === 0x30) files.push(tar.subarray(at + block, at + block + size))
    at += block + Math.ceil(size / block) * block
  }
  return files
}

/**
 * Returns the lines of all files in the archive as bytes. Gzipped data that is no tar counts as the lines
 * themselves. Null if unreadable, or larger than `maxBytes`.
 */
export function unpackTgz(bytes: Uint8Array, maxBytes: number): Uint8Array | null {
  let tar: Buffer
  try {
    tar = gunzipSync(bytes, { maxOutputLength: maxBytes })
  } catch {
    return null
  }
  if (!isHeader(tar.subarray(0, block))) return tar
  return Buffer.concat(filesOf(tar).flatMap((file) => [file, Buffer.from('\n')]))
}

/** Retries before an archive that cannot be opened is accepted, since a bad connection may have damaged it. */
const maxRetries = 3

/** Counts failures per kind of upload, not per content, since an archive that is packed again has other bytes. */
export class FailedArchives {
  /** Terminal and kind of upload → consecutive failures. */
  readonly #times = new Map<string, number>()

  /** True if the terminal should keep an archive that could not be opened, and send it again. */
  shouldRetry(kind: string): boolean {
    const times = (this.#times.get(kind) ?? 0) + 1
    if (times > maxRetries) {
      this.#times.delete(kind)
      return false
    }
    this.#times.set(kind, times)
    return true
  }

  recordSuccess(kind: string): void {
    this.#times.delete(kind)
  }
}
