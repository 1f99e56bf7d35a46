import { notifyManager, QueryClient } from '@tanstack/react-query'
import { isFinalRefusal } from './api-error.ts'

// Renders an error and the button it enables in the same frame: a key pressed between two frames would be lost.
notifyManager.setScheduler(queueMicrotask)

// Offline mode is disabled: the server is often on the LAN, which `navigator.onLine` does not consider.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Retries reads that got no answer, up to three times, but not refused ones.
      retry: (failures, error) => failures < 3 && !isFinalRefusal(error),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
      networkMode: 'always',
      staleTime: 2000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
