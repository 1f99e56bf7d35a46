import {
  archiveOverdueMinutes,
  type BackupStatus,
  type CopyTrouble,
  copyOverdueHours,
  type RehearsalStatus,
} from '@torniquete/contract/backup.ts'
import { sql } from '../db/sql.ts'
import type { HandlersOf } from '../http/context.ts'
import { isDamaged } from './damage.ts'
import { isAhead, type NewestCopy, nextDue } from './kept-copies.ts'

interface Copies {
  newest(): Promise<NewestCopy | null>
  /** From when on it has been this installation: what a restore made is none before. */
  begun: Date
  /** The time of the machine's clock at which a copy is made: `03:30`. */
  dueAt: string
  trouble(newest: NewestCopy | null): CopyTrouble | null
  rehearsals: { status(now: Date, since: Date): RehearsalStatus }
  bucket: { status(now: Date): BackupStatus['bucket'] } | null
}

interface Archive {
  isTwin: boolean
  reaches: Date | null
  leadsOnFrom(copy: Date): boolean
  begun: Date
}

const isBehind = ({ reaches, begun }: Archive, now: Date): boolean =>
  now.getTime() - (reaches ?? begun).getTime() > archiveOverdueMinutes * 60_000

/** `copies` and `archive`: where this server makes them. */
export const backupHandlers = (copies: Copies | null, archive: Archive | null): HandlersOf<'backup'> => ({
  'backup.read': async ({ tx, now }) => {
    const newest = (await copies?.newest()) ?? null
    const { created_at } = await tx.one<{ created_at: string }>(sql`select created_at from gyms where id = 0`)
    const installed = new Date(Math.max(Date.parse(created_at), copies?.begun.getTime() ?? 0))
    const since = newest?.at ?? installed
    const overdue = now.getTime() - since.getTime() > copyOverdueHours * 3_600_000 || isAhead(since, now)
    return {
      by_itself: copies !== null,
      last_at: newest?.at.toISOString() ?? null,
      bytes: newest?.bytes ?? null,
      next_at: copies && nextDue(copies.dueAt, newest?.at ?? new Date(created_at), now).toISOString(),
      overdue: copies !== null && overdue,
      trouble:
        (copies && (archive?.isTwin ? 'twin' : copies.trouble(newest))) ?? ((await isDamaged(tx)) ? 'damaged' : null),
      archive: archive && {
        reaches: (newest && archive.leadsOnFrom(newest.at) && archive.reaches?.toISOString()) || null,
        overdue: isBehind(archive, now),
      },
      bucket: copies?.bucket?.status(now) ?? null,
      rehearsal: copies?.rehearsals.status(now, installed) ?? null,
    }
  },
})
