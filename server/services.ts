// Dependencies shared by all parts of a running server. app.ts makes them and passes them explicitly.
import type { FastifyBaseLogger } from 'fastify'
import type { GymTimeZones } from './admin/gym-info/gym-time-zones.ts'
import type { SessionCache } from './admin/session/session-cache.ts'
import type { Config } from './config.ts'
import type { SigningCertificateStore } from './fiscal/electronic/signing-certificates.ts'
import type { GymMessengerProvider } from './messaging/messengers/gym-messengers.ts'
import type { Sealer } from './platform/crypto/seal.ts'
import type { Database } from './platform/db/database.ts'
import type { DiskWatch } from './platform/disk/disk-watch.ts'
import type { ChangeFeed } from './platform/live/change-feed.ts'
import type { ImageStore } from './platform/storage/file-store.ts'

export interface Services {
  config: Config
  database: Database
  disk: DiskWatch
  images: ImageStore
  live: ChangeFeed
  sessions: SessionCache
  zones: GymTimeZones
  /** Secret known only to the servers of this installation. */
  secret: string
  /** Encrypts fingerprint and face templates. */
  seal: Sealer
  /** Encrypts the passwords of message channels. */
  channelSeal: Sealer
  channels: GymMessengerProvider
  certificates: SigningCertificateStore
  /** Returns the current time; tests replace it. */
  clock: () => Date
  log: FastifyBaseLogger
}
