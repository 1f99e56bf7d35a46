// The unread notifications of the last 7 days, newest first, and the counts that badges show.
import { type Notification, notificationTitles } from '@torniquete/contract/notifications.ts'
import { useSyncExternalStore } from 'react'

export interface UnreadCounts {
  access: number
  lowStock: number
  outOfStock: number
}

interface Unread {
  notifications: readonly Notification[]
  counts: UnreadCounts
}

function withCounts(notifications: readonly Notification[]): Unread {
  const count = (title: string) => notifications.filter((each) => each.title === title).length
  return {
    notifications,
    counts: {
      access: count(notificationTitles.access),
      lowStock: count(notificationTitles.lowStock),
      outOfStock: count(notificationTitles.outOfStock),
    },
  }
}

let unread = withCounts([])
const listeners = new Set<() => void>()

function set(notifications: readonly Notification[]): void {
  unread = withCounts([...notifications].sort((a, b) => b.id_notification - a.id_notification))
  for (const listener of listeners) listener()
}

export const notificationStore = {
  read: () => unread,
  watch: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  replace: (notifications: readonly Notification[]) => set(notifications.filter((each) => !each.is_read)),
  /** New ones and changed ones: a notification that is read leaves. */
  merge: (changed: readonly Notification[]) => {
    const ids = new Set(changed.map((each) => each.id_notification))
    const others = unread.notifications.filter((each) => !ids.has(each.id_notification))
    set([...others, ...changed.filter((each) => !each.is_read)])
  },
  clear: () => set([]),
}

export function useUnread(): Unread {
  return useSyncExternalStore(notificationStore.watch, notificationStore.read)
}
