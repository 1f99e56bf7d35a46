import { notifyManager, QueryClient } from '@tanstack/react-query'
import { isRefusal } from './api-error.ts'

// The error and the form's button that is enabled again are drawn at once: a key pressed between the two would be lost.
notifyManager.setScheduler(queueMicrotask)

// The server often stands on the LAN, which `navigator.onLine` says nothing about.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal is final; a call without an answer is made again.
      retry: (failures, error) => failures < 3 && !isRefusal(error),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
      networkMode: 'always',
      staleTime: 2000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
