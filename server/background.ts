// What a server does by itself: plans messages, sends them, passes on requests for support, drops what is over.

import type { FastifyInstance } from 'fastify'
import type { Database } from './db/database.ts'
import { queueSizes, type RunningJobs, startBoss } from './jobs/boss.ts'
import type { Work } from './jobs/feed.ts'
import { sweep } from './jobs/housekeeping.ts'
import type { RowKey } from './jobs/queues.ts'
import { queueOf } from './jobs/queues.ts'
import type { Families } from './measurements.ts'
import { endRest, restFor, waitForTurn } from './messengers/channel-turns.ts'
import type { Messenger } from './messengers/messenger.ts'
import { planAll, planGym } from './outbox/plan.ts'
import type { Sender } from './outbox/sender.ts'
import type { Services } from './services.ts'
import { forwardRequest, resumeRequests } from './support/forward.ts'

/** So many at once: a channel’s second is spread, and the till waits for no long transaction. */
const batch = 5

/** From ready to close; without `lookEvery` not at all. The channels are closed either way. */
export function runInBackground(
  server: FastifyInstance,
  services: Services,
  sender: Sender,
  lookEvery: number | undefined,
): void {
  let running: RunningJobs | undefined
  let stopped: Promise<void> | undefined
  server.addHook('onReady', async () => {
    if (lookEvery !== undefined) running = await start(services, sender, lookEvery)
  })
  server.addHook('preClose', async () => {
    // Not waited for here: meanwhile requests in flight end too.
    stopped = running?.stop()
  })
  server.addHook('onClose', async () => {
    await stopped
    services.messengers.whatsapp?.close()
    services.messengers.email?.close()
  })
}

async function start(services: Services, sender: Sender, idle: number): Promise<RunningJobs> {
  const { whatsapp, email } = services.messengers
  for (const messenger of [whatsapp, email]) if (messenger) await endRest(services.database, messenger.channel)
  const channels = [whatsapp, email].flatMap((messenger) =>
    messenger ? [sending(services.database, sender, messenger, idle)] : [],
  )
  return startBoss(
    services.database,
    [planning(services, idle), sweeping(services, idle), ...channels, ...(email ? [support(services, idle)] : [])],
    services.log,
  )
}

/** Of one gym, whose settings changed, or of all. */
const planning = (services: Services, idle: number): Work<{ gym?: number }> => ({
  queue: 'plan-messages',
  every: 300,
  batch: 1,
  pace: 0,
  idle,
  handle: async (jobs) => {
    for (const { gym } of jobs) {
      if (gym !== undefined) await planGym(services, gym, services.clock())
      else {
        await planAll(services, services.clock())
        await resumeRequests(services)
      }
    }
    return 0
  },
})

/** Of all servers one, and also where none of them lives for an hour. */
const sweeping = (services: Services, idle: number): Work<object> => ({
  queue: 'sweep',
  every: 3600,
  batch: 1,
  pace: 0,
  idle: 20 * idle,
  handle: async (_, signal) => {
    await sweep(services.database, services.images, services.log, signal)
    return 0
  },
})

function sending(database: Database, sender: Sender, messenger: Messenger, idle: number): Work<RowKey> {
  const atOnce = Math.max(1, Math.min(batch, Math.floor(messenger.perSecond)))
  return {
    queue: queueOf(messenger.channel),
    batch: atOnce,
    pace: 0,
    idle,
    handle: async (jobs, signal) => {
      const resting = await waitForTurn(database, messenger, jobs.length, signal)
      if (resting > 0) {
        await sender.postpone(messenger.channel, jobs, resting)
        return resting
      }
      const rest = await sender.deliver(messenger, jobs, signal)
      if (rest) await restFor(database, messenger.channel, rest)
      return rest?.for ?? 0
    },
  }
}

const support = (services: Services, idle: number): Work<RowKey> => ({
  queue: 'send-support',
  batch: 1,
  pace: 0,
  idle,
  handle: async (jobs, signal) => {
    const { email } = services.messengers
    for (const job of jobs) {
      // While mail rests it stays where it is, and is looked for with the next planning.
      const resting = email ? await waitForTurn(services.database, email, 1, signal) : 0
      if (resting === 0) await forwardRequest(services, job, signal)
    }
    return 0
  },
})

export const messageFamilies = (database: Database, { tally }: Sender): Families => ({
  torniquete_jobs: {
    help: 'Jobs that wait or failed, by queue; the same for all servers of a database.',
    type: 'gauge',
    values: async () =>
      (await queueSizes(database)).flatMap(({ queue, waiting, failed }): [string, number][] => [
        [`queue="${queue}",state="waiting"`, waiting],
        [`queue="${queue}",state="failed"`, failed],
      ]),
  },
  torniquete_messages_total: {
    help: 'Messages that channels took or refused since the start.',
    type: 'counter',
    values: async () => tally,
  },
})
