import type { FastifyInstance } from 'fastify'
import { allGauges, type Gauges } from '../../platform/measurements.ts'
import type { Services } from '../../services.ts'
import { backupReader, type ReadBackup } from './backup-status.ts'
import { damageGauges } from './damage.ts'
import { BackupSchedule } from './schedule.ts'

/** `isScheduled`: this server makes backups by itself. */
export function startBackups(
  server: FastifyInstance,
  services: Services,
  isScheduled: boolean,
): { readBackup: ReadBackup; gauges: Gauges } {
  const schedule = isScheduled ? new BackupSchedule(services) : null
  schedule?.start(server)
  return {
    readBackup: backupReader(schedule),
    gauges: allGauges(schedule, damageGauges(services.database)),
  }
}
