// pg-boss at work: jobs in the product's own database, shared by all its servers.
import type { FastifyBaseLogger } from 'fastify'
import PgBoss from 'pg-boss'
import { openPool } from '../db/connection.ts'
import type { Database } from '../db/database.ts'
import { isBroken } from '../db/transaction.ts'
import { bossSchema, type QueueName, queueNames } from './queues.ts'
import { startWorker, type Worker } from './worker.ts'

const askEvery = 60_000

type Slotted = { queue: QueueName; every: number }

export interface RunningJobs {
  stop(): Promise<void>
}

export async function startBoss(
  database: Database,
  // Each with its own jobs' data.
  works: readonly Worker<never>[],
  log: FastifyBaseLogger,
): Promise<RunningJobs> {
  const { address, troubles, lines } = database
  const pool = openPool(address, { max: 2, pipeline: false, asServer: true, troubles, connections: lines })
  const db: PgBoss.Db = { executeSql: (text, values) => execute(pool, text, values) }
  const boss = new PgBoss({
    schema: bossSchema,
    migrate: false,
    schedule: false,
    maintenanceIntervalSeconds: 60,
    archiveCompletedAfterSeconds: 3600,
    archiveFailedAfterSeconds: 7 * 86_400,
    deleteAfterDays: 1,
    db,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'))
  const begin = ({ queue, every }: Slotted) => boss.send(queue, {}, { singletonKey: 'all', singletonSeconds: every })
  const slotted = works.filter((work): work is Worker<never> & Slotted => work.every !== undefined)
  try {
    await boss.start()
    // A restart does not wait for the next slot: who knows how long nobody looked.
    for (const work of slotted) if (!(await begin(work))) await boss.send(work.queue, {}, { singletonKey: 'start' })
  } catch (error) {
    await pool.end()
    throw error
  }
  const timer = setInterval(() => {
    for (const work of slotted) begin(work).catch((error) => log.warn({ err: error }, 'jobs'))
  }, askEvery)
  timer.unref()
  const feeds = works.map((work) => startWorker(boss, db, work, log))
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(feeds.map((each) => each.stop()))
      await boss.stop({ graceful: false })
      await pool.end()
    },
  }
}

/** Its own transactions come as one text; where one fails inside, the connection must not stay in it. */
async function execute(pool: ReturnType<typeof openPool>, text: string, values?: unknown[]) {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await client.query(text, values)
  } catch (error) {
    if (isBroken(error)) broken = error
    else
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
    throw error
  } finally {
    client.release(broken)
  }
}

export interface QueueSize {
  queue: string
  waiting: number
  failed: number
}

/** Jobs that wait or failed, by queue; queues without any too. */
export async function queueSizes({ platform }: Pick<Database, 'platform'>): Promise<QueueSize[]> {
  const { rows } = await platform.query<QueueSize>(
    `select q.name as queue, count(*) filter (where j.state < 'active') as waiting, count(*) filter (where j.state = 'failed') as failed
     from unnest($1::text[]) q(name) left join ${bossSchema}.job j on j.name = q.name group by 1 order by 1`,
    [queueNames],
  )
  return rows
}
