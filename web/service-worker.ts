/** Milliseconds after the load until all files of the application are fetched: the first screen goes first. */
const pause = 3000

async function register(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
}

/**
 * Keeps the application at hand for a reload without network (public/sw.js). Browsers offer that only over TLS and on
 * the machine itself; elsewhere everything is as without it.
 */
export function keepAtHand(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const begin = () =>
    setTimeout(() => void register().catch((error: unknown) => console.warn('service worker', error)), pause)
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin, { once: true })
}
