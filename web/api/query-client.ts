import { notifyManager, QueryClient } from '@tanstack/react-query'
import { isRefusal } from './api-error.ts'

// What is told of a failure and the form that may be sent again are one moment: a key pressed between the two would be lost.
notifyManager.setScheduler(queueMicrotask)

// The server often stands on the LAN: the browser's idea of being online says nothing about it.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What the server refused stays refused; what it could not answer is asked for again.
      retry: (failures, error) => failures < 3 && !isRefusal(error),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
      networkMode: 'always',
      staleTime: 2000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
