// Reads the server's event stream (server-sent events) and reconnects by itself (spec §4, §9). Closed while the page is
// hidden, because browsers allow only six connections to a server.
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { now } from '../api/server-clock.ts'
import { awaitToken, awaitTokenAfterRefusal, getPageHolder, readToken } from '../api/session-token.ts'

const address = '/v1/notifications/sse?changes=true'
/** Milliseconds by which the clocks of server and PC may differ. */
const clockMargin = 5000
const firstDelay = 1000
const longestDelay = 30_000
/** Minimum milliseconds between two reconnections without delay. */
const betweenEarlyRetries = 5000
/** Milliseconds without data after which the connection counts as dead. The server sends a heartbeat every 15 s. */
const longestSilence = 45_000

/** Load time of this page less the margin, in milliseconds since 1970 by the server's clock. */
const begun = () => Math.floor(now().getTime() - performance.now() - clockMargin)

interface StreamHandlers {
  onEvent: (event: EventSourceMessage) => void
  /** `again` is false for the first connection, which misses no event since the page loaded. */
  onConnect: (again: boolean) => unknown
}

async function connect(
  again: boolean,
  lastEventId: string | null,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const token = (await awaitToken(signal)) ?? ''
  const headers = new Headers({ Accept: 'text/event-stream', Authorization: `Bearer ${token}`, 'x-automatic': '1' })
  if (lastEventId !== null) headers.set('Last-Event-ID', lastEventId)
  const response = await fetch(again ? address : `${address}&since=${begun()}`, {
    headers,
    signal,
    cache: 'no-store',
    // Low priority, so that the page's own requests go first.
    priority: 'low',
  })
  // If the same user logs in again, the next attempt sends the new token.
  if (response.status === 401) await awaitTokenAfterRefusal(token, signal)
  if (!response.ok) throw new Error(`Error HTTP: ${response.status}`)
  if (!response.body) throw new Error('ReadableStream no soportado')
  return response.body
}

async function readAll(body: ReadableStream<Uint8Array>, alive: () => void, onEvent: StreamHandlers['onEvent']) {
  const parser = createParser({ onEvent })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    alive()
    parser.feed(decoder.decode(value, { stream: true }))
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}

function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', look)
      signal.removeEventListener('abort', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', look)
    look()
  })
}

/** Listens while the page is visible and reconnects with back-off, until `signal` aborts or the session ends. */
export async function listenToServerEvents(handlers: StreamHandlers, signal: AbortSignal): Promise<void> {
  let delay = firstDelay
  let lastEventId: string | null = null
  let connected = 0
  let lastEarlyRetry = Number.NEGATIVE_INFINITY
  for (;;) {
    await untilVisible(signal)
    if (signal.aborted || (readToken() ?? getPageHolder()) === null) return
    const connection = new AbortController()
    const ended = AbortSignal.any([signal, connection.signal])
    const stop = () => connection.abort()
    document.addEventListener('visibilitychange', () => document.hidden && stop(), { signal: ended })
    let silence = setTimeout(stop, longestSilence)
    let hungUp = false
    const alive = () => {
      clearTimeout(silence)
      silence = setTimeout(stop, longestSilence)
    }
    try {
      const body = await connect(connected > 0, lastEventId, ended)
      delay = firstDelay
      handlers.onConnect(connected > 0)
      connected += 1
      await readAll(body, alive, (event) => {
        lastEventId = event.id ?? lastEventId
        handlers.onEvent(event)
      })
      hungUp = true
    } catch (error) {
      if (!signal.aborted && !document.hidden) console.error('notifications.stream', error)
    } finally {
      clearTimeout(silence)
      stop()
    }
    if (signal.aborted || document.hidden) continue
    // Reconnects at once: the server closes the stream when a session ends, and the next request gets the reason.
    if (hungUp && performance.now() - lastEarlyRetry > betweenEarlyRetries) {
      lastEarlyRetry = performance.now()
      continue
    }
    await pause(delay, signal)
    delay = Math.min(delay * 2, longestDelay)
  }
}
