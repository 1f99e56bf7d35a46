import type { FastifyInstance } from 'fastify'
import { type Gauges, readAllGauges } from '../../platform/measurements.ts'
import type { Services } from '../../services.ts'
import { backupReader, type ReadBackup } from './backup-status.ts'
import { readDamageMetrics } from './damaged-pages.ts'
import { BackupSchedule } from './schedule.ts'

/** `isScheduled`: this server makes scheduled backups. */
export function startBackups(
  server: FastifyInstance,
  services: Services,
  isScheduled: boolean,
): { readBackup: ReadBackup; gauges: Gauges } {
  const schedule = isScheduled ? new BackupSchedule(services) : null
  schedule?.start(server)
  return {
    readBackup: backupReader(schedule),
    gauges: readAllGauges(schedule, readDamageMetrics(services.database)),
  }
}
