/** The files that this page has fetched so far. */
const fetched = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)

async function register(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const workers = navigator.serviceWorker
  await workers.ready
  if (!workers.controller) await new Promise((resolve) => workers.addEventListener('controllerchange', resolve))
  // It was not there when they were asked for; from here on it sees all.
  workers.controller?.postMessage({ keep: fetched() })
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
