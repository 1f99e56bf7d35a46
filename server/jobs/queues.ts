// The queues, and jobs put into them within the transaction of what they are about.
import type { Channel } from '@torniquete/contract/outbox.ts'
import PgBoss from 'pg-boss'
import type { Transaction } from '../db/gym-statements.ts'

export const bossSchema = 'pgboss'

/**
 * `short`: of one key only one job waits at a time, so asking twice makes no second one. pg-boss tries again only what a
 * crashed server had in its hands; what fails by itself says in its own row when it goes on.
 */
export const queues = {
  'plan-messages': { policy: 'short', retryLimit: 0, expireInSeconds: 300 },
  'send-whatsapp': { policy: 'short', retryLimit: 5, expireInSeconds: 60 },
  'send-email': { policy: 'short', retryLimit: 5, expireInSeconds: 300 },
  // A gym of years takes its time to go.
  sweep: { policy: 'short', retryLimit: 0, expireInSeconds: 3600 },
  'send-support': { policy: 'short', retryLimit: 5, expireInSeconds: 120 },
} as const satisfies Record<string, Partial<PgBoss.Queue>>
export type QueueName = keyof typeof queues
export const queueNames = Object.keys(queues) as QueueName[] // the keys of a constant

export const queueOf = (channel: Channel) => `send-${channel}` as const

/** One row of a gym that something is to be done about. */
export interface RowKey {
  gym: number
  id: number
}

export interface NewJob {
  queue: QueueName
  data: object
  /** Of the jobs with this key in the queue at most one waits. */
  key: string
  after: Date | string
  /** Of what is due the highest goes first; 0 where nothing is said. */
  priority?: number
}

export const jobsOf = (
  queue: QueueName,
  gym: number,
  rows: readonly { id: number; after: Date | string }[],
): NewJob[] => rows.map(({ id, after }) => ({ queue, data: { gym, id } satisfies RowKey, key: `${gym}-${id}`, after }))

// Writes jobs where it is told to; it never has a connection of its own.
const writer = new PgBoss({
  schema: bossSchema,
  db: {
    executeSql: () => {
      throw new Error('jobs are written within a transaction')
    },
  },
})

/** The jobs come into being with the transaction, or not at all. */
export async function enqueue(tx: Transaction, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return
  const rows = jobs.map(({ queue, data, key, after, priority = 0 }) => ({
    name: queue,
    data,
    singletonKey: key,
    startAfter: after,
    priority,
  }))
  await writer.insert(rows, {
    db: { executeSql: async (text, values) => ({ rows: await tx.many({ text, values }) }) },
  })
}

/** Asks for a look at what a gym has to send, from that instant on. */
export const enqueuePlanning = (tx: Transaction, gym: number, after: Date): Promise<void> =>
  enqueue(tx, [{ queue: 'plan-messages', data: { gym }, key: String(gym), after }])

export const enqueuePlanningOfAll = (tx: Transaction, after: Date): Promise<void> =>
  enqueue(tx, [{ queue: 'plan-messages', data: {}, key: 'changed', after }])
