import { type BackupStatus, backupOverdueHours } from '@torniquete/contract/admin/backup.ts'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Services } from '../../services.ts'
import { BackupSchedule } from './backup-schedule.ts'
import { isFutureDated } from './retention.ts'

/** Only recent checksum failures count: PostgreSQL does not report repairs, so older ones may be repaired. */
const recently = '30 days'

/** True if PostgreSQL found a wrong page checksum: reading that page fails, and so does each backup. */
async function isDamaged(tx: Transaction): Promise<boolean> {
  const { damaged } = await tx.one<{ damaged: boolean }>(sql`
    select coalesce(max(checksum_last_failure) > now() - ${recently}::interval, false) as damaged
    from pg_stat_database where datname = current_database() or datid = 0`)
  return damaged
}

/** `schedule` is null if this server makes no backups by itself. */
const backupReader =
  (schedule: BackupSchedule | null) =>
  async (tx: Transaction, now: Date): Promise<BackupStatus> => {
    const newest = schedule?.newest ?? null
    const { created_at } = await tx.one<{ created_at: string }>(sql`select created_at from gyms where id = 0`)
    const installed = new Date(Math.max(Date.parse(created_at), schedule?.installedAt.getTime() ?? 0))
    const since = newest?.at ?? installed
    const overdue = now.getTime() - since.getTime() > backupOverdueHours * 3_600_000 || isFutureDated(since, now)
    return {
      by_itself: schedule !== null,
      last_at: newest?.at.toISOString() ?? null,
      bytes: newest?.bytes ?? null,
      next_at: schedule?.nextDue(newest?.at ?? new Date(created_at), now).toISOString() ?? null,
      overdue: schedule !== null && overdue,
      trouble: schedule?.trouble() ?? ((await isDamaged(tx)) ? 'damaged' : null),
      bucket: schedule?.bucket?.status(now) ?? null,
      rehearsal: schedule?.rehearsals.status(now, installed) ?? null,
    }
  }

export function startBackups(server: FastifyInstance, services: Services, isScheduled: boolean) {
  const schedule = isScheduled ? new BackupSchedule(services) : null
  schedule?.start(server)
  return { readBackup: backupReader(schedule), gauges: schedule?.gauges ?? {} }
}
