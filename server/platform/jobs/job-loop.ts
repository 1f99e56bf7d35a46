// Background tasks that are repeated until the server stops.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'

export interface JobLoop {
  wake(): void
  stop(): Promise<void>
}

type Round = (stopping: AbortSignal) => Promise<unknown>

type Named = { name: string; log: FastifyBaseLogger; everyMs: number }

/** Logs the first of several failures, and the first success after them. */
export function startJobLoop({ name, log, everyMs }: Named, round: Round): JobLoop {
  const stopping = new AbortController()
  let waiting = new AbortController()
  let isFailing = false
  const attempt = async () => {
    try {
      await round(stopping.signal)
      if (isFailing) log.warn({ job: name }, 'a job goes on')
      isFailing = false
    } catch (error) {
      if (!isFailing && !stopping.signal.aborted) log.warn({ err: error, job: name }, 'a job failed')
      isFailing = true
    }
  }
  const run = async () => {
    while (!stopping.signal.aborted) {
      waiting = new AbortController()
      await attempt()
      await pause(everyMs, undefined, { signal: waiting.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    wake: () => waiting.abort(),
    stop: () => {
      stopping.abort()
      waiting.abort()
      return running
    },
  }
}

/** Counts a failure. Failures are consecutive if less than a week passes between two. */
export const recordJobFailure = (platform: Database['platform'], name: string): Promise<unknown> =>
  platform.query(
    `insert into jobs as j (name, failed_at, failures) values ($1, now(), 1)
     on conflict (name) do update set failed_at = now(),
       failures = 1 + case when j.failed_at > now() - interval '7 days' then j.failures else 0 end`,
    [name],
  )

/** If several servers start within this many seconds, only one of them runs the task. */
const startSeconds = 5

/** Runs a task once per `everySeconds` on one of all servers, and at a start. A start in the future is ignored. */
export function startJobOnOneServer(
  { database: { platform }, log }: { database: Pick<Database, 'platform'>; log: FastifyBaseLogger },
  { name, everyMs, everySeconds }: { name: string; everyMs: number; everySeconds: number },
  run: Round,
): JobLoop {
  let slotSeconds = startSeconds
  return startJobLoop({ name, log, everyMs }, async (stopping) => {
    const { rowCount } = await platform.query(
      `insert into jobs as j (name, started_at) values ($1, now())
       on conflict (name) do update set started_at = now()
       where j.started_at <= now() - make_interval(secs => $2) or j.started_at > now() + interval '1 minute'`,
      [name, slotSeconds],
    )
    slotSeconds = everySeconds
    if (rowCount === 0) return
    await run(stopping).catch(async (error) => {
      log.warn({ err: error, job: name }, 'a job failed')
      await recordJobFailure(platform, name)
    })
  })
}
