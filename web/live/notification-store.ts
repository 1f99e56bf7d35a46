// How many notifications of each title are unread: what badges show. The server counts them.
import { notificationTitles, type UnreadCounts } from '@torniquete/contract/reports/notifications.ts'
import { makeStore, useStore } from '../kit/store.ts'

/** Null until the stream has sent the first counts. */
export const notificationStore = makeStore<UnreadCounts | null>(null)

export const useUnread = (): UnreadCounts | null => useStore(notificationStore)

/** Parses the data of an `unread` event; null where it is not valid. */
export function readUnread(data: string): UnreadCounts | null {
  try {
    const counts: unknown = JSON.parse(data)
    const told = typeof counts === 'object' && counts !== null && notificationTitles.access in counts
    return told ? (counts as UnreadCounts) : null // our own server's, by the contract's schema
  } catch {
    return null
  }
}
