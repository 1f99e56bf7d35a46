/** Tells the worker of the files that this page fetches: what was asked for before it was in charge, it did not see. */
function tellFetched(worker: ServiceWorker): void {
  const told = new Set<string>()
  const tell = (entries: readonly PerformanceEntry[]) => {
    const keep = entries
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
      .map(({ pathname }) => pathname)
      .filter((path) => !told.has(path))
    for (const path of keep) told.add(path)
    if (keep.length > 0) worker.postMessage({ keep })
  }
  // Also what is still on its way: an entry comes when its file has.
  new PerformanceObserver((list) => tell(list.getEntries())).observe({ type: 'resource', buffered: true })
}

async function register(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const workers = navigator.serviceWorker
  await workers.ready
  if (!workers.controller) await new Promise((resolve) => workers.addEventListener('controllerchange', resolve))
  if (workers.controller) tellFetched(workers.controller)
}

/**
 * Keeps the application at hand for a reload without network (public/sw.js). Browsers offer that only over TLS and on
 * the machine itself; elsewhere everything is as without it.
 */
export function keepAtHand(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const begin = () => void register().catch((error: unknown) => console.warn('service worker', error))
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin, { once: true })
}
