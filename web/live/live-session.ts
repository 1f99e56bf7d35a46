// The event stream of this page: it keeps the unread counts and the queries fresh.
import { useQueryClient } from '@tanstack/react-query'
import type { ListedAttendance } from '@torniquete/contract/members/attendances.ts'
import { useEffect } from 'react'
import { makeRefresher, refresh } from '../api/refresh.ts'
import { pageIdle } from '../kit/when-idle.ts'
import type { StreamEvent } from './event-parser.ts'
import { mergeEntries } from './merge-entries.ts'
import { notificationStore, readUnread } from './notification-store.ts'
import { listen } from './stream.ts'

export interface LiveHandlers {
  onChanges: (areas: readonly string[]) => void
  onEntered: (entries: readonly ListedAttendance[]) => void
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

/** Keeps the unread counts and the queries of this tab fresh; the returned function ends that. */
export function startLive(handlers: LiveHandlers): () => void {
  const ending = new AbortController()
  const onEvent = ({ event, data }: StreamEvent) => {
    if (event === 'changes') handlers.onChanges(readAreas(data))
    // Our own server's, by the contract's schema.
    if (event === 'entered') handlers.onEntered(listIn(data) as ListedAttendance[])
    const counts = event === 'unread' ? readUnread(data) : null
    if (counts) notificationStore.set(counts)
  }
  const onConnect = (again: boolean) => {
    if (again) handlers.onReconnect()
  }
  // The page's own reads go first, and are not repeated: the stream tells what changed since the page began.
  void pageIdle().then(() => listen({ onEvent, onConnect }, ending.signal))
  return () => {
    ending.abort()
    notificationStore.set(null)
  }
}

/** Live notifications and refreshes for as long as the caller is shown; null listens to nothing. */
export function useLive(idUser: number | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (idUser === null) return
    const refresher = makeRefresher(client)
    const onEntered = (entries: readonly ListedAttendance[]) => {
      if (mergeEntries(client, entries)) refresher.drawn('attendances')
    }
    const onReconnect = () => refresh(client, 'all')
    return startLive({ onChanges: refresher.changed, onEntered, onReconnect })
  }, [client, idUser])
}
