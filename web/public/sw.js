// Caches the application's page and files: a reload without network works, and an open page finds its files after an
// update. API calls and the gym's data are never cached.

/** All files of the build with hashed names, inserted by bundling/build-plugins.ts. */
const files = []
/** The page's own script comes first: its name depends on all other files. */
const [entry] = files
/** Small files with fixed names. */
const beside = ['/favicon.svg', '/apple-touch-icon.png', '/manifest.webmanifest']
const family = 'torniquete-'
const cacheName = family + entry
const page = '/'
/** Milliseconds to wait for the server before using the cache. */
const patience = 3000
/** Addresses that belong to the server. */
const foreign = /^\/(v1|docs|iclock|webhooks|landing|openapi\.json|health|ready|metrics)(\/|$)/

/**
 * Fetches a few files at a time, so that the person's calls go first. The page is stored last: half a new build would
 * be worse than the complete old one. A page of another origin, such as a proxy's error, aborts until the next start.
 */
async function keepBuild() {
  const response = await fetch(page, { cache: 'no-store' })
  if (!(await response.clone().text()).includes(`"${entry}"`)) throw new Error('the page of another build')
  const cache = await caches.open(cacheName)
  const left = [...files, ...beside]
  const next = async () => {
    for (let path = left.shift(); path; path = left.shift()) await cache.add(path)
  }
  await Promise.all([next(), next()])
  await cache.put(page, response)
}

/** The newest build's cache, which may wait until older pages are closed. */
async function kept(request) {
  for (const cacheName of (await caches.keys()).reverse()) {
    const found = await caches.match(request, { cacheName, ignoreVary: true })
    if (found) return found
  }
}

/** Tries the server within the time limit, then the cache. */
async function answerInTime(request, name) {
  const asked = fetch(request)
  const late = new Promise((resolve) => setTimeout(resolve, patience))
  const answer = await Promise.race([asked.catch(() => undefined), late])
  if (answer && answer.status < 500) return answer
  return (await kept(name)) ?? asked
}

const forget = async () => {
  const old = (await caches.keys()).filter((name) => name.startsWith(family) && name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
}

self.addEventListener('install', (event) => event.waitUntil(keepBuild()))
self.addEventListener('activate', (event) => event.waitUntil(forget().then(() => self.clients.claim())))
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { pathname, origin } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin || foreign.test(pathname)) return
  if (mode === 'navigate') {
    if (!/\.\w+$/.test(pathname)) event.respondWith(answerInTime(event.request, page))
  } else if (pathname.startsWith('/assets/'))
    event.respondWith(kept(event.request).then((found) => found ?? fetch(event.request)))
  else if (beside.includes(pathname)) event.respondWith(answerInTime(event.request, event.request))
})
