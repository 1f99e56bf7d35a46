// Builds the server without listening on a port: main.ts makes it listen, tests call it directly.
import type { Writable } from 'node:stream'
import { doorTestReason } from '@torniquete/contract/door/door.ts'
import { endpoints } from '@torniquete/contract/endpoints.ts'
import { formatSchemaError } from '@torniquete/contract/shared/format-schema-error.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { setupGuideHandlers } from './admin/guide/handlers.ts'
import { GymTimeZones } from './admin/gym-info/gym-time-zones.ts'
import { FailedLoginLimiter } from './admin/session/failed-logins.ts'
import { findCallerAddress, isFirstLoginPending, logInByFirstLoginLink } from './admin/session/first-login-link.ts'
import { sessionHandlers } from './admin/session/handlers.ts'
import { issueLoginToken, type LoginServices, makePasswordGuards } from './admin/session/login.ts'
import { SessionCache } from './admin/session/session-cache.ts'
import { type ServerStatusReaders, statusHandlers } from './admin/status/handlers.ts'
import { supportHandlers } from './admin/support/handlers.ts'
import { areaHandlers } from './area-handlers.ts'
import { type Config, readSessionSecret } from './config.ts'
import { AllowedNetworks } from './door/allowed-networks.ts'
import { devicesHandlers } from './door/device-handlers.ts'
import { DoorService } from './door/door-service.ts'
import { servePushTerminals } from './door/drivers/zkteco/push-server.ts'
import { GymHostNameCache } from './door/gym-host-names.ts'
import { requestDoorOpening } from './door/open-door.ts'
import { certificateUploadHandlers } from './fiscal/electronic/certificate-upload.ts'
import { documentFileHandlers, fiscalDocumentsHandlers } from './fiscal/electronic/handlers.ts'
import { SigningCertificateStore } from './fiscal/electronic/signing-certificates.ts'
import { fiscalHandlers } from './fiscal/handlers.ts'
import { receivedDocumentsHandlers, receivedFileHandlers } from './fiscal/receiving/handlers.ts'
import { registerReceivingRoutes } from './fiscal/receiving/receiving-routes.ts'
import { reportFileHandlers } from './fiscal/reports/handlers.ts'
import { FiscalSender } from './fiscal/sending/fiscal-sender.ts'
import { openCarrier } from './fiscal/sending/open-carrier.ts'
import { listNewestWithClientStatus } from './members/attendances/handlers.ts'
import { biometricsHandlers } from './members/biometrics/handlers.ts'
import { clientsHandlers } from './members/clients/handlers.ts'
import { makeClientImportHandlers } from './members/clients/import/handlers.ts'
import { makeChannelTestHandler } from './messaging/channels/channel-test-handler.ts'
import { channelsHandlers } from './messaging/channels/handlers.ts'
import { hasSingleGym } from './messaging/channels/queries.ts'
import { StoredChannelMessengers } from './messaging/channels/stored-channel-messengers.ts'
import {
  type GymMessengerProvider,
  type Messengers,
  makeSharedMessengerProvider,
  readWebhookSecrets,
} from './messaging/messengers/gym-messengers.ts'
import { serveWhatsappWebhook } from './messaging/messengers/whatsapp-webhook.ts'
import { outboxHandlers } from './messaging/outbox/handlers.ts'
import { MessageSender } from './messaging/outbox/message-sender.ts'
import { recordDeliveryStatus } from './messaging/outbox/record-delivery.ts'
import { startBackups } from './operations/archive/start-backups.ts'
import { countUnreadableSealedRows, loadSealers, type SealersByPurpose } from './platform/crypto/sealing-key.ts'
import type { Database } from './platform/db/database.ts'
import type { Transaction } from './platform/db/gym-statements.ts'
import { DiskWatch } from './platform/disk/disk-watch.ts'
import { Dispatcher } from './platform/dispatch/call-dispatcher.ts'
import { PolledAnswerCache } from './platform/dispatch/polled-answers.ts'
import { addImportQueue } from './platform/file-import/file-imports.ts'
import { AnswerTimeMetrics } from './platform/http/answer-times.ts'
import { closeIdleSocketsUntilClosed, createFastify, registerPlugins } from './platform/http/create-fastify.ts'
import { openDoorPort } from './platform/http/door-port.ts'
import type { OwnTransactionHandlers } from './platform/http/handler-types.ts'
import { registerHealthAndMetrics } from './platform/http/health.ts'
import { getPort, listLanUrls } from './platform/http/lan-addresses.ts'
import { serveStaticFiles } from './platform/http/static-files.ts'
import { imagesHandlers } from './platform/images/handlers.ts'
import { AnnouncementConnection } from './platform/live/announcements.ts'
import type { ChangeFeed } from './platform/live/change-feed.ts'
import { GymCache } from './platform/live/gym-cache.ts'
import type { ServerRegistry } from './platform/live/server-registry.ts'
import { mergeGauges } from './platform/metrics.ts'
import { type ImageStoreOptions, openImageStore } from './platform/storage/image-stores.ts'
import { version } from './platform/version.ts'
import { NotificationStreams } from './reports/notifications/notification-streams.ts'
import { statisticsHandlers } from './reports/statistics/handlers.ts'
import { TodaysStatistics } from './reports/statistics/todays-statistics.ts'
import type { Services } from './services.ts'
import { makeQueueMetrics, startBackgroundJobs } from './start-background-jobs.ts'
import { paymentsHandlers } from './till/payments/handlers.ts'
import { makeProductImportHandlers } from './till/products/import/handlers.ts'
import { salesHandlers } from './till/sales/handlers.ts'
import { ticketsHandlers } from './till/tickets/handlers.ts'

export interface AppOptions {
  config: Config
  database: Database
  live: ChangeFeed
  disk?: DiskWatch
  bucketTimeouts?: ImageStoreOptions
  clock?: () => Date
  doorTimeoutMs?: number
  /** Interval in milliseconds between comments on quiet event streams; proxies drop silent connections. */
  commentIntervalMs?: number
  /** Replaces the configured mail and WhatsApp channels. */
  messengers?: Messengers | GymMessengerProvider
  /** Interval in milliseconds at which idle queues are checked; undefined plans and sends no messages. */
  pollIntervalMs?: number
  makesBackups?: boolean
  /** Other servers on the same database; null if there cannot be any, undefined if unknown. */
  servers?: ServerRegistry | null
  sealing?: SealersByPurpose
  logStream?: Writable
}

z.config({ localeError: formatSchemaError })

function sendSharedDate(server: FastifyInstance, live: ChangeFeed, clock: () => Date): void {
  server.addHook('onRequest', (_, { raw }, done) => {
    if (live.clockAhead !== 0) raw.setHeader('date', clock().toUTCString())
    done()
  })
}

function openGymChannels(
  given: AppOptions['messengers'],
  parts: ConstructorParameters<typeof StoredChannelMessengers>[0],
): GymMessengerProvider {
  if (!given) return new StoredChannelMessengers(parts)
  return 'of' in given ? given : makeSharedMessengerProvider(given, readWebhookSecrets(parts.config))
}

type MadeHandlers = 'secret' | 'seal' | 'channelSeal' | 'channels' | 'certificates' | 'sessions' | 'zones'

function makeServices(
  given: Omit<Services, MadeHandlers>,
  { biometrics: seal, channels: channelSeal, certificates: certificateSeal }: SealersByPurpose,
  messengers: AppOptions['messengers'],
): Services {
  const { config, database, live, log } = given
  const secret = readSessionSecret(config)
  const { SESSION_HOURS: hours, SESSION_IDLE_MINUTES: idleMinutes } = config
  const sessions = new SessionCache(database, live, secret, { hours, idleMinutes, log })
  const channels = openGymChannels(messengers, { config, database, live, seal: channelSeal })
  return {
    ...given,
    secret,
    seal,
    channelSeal,
    channels,
    certificates: new SigningCertificateStore(certificateSeal),
    sessions,
    zones: new GymTimeZones(database, live),
  }
}

export async function createApp({
  config,
  database,
  live,
  disk = new DiskWatch(config.dataDir),
  clock: ownClock = () => new Date(),
  doorTimeoutMs = endpoints['door.open'].maxWaitMs,
  commentIntervalMs = 15_000,
  messengers,
  bucketTimeouts,
  pollIntervalMs,
  makesBackups = false,
  servers,
  sealing,
  logStream,
}: AppOptions): Promise<FastifyInstance> {
  // Corrects this machine's clock to the database's time, so that all servers agree on days and document dates.
  const clock = () => new Date(ownClock().getTime() - live.clockAhead)
  const server = createFastify(config, logStream)
  sendSharedDate(server, live, clock)
  openDoorPort(server, config)
  Object.assign(database.log, { sink: server.log, slowMs: config.LOG_SLOW_MS })
  const log = server.log
  const images = openImageStore(config, log, bucketTimeouts)
  const key = sealing ?? (await loadSealers(config, database))
  const services = makeServices({ config, database, disk, images, live, clock, log }, key, messengers)
  const door = new DoorService(services)
  const streams = new NotificationStreams(services, listNewestWithClientStatus, commentIntervalMs)
  const announcements = new AnnouncementConnection(database, live, server.log, { alone: servers === null })
  const senders = { messages: new MessageSender(services), fiscal: new FiscalSender(services, openCarrier(services)) }
  startBackgroundJobs(server, services, senders, pollIntervalMs)
  server.addHook('preClose', async () => {
    streams.close()
    closeIdleSocketsUntilClosed(server)
    await door.lastSeen.close()
  })
  server.addHook('onReady', () => disk.look())
  server.addHook('onReady', () => announcements.ready)
  server.addHook('onClose', () => announcements.close())
  await registerPlugins(server, config)
  const polled = polledAnswers(live, door, clock)
  const times = new AnswerTimeMetrics()
  const loginServices = { ...services, failures: new FailedLoginLimiter(database, server.log) }
  const ownTransactions = ownTransactionHandlers(services, loginServices, door, streams, doorTimeoutMs)
  const copying = startBackups(server, services, makesBackups)
  const doorPort = () => getPort(server.doorPort ?? server.server)
  const devices = devicesHandlers(door, { config, doorPort, isOnlyGym: () => hasSingleGym(database) })
  const readInstallation = async (tx: Transaction, now: Date) => ({
    disk: disk.status,
    backup: await copying.readBackup(tx, now),
  })
  const status = statusHandlers(services, door.lastSeen, times, {
    ...ownStatus(server, services, servers),
    readInstallation,
  })
  const guide = setupGuideHandlers(services, readInstallation)
  const made = { ...devices, ...status, ...guide, ...makeHandlers(services, door, makesBackups) }
  new Dispatcher(
    services,
    { ...areaHandlers, ...made, ...ownTransactions },
    makePasswordGuards(loginServices),
    polled,
  ).register(server)
  const networks = serveTerminals(server, services, door)
  serveWhatsappWebhook(server, {
    channels: services.channels,
    onStatus: (status) => recordDeliveryStatus(database, status),
  })
  registerReceivingRoutes(server, services)
  registerHealthAndMetrics(
    server,
    services,
    mergeGauges(disk, streams, announcements, polled, copying, servers ?? null),
    { ...makeQueueMetrics(services, senders), ...networks.families },
    times,
  )
  await serveStaticFiles(server)
  return server
}

const ownStatus = (
  { server }: FastifyInstance,
  { config, database, seal, channelSeal, certificates }: Services,
  servers: AppOptions['servers'],
): Omit<ServerStatusReaders, 'readInstallation'> => ({
  addresses() {
    if (config.PUBLIC_URL) return [config.PUBLIC_URL]
    // With TLS no network addresses are listed, because a certificate is valid for a name only.
    return config.tls ? [] : listLanUrls(config.HOST, getPort(server))
  },
  unreadable: () =>
    countUnreadableSealedRows(database, { biometrics: seal, channels: channelSeal, certificates: certificates.seal }),
  serversWithDifferentKey: () => servers?.withOtherKey ?? [],
})

/** State, besides changes announced by the database, that invalidates a cached answer of these polled calls. */
const polledAnswers = (live: ChangeFeed, door: DoorService, clock: () => Date): PolledAnswerCache =>
  new PolledAnswerCache(live, {
    'devices.list': (gym) => door.lastSeen.getCacheKey(gym, clock()) + live.stamp(gym, ['door']),
    // People are marked as departed automatically after some time, so the list changes without a write.
    'inside.list': () => `.${Math.floor(clock().getTime() / 60_000)}`,
  })

function serveTerminals(server: FastifyInstance, services: Services, door: DoorService): AllowedNetworks {
  const { config, clock, database } = services
  const networks = new AllowedNetworks(config.DOOR_NETWORKS, server.log)
  servePushTerminals(server, {
    door,
    clock,
    networks,
    names: new GymHostNameCache(database, config.DOOR_DOMAIN),
    secret: services.secret,
    isProxied: config.TRUST_PROXY,
  })
  return networks
}

/** Handlers that need services besides the call itself. */
const makeHandlers = (services: Services, door: DoorService, makesBackups: boolean) => ({
  ...sessionHandlers(services),
  ...clientsHandlers(new GymCache(services.live, ['clients'])),
  ...statisticsHandlers(new TodaysStatistics(services.live)),
  ...biometricsHandlers(services, door.lastSeen, makesBackups),
  ...channelsHandlers(services),
  ...outboxHandlers(services.channels),
  ...supportHandlers(services),
  ...fiscalHandlers(services),
  ...fiscalDocumentsHandlers(services),
  ...receivedDocumentsHandlers(services),
  ...salesHandlers(services),
  ...paymentsHandlers(services),
  ...ticketsHandlers(services),
})

/** Handlers that open their own transactions, or need none. */
function ownTransactionHandlers(
  services: Services,
  loginServices: LoginServices,
  door: DoorService,
  streams: NotificationStreams,
  doorTimeoutMs: number,
): OwnTransactionHandlers {
  const { config } = services
  const imports = addImportQueue(services)
  const doorway = { ...services, lastSeen: door.lastSeen, timeoutMs: doorTimeoutMs }
  const browserOf = ({ headers }: FastifyRequest): string => headers['user-agent'] ?? ''
  return {
    'session.login': ({ body, request, now }) =>
      issueLoginToken(loginServices, body, { address: request.ip, browser: browserOf(request) }, now),
    'session.enter': ({ body, request, now }) => {
      const origin = { address: findCallerAddress(request, config.TRUST_PROXY), browser: browserOf(request) }
      return logInByFirstLoginLink(loginServices, body, origin, now)
    },
    'session.first': async () => ({ waiting: await isFirstLoginPending(services.database) }),
    'config.read': async () => ({
      landing_url: config.LANDING_URL ?? '/landing',
      support_email: config.SUPPORT_EMAIL ?? null,
      support_phone: config.SUPPORT_PHONE ?? null,
      support_address: config.SUPPORT_ADDRESS ?? null,
      version,
    }),
    'door.open': (call) => requestDoorOpening(doorway, call, call.body),
    'devices.open': (call) => requestDoorOpening(doorway, call, { ...call.params, reason: doorTestReason }),
    'notifications.stream': streams.handle,
    'channels.test': makeChannelTestHandler(services),
    ...imagesHandlers(services),
    ...reportFileHandlers(services),
    ...documentFileHandlers(services),
    ...receivedFileHandlers(services),
    ...certificateUploadHandlers(services),
    ...makeClientImportHandlers(imports),
    ...makeProductImportHandlers(imports),
  }
}
