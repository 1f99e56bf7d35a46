// What the parts of a running server share. Made once in app.ts and passed on by hand.
import type { FastifyBaseLogger } from 'fastify'
import type { Zones } from './admin/gym-info/zones.ts'
import type { Sessions } from './admin/session/session-cache.ts'
import type { Config } from './config.ts'
import type { Channels } from './messaging/messengers/messengers.ts'
import type { Seal } from './platform/crypto/seal.ts'
import type { Database } from './platform/db/database.ts'
import type { DiskWatch } from './platform/disk/disk-watch.ts'
import type { ChangeFeed } from './platform/live/change-feed.ts'
import type { ImageStore } from './platform/storage/file-store.ts'

export interface Services {
  config: Config
  database: Database
  /** Of the data folder. */
  disk: DiskWatch
  images: ImageStore
  live: ChangeFeed
  sessions: Sessions
  zones: Zones
  /** Known to this installation's servers only. */
  secret: string
  /** Of fingers and faces. */
  seal: Seal
  /** Of what channels keep secret. */
  channelSeal: Seal
  /** By what each gym's messages go out. */
  channels: Channels
  /** The one clock; tests set it. */
  clock: () => Date
  log: FastifyBaseLogger
}
