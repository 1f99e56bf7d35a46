// Unread notifications by title, as counted by the server.
import type { UnreadCounts } from '@torniquete/contract/reports/notifications.ts'
import { makeStore, useStore } from '../kit/store.ts'

/** Null until the stream sends the first counts. */
export const notificationStore = makeStore<UnreadCounts | null>(null)

export const useUnread = (): UnreadCounts | null => useStore(notificationStore)
