import type { BackupProblem, TrialRestoreProblem } from '@torniquete/contract/admin/backup.ts'
import { getErrorCode } from '../../platform/files/file-errors.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'

export class BackupRefusal extends StartRefusal {
  readonly trouble: BackupProblem
  constructor(message: string, trouble: BackupProblem) {
    super(message)
    this.trouble = trouble
  }
}

export class BrokenArchiveError extends StartRefusal {}

export class ArchiveMismatchError extends Error {}

/** Error codes of the operating system and PostgreSQL: disk full, file unreadable, database page damaged. */
const troubles = new Map<string, BackupProblem>([
  ['ENOSPC', 'space'],
  ['EDQUOT', 'space'],
  ['53100', 'space'],
  ['58030', 'damaged'],
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
])

export function classifyBackupError(error: unknown): BackupProblem {
  if (error instanceof BackupRefusal) return error.trouble
  const known = troubles.get(getErrorCode(error) ?? '')
  if (known) return known
  return error instanceof BackupWriteError ? 'write' : 'other'
}

export function classifyTrialRestoreError(error: unknown): TrialRestoreProblem {
  if (error instanceof ArchiveMismatchError) return 'differs'
  if (error instanceof BrokenArchiveError) return 'broken'
  return classifyBackupError(error) === 'space' ? 'space' : 'other'
}

export class BackupWriteError extends StartRefusal {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}
