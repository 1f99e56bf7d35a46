// Streams notifications to screens, with one query per gym and change, however many screens are open. A new stream
// first gets the unread notifications of 7 days, or all after Last-Event-ID. Ids are committed in order, so none is
// skipped.

import type { ServerResponse } from 'node:http'
import type { ApiAreaName } from '@torniquete/contract/endpoints.ts'
import type { ListedAttendance } from '@torniquete/contract/members/attendances.ts'
import type { Notification } from '@torniquete/contract/reports/notifications.ts'
import { toLocalDay } from '@torniquete/contract/shared/dates.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import { parseStoredId } from '@torniquete/contract/shared/schemas.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import type { Handler } from '../../platform/http/handler-types.ts'
import { readBearerToken } from '../../platform/http/parse-request.ts'
import type { Gauges } from '../../platform/metrics.ts'
import type { Services } from '../../services.ts'
import {
  countUnreadByTitle,
  findLastIdBefore,
  findNewestId,
  listNotificationsAfter,
  listUnreadSince,
} from './queries.ts'

type ReadNewestAttendances = (
  tx: Transaction,
  gym: number,
  today: string,
  maxAttendances: number,
) => Promise<ListedAttendance[]>

/** Number of new attendances above which screens load the list again instead of getting them in an event. */
const maxAttendances = 25

class NewAttendances {
  readonly #newest: ReadNewestAttendances
  /** Ids of the newest attendances at the last query; null before the first query. */
  #known: ReadonlySet<number> | null = null

  constructor(newest: ReadNewestAttendances) {
    this.#newest = newest
  }

  get hasLooked(): boolean {
    return this.#known !== null
  }

  /** Queries the newest attendances and returns new ones as event data; null if there are none or it is not certain. */
  async look(tx: Transaction, gym: number, today: string): Promise<string | null> {
    const newest = await this.#newest(tx, gym, today, maxAttendances)
    const known = this.#known
    this.#known = new Set(newest.map(({ attendance_id }) => attendance_id))
    if (!known) return null
    const isKnown = ({ attendance_id }: { attendance_id: number }) => known.has(attendance_id)
    // A row older than all known ones is not new: it moved up because another attendance was undone.
    const fresh =
      known.size === 0 ? newest : newest.slice(0, newest.findLastIndex(isKnown) + 1).filter((each) => !isKnown(each))
    return fresh.length > 0 ? JSON.stringify(fresh) : null
  }
}

const backlogDays = 7
const backlogSize = 100
const resumeSize = 1000
const nothingSeen = Number.MAX_SAFE_INTEGER
const streamsOfSession = 20
/** A stream with more unread bytes than this is closed; the screen reconnects with Last-Event-ID. */
const bufferLimit = 1024 * 1024

interface Stream {
  response: ServerResponse
  token: string
  /** True if the stream also gets changed areas, unread counts and attendances. */
  changes: boolean
  counted: boolean
  seen: number
}

interface Feed {
  streams: Set<Stream>
  seen: number
  changed: Set<ApiAreaName>
  entered: NewAttendances
  silence: () => void
  busy: boolean
  again: boolean
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

export class NotificationStreams {
  readonly #services: Services
  readonly #newestEntered: ReadNewestAttendances
  readonly #feeds = new Map<number, Feed>()
  readonly #beat: NodeJS.Timeout

  constructor(services: Services, newestEntered: ReadNewestAttendances, commentIntervalMs: number) {
    this.#services = services
    this.#newestEntered = newestEntered
    this.#beat = setInterval(() => this.#comment(), commentIntervalMs)
    this.#beat.unref()
  }

  get gauges(): Gauges {
    const count = () => [...this.#feeds.values()].reduce((sum, { streams }) => sum + streams.size, 0)
    return { torniquete_streams: { help: 'Open notification streams.', value: count } }
  }

  readonly handle: Handler<'notifications.stream'> = async ({ request, reply, gym, user, query, now }) => {
    if (request.method === 'HEAD') return reply.headers(streamHeaders).send()
    const token = readBearerToken(request) ?? throwError('session.required')
    const { changes = false, since } = query
    const lastSeen = parseStoredId(String(request.headers['last-event-id'] ?? ''))
    // The stream joins the feed before its backlog is read, so that no notification in between is lost.
    const feed = this.#feed(gym)
    const own = [...feed.streams].filter((each) => each.token === token)
    if (own.length >= streamsOfSession) throwError('stream.too-many', { seconds: 30 })
    const stream: Stream = { response: reply.raw, token, changes, counted: false, seen: nothingSeen }
    feed.streams.add(stream)
    reply.raw.on('close', () => this.#leave(gym, stream))
    // If the connection was closed before, no close event will follow, so the stream is removed here.
    if (reply.raw.destroyed) this.#leave(gym, stream)
    try {
      const backlog = await this.#services.database.read({ gym, user: user.id }, async (tx) => {
        const newest = await findNewestId(tx, gym)
        const since = new Date(now.getTime() - backlogDays * 86_400_000)
        const items =
          lastSeen !== null
            ? await listNotificationsAfter(
                tx,
                gym,
                Math.max(lastSeen, await findLastIdBefore(tx, gym, since)),
                resumeSize,
              )
            : await listUnreadSince(tx, gym, since, backlogSize)
        const last = items.at(-1)?.id_notification ?? 0
        return { items, seen: lastSeen !== null && items.length === resumeSize ? last : Math.max(newest, last) }
      })
      reply.hijack()
      reply.raw.writeHead(200, { ...streamHeaders, connection: 'keep-alive' })
      write(stream, event(backlog.seen, JSON.stringify(backlog.items.map((item) => JSON.stringify(item)))))
      // The screen may have loaded its data before the stream began, so it gets the areas changed since then.
      if (changes && since !== undefined) write(stream, changesEvent(this.#services.live.listChangedAreas(gym, since)))
      stream.seen = backlog.seen
      feed.seen = Math.min(feed.seen, backlog.seen)
      void this.#pump(gym, feed)
    } catch (error) {
      this.#leave(gym, stream)
      throw error
    }
    return reply
  }

  close(): void {
    clearInterval(this.#beat)
    for (const feed of this.#feeds.values()) for (const { response } of feed.streams) response.end()
  }

  #feed(gym: number): Feed {
    const known = this.#feeds.get(gym)
    if (known) return known
    const feed: Feed = {
      streams: new Set(),
      seen: nothingSeen,
      changed: new Set(),
      entered: new NewAttendances(this.#newestEntered),
      silence: () => {},
      busy: false,
      again: false,
    }
    feed.silence = this.#services.live.listen(gym, (area) => {
      feed.changed.add(area)
      void this.#pump(gym, feed)
    })
    this.#feeds.set(gym, feed)
    return feed
  }

  #leave(gym: number, stream: Stream): void {
    const feed = this.#feeds.get(gym)
    if (!feed?.streams.delete(stream) || feed.streams.size > 0) return
    feed.silence()
    this.#feeds.delete(gym)
  }

  /** Sends what is new, one run at a time for each gym; changes during a run cause another run. */
  async #pump(gym: number, feed: Feed): Promise<void> {
    feed.again = true
    if (feed.busy) return
    feed.busy = true
    try {
      while (feed.again && feed.streams.size > 0) {
        feed.again = false
        await this.#send(gym, feed)
      }
    } catch (error) {
      // The streams are closed; screens reconnect with Last-Event-ID and miss nothing.
      this.#services.log.warn({ err: error }, 'streams interrupted')
      for (const { response } of feed.streams) response.end()
    } finally {
      feed.busy = false
    }
  }

  async #send(gym: number, feed: Feed): Promise<void> {
    const changed = [...feed.changed]
    feed.changed.clear()
    if (changed.includes('users') || changed.includes('gyms')) await this.#dismiss(feed)
    const from = feed.seen
    // While no stream has got its backlog, there is no last id to continue from. Unread counts are read only in this
    // function, so an older count never arrives last.
    const marked = changed.includes('notifications')
    const uncounted = new Set(
      [...feed.streams].filter((each) => each.changes && each.response.headersSent && (marked || !each.counted)),
    )
    const asked = [...feed.streams].some(({ changes }) => changes)
    // Attendances that came while no stream asked for them must not be sent later as new ones.
    if (!asked && changed.includes('attendances')) feed.entered = new NewAttendances(this.#newestEntered)
    const looks = asked && (changed.includes('attendances') || !feed.entered.hasLooked)
    const { database, zones, clock } = this.#services
    const today = toLocalDay(await zones.of(gym), clock())
    const [items, unread, entered] = await database.read({ gym, user: null }, (tx) =>
      Promise.all([
        from === nothingSeen ? [] : listNotificationsAfter(tx, gym, from, resumeSize),
        uncounted.size > 0 ? countUnreadByTitle(tx, gym) : null,
        looks ? feed.entered.look(tx, gym, today) : null,
      ]),
    )
    if (items.length === resumeSize) feed.again = true
    const texts = items.map((item) => ({
      id: item.id_notification,
      text: event(item.id_notification, JSON.stringify(item satisfies Notification)),
    }))
    // Attendances are sent before the changed areas, so that a page that shows them already need not load the list.
    const news = named('entered', entered) + changesEvent(changed)
    const counted = named('unread', unread && JSON.stringify(unread))
    for (const stream of feed.streams) {
      // A stream whose backlog ended before this run would miss notifications in between, so the next run starts there.
      const mine = stream.seen < from ? [] : texts.filter(({ id }) => id > stream.seen)
      stream.seen = Math.max(stream.seen, mine.at(-1)?.id ?? 0)
      const counts = uncounted.has(stream) ? counted : ''
      stream.counted ||= counts !== ''
      write(stream, (stream.changes ? news : '') + mine.map(({ text }) => text).join('') + counts)
    }
    if (feed.seen === from) feed.seen = items.at(-1)?.id_notification ?? from
  }

  /** Closes streams whose session has ended. */
  async #dismiss(feed: Feed): Promise<void> {
    for (const { response, token } of feed.streams)
      if (!(await this.#services.sessions.find(token, this.#services.clock(), true))) response.end()
  }

  #comment(): void {
    for (const feed of this.#feeds.values()) {
      for (const stream of feed.streams) write(stream, ':\n\n')
      void this.#dismiss(feed).catch(() => {})
    }
  }
}

const event = (id: number, data: string): string => `id: ${id}\ndata: ${data}\n\n`

const named = (name: string, data: string | null): string => (data === null ? '' : `event: ${name}\ndata: ${data}\n\n`)

const changesEvent = (areas: readonly ApiAreaName[]): string =>
  named('changes', areas.length > 0 ? JSON.stringify(areas) : null)

function write({ response }: Stream, text: string): void {
  if (text === '' || response.writableEnded || !response.headersSent) return
  if (response.writableLength > bufferLimit) response.destroy()
  else response.write(text)
}
