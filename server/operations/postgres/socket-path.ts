// Sockets have names that are short.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refused } from '../../platform/refused.ts'

/** sockaddr_un has 108 bytes with its final zero, and on macOS 104. */
const longest = process.platform === 'darwin' ? 103 : 107

export const fitsSocket = (path: string): boolean => Buffer.byteLength(path) <= longest

/** A new name each time: a known one in a folder open to all could have been put there by somebody else. */
export function shortFolder(fits: (folder: string) => boolean): string {
  const parent = [tmpdir(), '/tmp'].find((path) => fits(join(path, 'torniquete-XXXXXX')))
  if (!parent) throw new Refused(`La carpeta temporal ${tmpdir()} tiene un nombre demasiado largo.`)
  return mkdtempSync(join(parent, 'torniquete-'))
}
