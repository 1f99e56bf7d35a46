import type { DiskAndBackupStatus } from '@torniquete/contract/admin/backup.ts'
import { readQueueStatuses } from '../../messaging/outbox/queries.ts'
import type { SealPurpose } from '../../platform/crypto/seal.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AnswerTimeMetrics } from '../../platform/http/answer-times.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { version } from '../../platform/version.ts'
import type { Services } from '../../services.ts'

/** Status values that only the answering server knows. */
export interface ServerStatusReaders {
  addresses(): string[]
  unreadable(): Promise<Record<SealPurpose, number>>
  serversWithDifferentKey(): readonly string[]
  readInstallation(tx: Transaction, now: Date): Promise<DiskAndBackupStatus>
}

export const statusHandlers = (
  { config, database, seal }: Pick<Services, 'config' | 'database' | 'seal'>,
  terminals: { countConnected(now: Date): number },
  times: AnswerTimeMetrics,
  { addresses, unreadable, serversWithDifferentKey, readInstallation }: ServerStatusReaders,
): AreaHandlers<'status'> => ({
  'status.sealed': async () => ({
    missing: seal.isMissing,
    unreadable: await unreadable(),
    servers: [...serversWithDifferentKey()],
  }),

  'status.read': async ({ tx, now }) => {
    const { registered, ...sizes } = await tx.one<
      Record<'database_size' | 'gyms' | 'registered', number> & { database: string }
    >(sql`
      select current_setting('server_version') as database, pg_database_size(current_database()) as database_size,
        (select count(*) from gyms where id > 0 and deleted_at is null) as gyms,
        (select count(*) from serial_numbers) as registered`)
    return {
      version,
      node: process.versions.node,
      ...sizes,
      started_at: new Date(now.getTime() - process.uptime() * 1000).toISOString(),
      addresses: addresses(),
      memory: process.memoryUsage.rss(),
      terminals: { registered, calling: terminals.countConnected(now) },
      queues: await readQueueStatuses(database, config),
      slowest: times.slowest(10),
      installation: await readInstallation(tx, now),
    }
  },
})
