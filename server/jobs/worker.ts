// Takes jobs from a queue at a pace. pg-boss's own workers let a lost connection end the process, and know no pause.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type PgBoss from 'pg-boss'
import { sqlState } from '../db/transaction.ts'
import type { QueueName } from './queues.ts'

export interface Worker<Data extends object> {
  queue: QueueName
  /** A job of it comes by itself once in each slot of so many seconds, whichever server is first. */
  every?: number
  /** How many jobs it takes at once. */
  batch: number
  /** Milliseconds from one batch to the next while there is work. */
  pace: number
  /** Milliseconds between looks at an empty queue. */
  idle: number
  /** Answers how long to take no more, in milliseconds. Aborted, it ends soon, whatever it is doing. */
  handle(jobs: Data[], signal: AbortSignal): Promise<number>
}

const patience = 3_000
/** A unique key of the jobs that are at work. */
const takenByAnother = '23505'

/** pg-boss says nothing of a question for jobs that fails: here it is told once, and once that they come again. */
const tellingOf = (db: PgBoss.Db, queue: QueueName, log: FastifyBaseLogger): PgBoss.Db => {
  let away = false
  return {
    executeSql: async (text, values) => {
      try {
        const found = await db.executeSql(text, values)
        if (away) log.warn({ queue }, 'jobs are taken again')
        away = false
        return found
      } catch (error) {
        if (!away && sqlState(error) !== takenByAnother) log.warn({ err: error, queue }, 'no job can be taken')
        away ||= sqlState(error) !== takenByAnother
        throw error
      }
    },
  }
}

/** Works until stopped; what it has in its hands then gets 3 seconds to end. */
export function startWorker<Data extends object>(
  boss: PgBoss,
  db: PgBoss.Db,
  { queue, batch, pace, idle, handle }: Worker<Data>,
  log: FastifyBaseLogger,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const hurry = new AbortController()
  const taking = tellingOf(db, queue, log)
  const round = async (): Promise<number> => {
    const jobs = await boss.fetch<Data>(queue, { batchSize: batch, db: taking })
    if (jobs.length === 0) return idle
    const ids = jobs.map(({ id }) => id)
    const started = performance.now()
    try {
      const wait = await handle(
        jobs.map(({ data }) => data),
        hurry.signal,
      )
      await boss.complete(queue, ids)
      return Math.max(wait, pace - (performance.now() - started))
    } catch (error) {
      log.warn({ err: error, queue }, 'a job failed')
      await boss.fail(queue, ids)
      return idle
    }
  }
  const work = async () => {
    while (!stopping.signal.aborted) {
      // The database may be away: the jobs stay, and are given out again when their time is over.
      const rest = await round().catch(() => idle)
      if (rest > 0) await pause(rest, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = work()
  return {
    stop: async () => {
      stopping.abort()
      const timer = setTimeout(() => hurry.abort(), patience)
      await running
      clearTimeout(timer)
    },
  }
}
