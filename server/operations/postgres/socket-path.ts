// Short paths for sockets.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refused } from '../../platform/refused-start.ts'

/** sockaddr_un has 108 bytes including the final zero, 104 on macOS. */
const maxPathBytes = process.platform === 'darwin' ? 103 : 107

export const isSocketPathShort = (path: string): boolean => Buffer.byteLength(path) <= maxPathBytes

/** A random name, because a predictable one in a shared folder could be created by another user. */
export function makeShortFolder(fits: (folder: string) => boolean): string {
  const parent = [tmpdir(), '/tmp'].find((path) => fits(join(path, 'torniquete-XXXXXX')))
  if (!parent) throw new Refused(`La carpeta temporal ${tmpdir()} tiene un nombre demasiado largo.`)
  return mkdtempSync(join(parent, 'torniquete-'))
}
