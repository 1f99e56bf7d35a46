import { readQueueSizes } from '../../messaging/outbox/queries.ts'
import type { Purpose } from '../../platform/crypto/seal.ts'
import type { AnswerTimes } from '../../platform/http/answer-times.ts'
import type { HandlersOf } from '../../platform/http/context.ts'
import { version } from '../../platform/version.ts'
import type { Services } from '../../services.ts'
import { readSizes } from './queries.ts'

const told = 10

interface Terminals {
  /** How many are heard at the moment. */
  calling(now: Date): number
}

/** What else is to be told of the one that answers. */
export interface OwnStatus {
  addresses(): string[]
  /** What was sealed by another key. */
  unreadable(): Promise<Record<Purpose, number>>
  /** Servers that seal by another key. */
  otherwise(): readonly string[]
}

export const statusHandlers = (
  { config, database, seal }: Pick<Services, 'config' | 'database' | 'seal'>,
  terminals: Terminals,
  times: AnswerTimes,
  { addresses, unreadable, otherwise }: OwnStatus,
): HandlersOf<'status'> => ({
  'status.sealed': async () => ({
    missing: seal.isMissing,
    unreadable: await unreadable(),
    servers: [...otherwise()],
  }),

  'status.read': async ({ tx, now }) => {
    const { registered, ...sizes } = await readSizes(tx)
    return {
      version,
      node: process.versions.node,
      ...sizes,
      // Of a disk that does not say it nothing else is kept back.
      started_at: new Date(now.getTime() - process.uptime() * 1000).toISOString(),
      addresses: addresses(),
      memory: process.memoryUsage.rss(),
      terminals: { registered, calling: terminals.calling(now) },
      queues: await readQueueSizes(database, config),
      slowest: times.slowest(told),
    }
  },
})
