// Keeps the application's page and all its files, so that a reload without network still shows it, and a page that is open
// while the server gets another version still finds its own. What it shows then, and what it waits for, the application
// says itself: no call, and nothing of the gym, is kept here.

/** All files of the build, named by their content: put in by service-worker-plugin.ts. */
const files = []
/** The first is the page's own script: its name follows the content of all others. */
const [entry] = files
/** Small files of names that stay. */
const beside = ['/favicon.svg', '/apple-touch-icon.png', '/manifest.webmanifest']
const family = 'torniquete-'
const cacheName = family + entry
const page = '/'
/** Milliseconds that the server may take before what is kept is shown. */
const patience = 3000
/** Addresses that are the server's own. */
const foreign = /^\/(v1|docs|iclock|webhooks|landing|openapi\.json|health|ready|metrics)(\/|$)/

/**
 * A few files at a time: the person's own calls go first. The page comes last: half of a new build would be worse than all
 * of the old one. A page that does not begin as this build's is another's, as of a proxy that says what it waits for: then
 * it is all tried again when the application is opened the next time.
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

/** The newest build's, which may wait until the pages of the one before are closed. */
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
