// One stream for all tabs: browsers allow six connections a host, and each open tab would hold one. The tab with the
// lock listens and tells the others; where locks are missing (plain http on the LAN) each tab listens for itself.
import type { Notification } from '@torniquete/contract/notifications.ts'
import { call } from '../api/call.ts'
import type { StreamEvent } from './event-parser.ts'
import { notificationStore } from './notification-store.ts'
import { readAreas, readNotifications } from './read-notifications.ts'
import { listen } from './stream.ts'

type Message =
  | { kind: 'hello' }
  | { kind: 'snapshot' | 'notifications'; notifications: Notification[] }
  | { kind: 'changes'; areas: string[] }
  | { kind: 'reconnected' }

export interface LiveHandlers {
  onChanges: (areas: readonly string[]) => void
  /** What changed meanwhile is unknown: everything is to be asked for again. */
  onReconnect: () => void
}

const week = 7 * 86_400_000

/** Read marks are not streamed: when notifications changed, the unread ones are asked for. */
async function readUnread(signal: AbortSignal): Promise<Notification[]> {
  const query = { page: 0, size_page: 100, is_read: false }
  const { items } = await call('notifications.list', { query, signal })
  return items.filter((each) => Date.parse(each.created_at) > Date.now() - week)
}

function apply(message: Message, handlers: LiveHandlers): void {
  if (message.kind === 'snapshot') notificationStore.replace(message.notifications)
  if (message.kind === 'notifications') notificationStore.merge(message.notifications)
  if (message.kind === 'changes') handlers.onChanges(message.areas)
  if (message.kind === 'reconnected') handlers.onReconnect()
}

/** Listens to the stream and passes on what it says. */
function lead(publish: (message: Message) => void, signal: AbortSignal): Promise<void> {
  let refreshing = false
  const refreshUnread = async () => {
    if (refreshing) return
    refreshing = true
    await new Promise((resolve) => setTimeout(resolve, 300))
    refreshing = false
    await readUnread(signal).then(
      (notifications) => publish({ kind: 'snapshot', notifications }),
      () => undefined, // call() logged it; the next change asks again
    )
  }
  const onEvent = ({ event, data }: StreamEvent) => {
    if (event !== 'changes') return publish({ kind: 'notifications', notifications: readNotifications(data) })
    const areas = readAreas(data)
    publish({ kind: 'changes', areas })
    if (areas.includes('notifications')) void refreshUnread()
  }
  return listen({ onEvent, onConnect: (again) => again && publish({ kind: 'reconnected' }) }, signal)
}

function shareAmongTabs(name: string, handlers: LiveHandlers, signal: AbortSignal): void {
  const channel = new BroadcastChannel(name)
  let leading = false
  const publish = (message: Message) => {
    if (signal.aborted) return
    apply(message, handlers)
    channel.postMessage(message)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'hello') apply(data, handlers)
    else if (leading)
      channel.postMessage({ kind: 'snapshot', notifications: [...notificationStore.read().notifications] })
  }
  signal.addEventListener('abort', () => channel.close())
  channel.postMessage({ kind: 'hello' })
  const work = () => {
    leading = true
    return lead(publish, signal)
  }
  // Rejects when the signal aborts while another tab leads.
  navigator.locks.request(name, { signal }, work).catch(() => undefined)
}

/** Keeps the store of notifications fed for one user, until the returned function is called. */
export function startLive(idUser: number, handlers: LiveHandlers): () => void {
  const ending = new AbortController()
  const shared = 'locks' in navigator && typeof BroadcastChannel === 'function'
  if (shared) shareAmongTabs(`torniquete-live-${idUser}`, handlers, ending.signal)
  else void lead((message) => apply(message, handlers), ending.signal)
  return () => {
    ending.abort()
    notificationStore.clear()
  }
}
