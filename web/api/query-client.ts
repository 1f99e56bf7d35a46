import { notifyManager, QueryClient } from '@tanstack/react-query'
import { isRefusal } from './api-error.ts'

// Draws the error and the enabled button in one frame: a key pressed in between would be lost.
notifyManager.setScheduler(queueMicrotask)

// The server is often on the LAN, which `navigator.onLine` ignores.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A refusal is final; an unanswered call is repeated.
      retry: (failures, error) => failures < 3 && !isRefusal(error),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
      networkMode: 'always',
      staleTime: 2000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
