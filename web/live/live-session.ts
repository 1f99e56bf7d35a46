// Connects the event stream to unread counts and queries.
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
  /** Events may have been missed: all queries are invalidated. */
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

/** Changed areas from a `changes` event. */
export const readAreas = (data: string): string[] => listIn(data).filter((area) => typeof area === 'string')

/** Updates unread counts and queries of this tab; the returned function stops it. */
export function startLive(handlers: LiveHandlers): () => void {
  const ending = new AbortController()
  const onEvent = ({ event, data }: StreamEvent) => {
    if (event === 'changes') handlers.onChanges(readAreas(data))
    // Our server's data, by the contract's schema.
    if (event === 'entered') handlers.onEntered(listIn(data) as ListedAttendance[])
    const counts = event === 'unread' ? readUnread(data) : null
    if (counts) notificationStore.set(counts)
  }
  const onConnect = (again: boolean) => {
    if (again) handlers.onReconnect()
  }
  // The page's own requests go first: the stream reports changes since the page began.
  void pageIdle().then(() => listen({ onEvent, onConnect }, ending.signal))
  return () => {
    ending.abort()
    notificationStore.set(null)
  }
}

/** Live updates while mounted; null disables them. */
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
