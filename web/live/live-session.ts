// One event stream for all tabs: browsers allow six connections a host, and each open tab would hold one. The tab that holds the
// tab lock (the leader) listens and forwards the events by BroadcastChannel; a hidden tab does that as well as any.

import { useQueryClient } from '@tanstack/react-query'
import type { Entered } from '@torniquete/contract/members/attendances.ts'
import type { UnreadCounts } from '@torniquete/contract/reports/notifications.ts'
import { useEffect } from 'react'
import { makeRefresher, refresh } from '../api/refresh.ts'
import { withTabLock } from '../api/tab-lock.ts'
import { pageIdle } from '../kit/when-idle.ts'
import { drawing, enteredStore, tellEntered } from './entered.ts'
import type { StreamEvent } from './event-parser.ts'
import { notificationStore, readUnread } from './notification-store.ts'
import { listen } from './stream.ts'

type Message =
  /** A tab has opened; it asks for the counts and for the areas that changed since it began to read (milliseconds, this machine's clock). */
  | { kind: 'hello'; since: number }
  | { kind: 'unread'; counts: UnreadCounts }
  | { kind: 'changes'; areas: string[] }
  | { kind: 'entered'; entries: Entered[] }
  | { kind: 'reconnected' }

export interface LiveHandlers {
  onChanges: (areas: readonly string[]) => void
  onEntered: (entries: readonly Entered[]) => void
  /** Events may have been missed: every query is invalidated. */
  onReconnect: () => void
}

function listIn(data: string): unknown[] {
  try {
    const list: unknown = JSON.parse(data)
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/** The data of a `changes` event: the areas that changed. */
export const readAreas = (data: string): string[] => listIn(data).filter((area) => typeof area === 'string')

/** The message to the tabs for an event; null for a notification itself, which lists read when their area changes. */
function messageOf({ event, data }: StreamEvent): Message | null {
  if (event === 'changes') return { kind: 'changes', areas: readAreas(data) }
  // Our own server's, by the contract's schema.
  if (event === 'entered') return { kind: 'entered', entries: listIn(data) as Entered[] }
  const counts = event === 'unread' ? readUnread(data) : null
  return counts && { kind: 'unread', counts }
}

/** Keeps the unread counts and the queries of this tab fresh; the returned function ends that. */
export function startLive(idUser: number, handlers: LiveHandlers): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const name = `torniquete-live-${idUser}`
  const channel = new BroadcastChannel(name)
  let leading = false
  /** Another tab was the leader before: events between its end and this tab's connection were missed. */
  let followed = false
  /** When each area last changed, in milliseconds. */
  const heard = new Map<string, number>()
  const apply = (message: Message) => {
    if (message.kind === 'unread') notificationStore.set(message.counts)
    if (message.kind === 'changes') handlers.onChanges(message.areas)
    if (message.kind === 'entered') handlers.onEntered(message.entries)
    if (message.kind === 'reconnected') handlers.onReconnect()
  }
  const publish = (message: Message | null) => {
    if (signal.aborted || !message) return
    apply(message)
    if (message.kind === 'changes') for (const area of message.areas) heard.set(area, Date.now())
    channel.postMessage(message)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'hello') {
      followed = true
      apply(data)
    } else if (leading) {
      const counts = notificationStore.read()
      if (counts) channel.postMessage({ kind: 'unread', counts } satisfies Message)
      const areas = [...heard.keys()].filter((area) => (heard.get(area) ?? 0) >= data.since)
      if (areas.length > 0) channel.postMessage({ kind: 'changes', areas } satisfies Message)
    }
  }
  channel.postMessage({ kind: 'hello', since: Date.now() - performance.now() } satisfies Message)
  /** Leads until the session ends or the lock is lost, as by a tab that was suspended; answers whether it was lost. */
  const lead = async (lost: AbortSignal): Promise<boolean> => {
    leading = true
    const onConnect = (again: boolean) => {
      if (again || followed) publish({ kind: 'reconnected' })
      followed = false
    }
    // The page's own reads go first, and are not repeated: the stream tells what changed since the page began.
    await pageIdle()
    await listen({ onEvent: (event) => publish(messageOf(event)), onConnect }, AbortSignal.any([signal, lost]))
    leading = false
    return lost.aborted
  }
  const takeTurns = async () => {
    // Rejects when the page is left while another tab leads.
    while (await withTabLock(name, lead, signal).catch(() => false)) followed = true
  }
  void takeTurns()
  return () => {
    ending.abort()
    channel.close()
    notificationStore.set(null)
    enteredStore.set([])
  }
}

/** Live notifications and refreshes for as long as the caller is shown; null listens to nothing. */
export function useLive(idUser: number | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (idUser === null) return
    const refresher = makeRefresher(client)
    const onEntered = (entries: readonly Entered[]) => {
      tellEntered(entries)
      if (drawing.lists > 0) refresher.drawn('attendances')
    }
    const onReconnect = () => refresh(client, 'all')
    return startLive(idUser, { onChanges: refresher.changed, onEntered, onReconnect })
  }, [client, idUser])
}
