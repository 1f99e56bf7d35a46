// What a server does by itself: plans messages, sends them, passes on requests for support, drops what is over.

import { type Channel, channels } from '@torniquete/contract/outbox.ts'
import type { FastifyInstance } from 'fastify'
import type { Database } from './db/database.ts'
import { queueSizes, type RunningJobs, startBoss } from './jobs/boss.ts'
import { sweep } from './jobs/housekeeping.ts'
import type { RowKey } from './jobs/queues.ts'
import { queueOf } from './jobs/queues.ts'
import type { Worker } from './jobs/worker.ts'
import type { MetricFamilies } from './measurements.ts'
import { pauseChannel, resumeChannel, waitForTurn } from './messengers/channel-turns.ts'
import type { Messenger } from './messengers/messenger.ts'
import { ChannelQueues } from './outbox/channel-queues.ts'
import { planAll, planGym } from './outbox/plan.ts'
import type { Sender } from './outbox/sender.ts'
import type { Services } from './services.ts'
import { forwardRequest, resumeRequests } from './support/forward.ts'
import { supportMail } from './support/queries.ts'

/** So many at once: a channel’s second is spread, and the till waits for no long transaction. */
const batch = 5

/** Milliseconds between batches while the installation's channel rests: others may have one of their own. */
const restingPace = 1_000

/** From ready to close; without `lookEvery` not at all. The channels are closed either way. */
export function runInBackground(
  server: FastifyInstance,
  services: Services,
  sender: Sender,
  lookEvery: number | undefined,
): void {
  const queues = channelQueuesOf(services, sender)
  let running: RunningJobs | undefined
  let stopped: Promise<void> | undefined
  server.addHook('onReady', async () => {
    if (lookEvery !== undefined) running = await start(services, sender, queues, lookEvery)
  })
  server.addHook('preClose', async () => {
    // Not waited for here: meanwhile requests in flight end too.
    stopped = running
      ?.stop()
      .then(async () => void (await Promise.all([queues.messages.stop(), queues.support.stop()])))
  })
  server.addHook('onClose', async () => {
    await stopped
    services.channels.close()
  })
}

type Queues = ReturnType<typeof channelQueuesOf>

/** Requests for support have their own: one that hangs keeps no message waiting, nor the other way round. */
const channelQueuesOf = (services: Services, sender: Sender) => ({
  messages: new ChannelQueues({
    ...services,
    deliver: (messenger, rows, signal) => sender.deliver(messenger, rows, signal),
    leave: ({ channel }, rows, wait) => sender.postpone(channel, rows, wait),
  }),
  support: new ChannelQueues({
    ...services,
    deliver: async (_, rows, signal) => {
      for (const row of rows) await forwardRequest(services, row, signal)
      return null
    },
    // What was not tried is looked for with the next planning.
    leave: async () => {},
  }),
})

async function start(services: Services, sender: Sender, queues: Queues, idle: number): Promise<RunningJobs> {
  // The environment may be another than before.
  for (const channel of channels) await resumeChannel(services.database, channel)
  return startBoss(
    services.database,
    [
      planning(services, idle),
      sweeping(services, idle),
      ...channels.map((channel) => sending(services, sender, queues.messages, channel, idle)),
      support(services, queues.support, idle),
    ],
    services.log,
  )
}

/** Of one gym, whose settings changed, or of all. */
const planning = (services: Services, idle: number): Worker<{ gym?: number }> => ({
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
const sweeping = (services: Services, idle: number): Worker<object> => ({
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

function sending(
  services: Services,
  sender: Sender,
  queues: ChannelQueues,
  channel: Channel,
  idle: number,
): Worker<RowKey> {
  const { config, database } = services
  return {
    queue: queueOf(channel),
    batch: channel === 'email' ? Math.min(batch, config.MAIL_PER_SECOND) : batch,
    pace: 0,
    idle,
    handle: async (jobs, signal) => {
      const shared: RowKey[] = []
      let messenger: Messenger | null = null
      for (const job of jobs) {
        const way = (await services.channels.of(job.gym))[channel]
        if (way && way.turns !== channel) queues.add(way, job)
        else if (way) {
          messenger = way
          shared.push(job)
        }
        // Without a way the row finds another with the next planning.
      }
      if (!messenger) return 0
      const resting = await waitForTurn(database, messenger, shared.length, signal)
      if (resting > 0) {
        await sender.postpone(channel, shared, resting)
        return restingPace
      }
      const rest = await sender.deliver(messenger, shared, signal)
      if (rest) await pauseChannel(database, messenger.turns, rest)
      return rest ? restingPace : 0
    },
  }
}

const support = (services: Services, queues: ChannelQueues, idle: number): Worker<RowKey> => ({
  queue: 'send-support',
  batch: 1,
  pace: 0,
  idle,
  handle: async (jobs, signal) => {
    for (const job of jobs) {
      const email = await supportMail(services, job.gym)
      if (email && email.turns !== 'email') {
        queues.add(email, job)
        continue
      }
      // While mail rests it stays where it is, and is looked for with the next planning.
      const resting = email ? await waitForTurn(services.database, email, 1, signal) : 0
      if (resting === 0) await forwardRequest(services, job, signal)
    }
    return 0
  },
})

export const messageFamilies = (database: Database, { tally }: Sender): MetricFamilies => ({
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
