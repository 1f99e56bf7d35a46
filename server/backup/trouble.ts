import { sep } from 'node:path'
import type { CopyTrouble, RehearsalTrouble } from '@torniquete/contract/backup.ts'
import { EmbeddedPostgresError, errorCode } from '../db/embedded/errors.ts'
import { Refused } from '../refused.ts'
import { Differs } from './agreement.ts'

/** A copy is not made for a reason that the screen names too. */
export class CopyRefused extends Refused {
  readonly trouble: CopyTrouble
  constructor(message: string, trouble: CopyTrouble) {
    super(message)
    this.trouble = trouble
  }
}

/** By the system's codes and PostgreSQL's: its disk is full, its files cannot be read. */
const troubles = new Map<string | undefined, CopyTrouble>([
  ['ENOSPC', 'space'],
  ['EDQUOT', 'space'],
  ['53100', 'space'],
  ['58030', 'damaged'],
])
const forbids = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR']

/** Why a copy into `folder` that nobody waits for failed. */
export function troubleOf(error: unknown, folder: string): CopyTrouble {
  if (error instanceof CopyRefused) return error.trouble
  const code = errorCode(error) ?? ''
  return forbids.includes(code) && isAbout(error, folder) ? 'write' : (troubles.get(code) ?? 'other')
}

/** Whether it names that folder, or what lies there: what is copied may be forbidden too. */
export const isAbout = (error: unknown, folder: string): boolean =>
  error instanceof Error && 'path' in error && `${error.path}${sep}`.startsWith(`${folder}${sep}`)

/** PostgreSQL's for a damaged page, and an index that is out of order. */
const damage = ['XX001', 'XX002']

/** Why a copy that was restored on trial is of no use, as far as it can be told. */
export function rehearsalTroubleOf(error: unknown): RehearsalTrouble {
  if (error instanceof Differs) return 'differs'
  const code = errorCode(error) ?? ''
  if (error instanceof CopyRefused || troubles.get(code) === 'space') return 'space'
  const isBroken = error instanceof Refused || error instanceof EmbeddedPostgresError || damage.includes(code)
  return isBroken ? 'broken' : 'other'
}
