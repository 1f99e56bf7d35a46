// Dependencies shared by the parts of a running server. Made in app.ts and passed explicitly.
import type { FastifyBaseLogger } from 'fastify'
import type { Zones } from './admin/gym-info/zones.ts'
import type { Sessions } from './admin/session/session-cache.ts'
import type { Config } from './config.ts'
import type { Channels } from './messaging/messengers/messengers.ts'
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
  sessions: Sessions
  zones: Zones
  /** Shared by the servers of this installation only. */
  secret: string
  /** Seals templates. */
  seal: Sealer
  /** Seals channel secrets. */
  channelSeal: Sealer
  channels: Channels
  /** The clock; tests set it. */
  clock: () => Date
  log: FastifyBaseLogger
}
