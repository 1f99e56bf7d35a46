import type { FastifyInstance } from 'fastify'
import type { HandlersOf } from '../http/context.ts'
import { allGauges, type Gauges } from '../measurements.ts'
import type { Services } from '../services.ts'
import { damageGauges } from './damage.ts'
import { backupHandlers } from './handlers.ts'
import { copyEveryNight } from './nightly.ts'
import { archiveWal } from './wal/wal-archive.ts'

/** Copies of each night, and what is archived between them; where they are not `wanted`, that nobody makes any is told. */
export function startBackups(
  server: FastifyInstance,
  services: Services,
  wanted: boolean,
): { handlers: HandlersOf<'backup'>; gauges: Gauges } {
  const nightly = copyEveryNight(server, services, wanted)
  const archive = archiveWal(server, services, wanted)
  return {
    handlers: backupHandlers(nightly, archive),
    gauges: allGauges(nightly, archive, damageGauges(services.database)),
  }
}
