import { sep } from 'node:path'
import type { CopyTrouble, RehearsalTrouble } from '@torniquete/contract/backup.ts'
import { EmbeddedPostgresError, errorCode } from '../db/embedded/errors.ts'
import { Refused } from '../refused.ts'
import { CopyMismatch } from './copy-mismatch.ts'

/** A copy is not made for a reason that the screen names too. */
export class CopyRefused extends Refused {
  readonly trouble: CopyTrouble
  constructor(message: string, trouble: CopyTrouble) {
    super(message)
    this.trouble = trouble
  }
}

/** An archive is cut or damaged. */
export class BrokenCopy extends Refused {}

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

/** PostgreSQL's for a damaged page, an index that is out of order, and what it did not think possible. */
const damage = /^XX00/

/** What it says as it ends at its start, in the order in which they count: of the disk or the machine, and of its files. */
const noRoom = /No space left on device|Disk quota exceeded/
const ofTheMachine =
  /Cannot allocate memory|Too many open files|Permission denied|Operation not permitted|Read-only file system/
const ofItsFiles = /\b(FATAL|PANIC):.*(checkpoint|control file|\bWAL\b|pg_wal|backup_label|invalid page|pg_xact)/

/** Why a copy that was restored on trial is of no use, as far as it can be told; of the trial's own troubles it says nothing. */
export function rehearsalTroubleOf(error: unknown): RehearsalTrouble {
  if (error instanceof CopyMismatch) return 'differs'
  const code = errorCode(error) ?? ''
  if (error instanceof CopyRefused || troubles.get(code) === 'space') return 'space'
  if (error instanceof BrokenCopy || damage.test(code)) return 'broken'
  return error instanceof EmbeddedPostgresError ? troubleOfStart(error) : 'other'
}

function troubleOfStart({ message }: EmbeddedPostgresError): RehearsalTrouble {
  if (noRoom.test(message)) return 'space'
  return !ofTheMachine.test(message) && ofItsFiles.test(message) ? 'broken' : 'other'
}
