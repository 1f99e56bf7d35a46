// Keeps the application's page and all its files, so that a reload without network still shows it, and a page that is open
// while the server gets another version still finds its own. What it shows then, and what it waits for, the application
// says itself: no call, and nothing of the gym, is kept here.

/** The build's mark, put in by service-worker-plugin.ts: another build is another cache. */
const build = 'BUILD'
/** The names of the build's files in /assets, put in as well. */
const files = []
const family = 'torniquete-'
const cacheName = family + build
const page = '/'
/** Milliseconds that the server may take before what is kept is shown. */
const patience = 3000
/** Addresses that are the server's own. */
const foreign = /^\/(v1|docs|iclock|webhooks|landing|openapi\.json|health|ready|metrics)(\/|$)/
const named = /^\/assets\//
/** Small files beside the page, of names that stay: shown as kept where the server does not answer. */
const beside = /^\/[\w-]+\.(png|svg|webmanifest)$/

const kept = (request) => caches.open(cacheName).then((cache) => cache.match(request, { ignoreVary: true }))

/** Files named by their content: what is kept of them never changes. */
async function keepFile(path) {
  const cache = await caches.open(cacheName)
  if (!(await cache.match(path, { ignoreVary: true }))) await cache.add(path)
}

/**
 * The page is kept once all that it begins with is: half of a new build would be worse than all of the old one. A page
 * that begins with nothing of ours is another's, as of a proxy that says what it waits for.
 */
async function keepPage(response) {
  const text = await response.clone().text()
  const begins = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path)
  if (!begins.some((path) => named.test(path))) return
  await Promise.all(begins.filter((path) => named.test(path)).map(keepFile))
  const cache = await caches.open(cacheName)
  await Promise.allSettled(begins.filter((path) => beside.test(path)).map((path) => cache.add(path)))
  await cache.put(page, response)
}

/** All of the build, a few at a time: the person's own calls go first. */
async function keepBuild() {
  const response = await fetch(page, { cache: 'no-store' })
  if (response.ok) await keepPage(response)
  const left = files.map((name) => `/assets/${name}`)
  const next = async () => {
    for (let path = left.shift(); path; path = left.shift()) await keepFile(path)
  }
  await Promise.all([next(), next()])
}

/** What the server answers in time, else what is kept under the name. */
async function answerInTime(asked, name) {
  const late = new Promise((resolve) => setTimeout(resolve, patience))
  const answer = await Promise.race([asked.catch(() => undefined), late])
  if (answer && answer.status < 500) return answer
  return (await kept(name)) ?? asked
}

function answerPage(event) {
  const asked = fetch(event.request)
  event.waitUntil(
    asked.then((response) => (response.ok ? keepPage(response.clone()) : undefined)).catch(() => undefined),
  )
  return answerInTime(asked, page)
}

async function answerFile(event) {
  const found = await kept(event.request)
  if (found) return found
  const response = await fetch(event.request)
  if (response.ok) {
    const copy = response.clone()
    event.waitUntil(caches.open(cacheName).then((cache) => cache.put(event.request, copy)))
  }
  return response
}

self.addEventListener('install', (event) => event.waitUntil(keepBuild()))

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith(family) && name !== cacheName
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url)
  if (event.request.method !== 'GET' || origin !== self.location.origin || foreign.test(pathname)) return
  if (event.request.mode === 'navigate') {
    if (!/\.\w+$/.test(pathname)) event.respondWith(answerPage(event))
  } else if (named.test(pathname)) event.respondWith(answerFile(event))
  else if (beside.test(pathname)) event.respondWith(answerInTime(fetch(event.request), event.request))
})
