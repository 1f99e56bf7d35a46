// Unread notifications by title, as counted by the server.
import { notificationTitles, type UnreadCounts } from '@torniquete/contract/reports/notifications.ts'
import { makeStore, useStore } from '../kit/store.ts'

/** Null until the stream sends the first counts. */
export const notificationStore = makeStore<UnreadCounts | null>(null)

export const useUnread = (): UnreadCounts | null => useStore(notificationStore)

export function readUnread(data: string): UnreadCounts | null {
  try {
    const counts: unknown = JSON.parse(data)
    const told = typeof counts === 'object' && counts !== null && notificationTitles.access in counts
    return told ? (counts as UnreadCounts) : null
  } catch {
    return null
  }
}
