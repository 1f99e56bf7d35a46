// Background work of a server: plans and sends messages, sends fiscal documents, forwards support requests, moves
// pictures, deletes old rows.

import type { ApiAreaName } from '@torniquete/contract/endpoints.ts'
import { messageChannels } from '@torniquete/contract/messaging/outbox.ts'
import type { FastifyInstance } from 'fastify'
import { forwardDueSupportRequest } from './admin/support/forward-support-requests.ts'
import { findSupportMailMessenger } from './admin/support/queries.ts'
import { replaceContingencyReceipts } from './fiscal/electronic/replace-contingency-receipts.ts'
import type { FiscalSender } from './fiscal/sending/fiscal-sender.ts'
import { warnOfUnsentDocuments } from './fiscal/sending/unsent-warning.ts'
import { warnOfRangeAndCertExpiry } from './fiscal/warnings.ts'
import { resumeChannel } from './messaging/messengers/channel-rate-limit.ts'
import type { MessageSender } from './messaging/outbox/message-sender.ts'
import { planGymMessages, planMessagesForAllGyms } from './messaging/outbox/plan-messages.ts'
import { readQueueStatuses } from './messaging/outbox/queries.ts'
import { SendLoop } from './messaging/outbox/send-loop.ts'
import { runRetentionSweep } from './platform/jobs/housekeeping.ts'
import { type JobLoop, startJobLoop, startJobOnOneServer } from './platform/jobs/job-loop.ts'
import { anyGymId } from './platform/live/change-feed.ts'
import type { MetricFamilies } from './platform/metrics.ts'
import { BucketImageStore } from './platform/storage/bucket/bucket-store.ts'
import type { Services } from './services.ts'

type Stoppable = Pick<JobLoop, 'stop'>

export interface MessageAndFiscalSenders {
  messages: MessageSender
  fiscal: FiscalSender
}

/** Runs from server start to close, or not at all without `pollIntervalMs`. Always closes channels and pictures. */
export function startBackgroundJobs(
  server: FastifyInstance,
  services: Services,
  senders: MessageAndFiscalSenders,
  pollIntervalMs: number | undefined,
): void {
  let running: Stoppable[] = []
  let stopped: Promise<unknown> | undefined
  server.addHook('onReady', async () => {
    if (pollIntervalMs !== undefined) running = await start(services, senders, pollIntervalMs)
  })
  server.addHook('preClose', async () => {
    // The close does not wait here, so that background work and requests in flight end at the same time.
    stopped = Promise.all(running.map((each) => each.stop()))
  })
  server.addHook('onClose', async () => {
    await stopped
    services.channels.close()
    services.images.close()
  })
}

async function start(
  services: Services,
  senders: MessageAndFiscalSenders,
  pollIntervalMs: number,
): Promise<Stoppable[]> {
  const { database, images, log, clock } = services
  // Resumes paused channels, since settings in the environment may have been corrected.
  for (const channel of messageChannels) await resumeChannel(database, channel)
  const everyMs = 20 * pollIntervalMs
  return [
    planChangedGyms(services, pollIntervalMs),
    startJobOnOneServer(services, { name: 'plan-messages', everyMs, everySeconds: 300 }, () =>
      planMessagesForAllGyms(services, clock()),
    ),
    startJobOnOneServer(services, { name: 'sweep', everyMs, everySeconds: 3600 }, (stopping) =>
      runRetentionSweep(database, images, log, stopping),
    ),
    startJobOnOneServer(services, { name: 'warn-of-fiscal-expiry', everyMs, everySeconds: 3600 }, async () => {
      await warnOfRangeAndCertExpiry(database, clock())
      await warnOfUnsentDocuments(database, clock())
    }),
    startJobOnOneServer(services, { name: 'replace-contingency-receipts', everyMs, everySeconds: 300 }, (stopping) =>
      replaceContingencyReceipts(database, services, stopping),
    ),
    startSending(services, senders, pollIntervalMs),
    ...(images instanceof BucketImageStore
      ? [
          startJobLoop({ name: 'move-images', log, everyMs: 10 * pollIntervalMs }, (stopping) =>
            images.moveFiles(stopping),
          ),
        ]
      : []),
  ]
}

const messageSettings: readonly ApiAreaName[] = ['notification-config', 'report-schedule', 'channels']

/** Plans messages of gyms whose settings changed, or of all gyms if an installation setting changed. */
function planChangedGyms(services: Services, everyMs: number): Stoppable {
  const changed = new Set<number>()
  const loop = startJobLoop({ name: 'plan-changed', log: services.log, everyMs }, async () => {
    for (const gym of changed) {
      changed.delete(gym)
      const planning =
        gym === 0
          ? planMessagesForAllGyms(services, services.clock())
          : planGymMessages(services, gym, services.clock())
      await planning.catch((error) => {
        changed.add(gym)
        throw error
      })
    }
  })
  const silence = services.live.listen(anyGymId, (area, gym) => {
    if (gym === anyGymId || !messageSettings.includes(area)) return
    changed.add(gym)
    loop.wake()
  })
  return {
    stop: () => {
      silence()
      return loop.stop()
    },
  }
}

const bookingAreas: readonly ApiAreaName[] = ['sales', 'payments', 'voids']

/** Documents of gyms with a country are sent soon after they were booked. */
function startSending(services: Services, senders: MessageAndFiscalSenders, pollIntervalMs: number): Stoppable {
  const loop = new SendLoop(services, sendQueues(services, senders), pollIntervalMs)
  const silence = services.live.listen(anyGymId, (area, gym) => {
    if (!bookingAreas.includes(area)) return
    // The zone is read together with the country; without it the poll finds the document.
    const woken = services.zones.of(gym).then(() => services.zones.country(gym) !== 'none' && loop.wakeSoon())
    woken.catch(() => {})
  })
  return {
    stop: () => {
      silence()
      return loop.stop()
    },
  }
}

function sendQueues(
  services: Services,
  { messages, fiscal }: MessageAndFiscalSenders,
): ConstructorParameters<typeof SendLoop>[1] {
  const send = (...message: Parameters<MessageSender['deliver']>) => messages.deliver(...message)
  return {
    'send-whatsapp': { messengerFor: async (gym) => (await services.channels.of(gym)).whatsapp, send },
    'send-email': { messengerFor: async (gym) => (await services.channels.of(gym)).email, send },
    'send-support': {
      messengerFor: async (gym) => (services.config.SUPPORT_EMAIL ? findSupportMailMessenger(services, gym) : null),
      send: async (_, gym, __, signal) => {
        await forwardDueSupportRequest(services, gym, signal)
        return 0
      },
    },
    'send-fiscal': {
      messengerFor: async (gym) => fiscal.channel(gym),
      send: (_, gym, count, signal) => fiscal.deliver(gym, count, signal),
    },
  }
}

export const makeQueueMetrics = (
  { database, config }: Pick<Services, 'database' | 'config'>,
  { messages, fiscal }: MessageAndFiscalSenders,
): MetricFamilies => ({
  torniquete_jobs: {
    help: 'Messages that wait, and failures of a week, by queue; the same for all servers of a database.',
    type: 'gauge',
    values: async () =>
      (await readQueueStatuses(database, config)).flatMap(({ queue, waiting, failed }): [string, number][] => [
        [`queue="${queue}",state="waiting"`, waiting],
        [`queue="${queue}",state="failed"`, failed],
      ]),
  },
  torniquete_messages_total: {
    help: 'Messages that channels took or refused since the start.',
    type: 'counter',
    values: async () => messages.tally,
  },
  torniquete_fiscal_answers_total: {
    help: 'Answers of the tax office about documents since the start, and attempts without an answer.',
    type: 'counter',
    values: async () => [...fiscal.tally].map(([kind, count]): [string, number] => [`outcome="${kind}"`, count]),
  },
})
