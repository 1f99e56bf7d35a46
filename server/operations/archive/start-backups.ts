import type { FastifyInstance } from 'fastify'
import type { AreaHandlers } from '../../platform/http/context.ts'
import { type Gauges, readAllGauges } from '../../platform/measurements.ts'
import type { Services } from '../../services.ts'
import { readDamageMetrics } from './damaged-pages.ts'
import { backupHandlers } from './handlers.ts'
import { BackupSchedule } from './schedule.ts'

/** `isScheduled`: this server makes scheduled backups. */
export function startBackups(
  server: FastifyInstance,
  services: Services,
  isScheduled: boolean,
): { handlers: AreaHandlers<'backup'>; gauges: Gauges } {
  const schedule = isScheduled ? new BackupSchedule(services) : null
  schedule?.start(server)
  return {
    handlers: backupHandlers(schedule),
    gauges: readAllGauges(schedule, readDamageMetrics(services.database)),
  }
}
