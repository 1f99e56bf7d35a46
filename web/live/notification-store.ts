// How many notifications of each title are unread: what badges show. The server counts them.
import { notificationTitles, type UnreadCounts } from '@torniquete/contract/notifications.ts'
import { useSyncExternalStore } from 'react'

let unread: UnreadCounts | null = null
const listeners = new Set<() => void>()

export const notificationStore = {
  read: () => unread,
  set: (counts: UnreadCounts | null) => {
    unread = counts
    for (const listener of listeners) listener()
  },
  watch: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Null until the stream has told them. */
export const useUnread = (): UnreadCounts | null =>
  useSyncExternalStore(notificationStore.watch, notificationStore.read)

/** The data of an `unread` event; null where it is none. */
export function readUnread(data: string): UnreadCounts | null {
  try {
    const counts: unknown = JSON.parse(data)
    const told = typeof counts === 'object' && counts !== null && notificationTitles.access in counts
    return told ? (counts as UnreadCounts) : null // our own server's, by the contract's schema
  } catch {
    return null
  }
}
