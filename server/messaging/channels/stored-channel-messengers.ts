// Channels stored by gyms or the master take precedence over those in environment variables. Each server keeps them
// open until a change is announced.
import { createHash } from 'node:crypto'
import { findMailProviderByHost } from '@torniquete/contract/messaging/mail-providers.ts'
import { type MessageChannel, messageChannels } from '@torniquete/contract/messaging/outbox.ts'
import type { Config } from '../../config.ts'
import type { Sealer } from '../../platform/crypto/seal.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ChangeFeed } from '../../platform/live/change-feed.ts'
import { openSocketWithAddressCheck } from '../messengers/guarded-socket.ts'
import {
  closeMessengers,
  type GymMessengerProvider,
  type Messengers,
  openInstallationMessengers,
  readWebhookSecrets,
  type WebhookSecrets,
} from '../messengers/gym-messengers.ts'
import { openMailMessenger } from '../messengers/mail-messenger.ts'
import type { Messenger } from '../messengers/messenger.ts'
import { openWhatsappMessenger } from '../messengers/whatsapp-messenger.ts'
import { decryptEmailPassword, decryptWhatsappSecrets, hasReadableSecrets } from './channel-secrets.ts'
import {
  hasSingleGym,
  readGymAndPlatformChannels,
  type StoredChannel,
  type StoredEmailChannel,
  type StoredWhatsappChannel,
} from './queries.ts'

interface Parts {
  config: Config
  database: Pick<Database, 'platform'>
  live: Pick<ChangeFeed, 'stamp'>
  seal: Sealer
}

type OwnedChannel = StoredChannel & { owner: number }
type OpenChannel = (row: OwnedChannel) => Messenger

interface CachedGym {
  stamp: string
  messengers: Messengers
  webhook: WebhookSecrets | null
}

const personTimeoutMs = 10_000
const maxCachedGyms = 10_000

export const formatRateLimitKey = (channel: string, gym: number): string => (gym === 0 ? channel : `${channel}:${gym}`)

export class StoredChannelMessengers implements GymMessengerProvider {
  readonly #parts: Parts
  readonly #environment: Messengers
  readonly #known = new Map<number, CachedGym>()
  readonly #opened = new Map<string, { print: string; messenger: Messenger }>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#environment = openInstallationMessengers(parts.config)
  }

  async of(gym: number): Promise<Messengers> {
    return (await this.#load(gym)).messengers
  }

  async readWebhookSecrets(gym: number): Promise<WebhookSecrets | null> {
    return (await this.#load(gym)).webhook
  }

  async fresh(gym: number): Promise<Messengers> {
    const rows = await readGymAndPlatformChannels(this.#parts.database, gym)
    // Texts of the installation's mail server are shown only to the installation's owner.
    const isOurs = gym === 0
    const telling = { includeVariableNames: isOurs, includeServerText: isOurs }
    const environment = openInstallationMessengers(this.#parts.config, { timeoutMs: personTimeoutMs, telling })
    return this.#choose(rows, gym, environment, (row) =>
      this.#open(row, { timeoutMs: personTimeoutMs, includeServerText: isOurs }),
    )
  }

  close(): void {
    closeMessengers(this.#environment)
    for (const { messenger } of this.#opened.values()) messenger.close()
  }

  async #load(gym: number): Promise<CachedGym> {
    const { live, database } = this.#parts
    const stamp = `${live.stamp(gym, ['channels'])} ${live.stamp(0, ['channels'])}`
    const known = this.#known.get(gym)
    if (known?.stamp === stamp) return known
    const rows = await readGymAndPlatformChannels(database, gym)
    const messengers = this.#choose(rows, gym, this.#environment, (row) => this.#kept(row))
    const looked = { stamp, messengers, webhook: this.#webhook(rows, gym) }
    if (this.#known.size >= maxCachedGyms) this.#known.clear()
    this.#known.set(gym, looked)
    this.#closeGone(rows, gym)
    return looked
  }

  #choose(rows: readonly OwnedChannel[], gym: number, environment: Messengers, open: OpenChannel): Messengers {
    const set = (channel: MessageChannel) =>
      [gym, 0]
        .map((owner) => rows.find((each) => each.owner === owner && each.channel === channel))
        .find((row) => row !== undefined)
    const isClosed = (row: OwnedChannel) => !hasReadableSecrets(this.#parts.seal, row.owner, row)
    const best = (channel: MessageChannel) => {
      const row = set(channel)
      if (!row) return environment[channel]
      // If a gym's secret cannot be opened, its messages must not be sent from the installation's address instead.
      return isClosed(row) ? null : open(row)
    }
    const unreadable = messageChannels.filter((channel) => {
      const row = set(channel)
      return row && isClosed(row)
    })
    return { whatsapp: best('whatsapp'), email: best('email'), unreadable }
  }

  #webhook(rows: readonly OwnedChannel[], gym: number): WebhookSecrets | null {
    const { seal, config } = this.#parts
    const row = rows.find(({ owner, channel }) => owner === gym && channel === 'whatsapp')
    if (row?.channel !== 'whatsapp') return gym === 0 ? readWebhookSecrets(config) : null
    const { app_secret, verify_token } = decryptWhatsappSecrets(seal, gym, row) ?? {}
    return app_secret && verify_token
      ? { appSecret: app_secret, verifyToken: verify_token, phoneId: row.phone_id }
      : null
  }

  #kept(row: OwnedChannel): Messenger {
    const turns = formatRateLimitKey(row.channel, row.owner)
    const print = createHash('sha256')
      .update(JSON.stringify({ ...row, sealed: row.sealed?.toString('base64') }))
      .digest('base64')
    const kept = this.#opened.get(turns)
    if (kept?.print === print) return kept.messenger
    const messenger = this.#open(row)
    this.#opened.set(turns, { print, messenger })
    kept?.messenger.close()
    return messenger
  }

  #closeGone(rows: readonly OwnedChannel[], gym: number): void {
    for (const channel of ['whatsapp', 'email']) {
      const turns = formatRateLimitKey(channel, gym)
      if (rows.some((row) => row.owner === gym && row.channel === channel)) continue
      this.#opened.get(turns)?.messenger.close()
      this.#opened.delete(turns)
    }
  }

  /** Error texts of the server are included only for the installation's own channels, which its owner tests. */
  #open(
    row: OwnedChannel,
    { timeoutMs, includeServerText = row.owner === 0 }: { timeoutMs?: number; includeServerText?: boolean } = {},
  ): Messenger {
    const settings = {
      turns: formatRateLimitKey(row.channel, row.owner),
      telling: { includeVariableNames: false, includeServerText },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    }
    return row.channel === 'email' ? this.#openMail(row, settings) : this.#openWhatsapp(row, settings)
  }

  #openMail(row: StoredEmailChannel & { owner: number }, settings: object): Messenger {
    const { config, seal, database } = this.#parts
    const { host, port, security, username, sender, owner } = row
    const connect = (timeoutMs: number) =>
      openSocketWithAddressCheck({ host, port, timeoutMs, mayReachInside: () => hasSingleGym(database) })
    return openMailMessenger({
      server: {
        host,
        port,
        security,
        login: username === null ? null : { user: username, pass: decryptEmailPassword(seal, owner, row) ?? '' },
        ...(owner === 0 ? {} : { connect }),
      },
      from: sender,
      perSecond: Math.min(config.MAIL_PER_SECOND, findMailProviderByHost(host)?.perSecond ?? config.MAIL_PER_SECOND),
      ...settings,
    })
  }

  #openWhatsapp(row: StoredWhatsappChannel & { owner: number }, settings: object): Messenger {
    const { config, seal } = this.#parts
    const token = decryptWhatsappSecrets(seal, row.owner, row)?.token ?? ''
    return openWhatsappMessenger({ url: config.WHATSAPP_URL, token, phoneId: row.phone_id, ...settings })
  }
}
