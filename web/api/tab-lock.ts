// A lock that one tab of the browser holds at a time. It is the browser's Web Lock; over plain http, where browsers have
// none, it is a note in local storage that its holder renews while the work lasts.
import { newIdempotencyKey } from './idempotency-key.ts'

/** Milliseconds: a note that is older belongs to a tab that crashed, or that the browser let sleep. */
const lifetime = 10_000
const renewEvery = 3000
const lookEvery = 500
/** In which what one tab wrote has come to the others. */
const settling = 250

/** `lost` aborts when another tab took the turn meanwhile, which only a tab that slept has to expect. */
type Work<Value> = (lost: AbortSignal) => Promise<Value>

/** Does the work while no other tab does anything under this name. Rejects when aborted while waiting for its turn. */
export function withTabLock<Value>(name: string, work: Work<Value>, signal?: AbortSignal): Promise<Value> {
  if (typeof navigator !== 'undefined' && 'locks' in navigator)
    return navigator.locks.request(name, signal ? { signal } : {}, () => work(new AbortController().signal))
  return withNote(`turn:${name}`, work, signal)
}

/** Whether the note is ours now. Where nothing can be stored, there is nobody to wait for. */
function takeNote(name: string, holder: string, isLeft = (_note: string): boolean => false): boolean {
  try {
    const note = localStorage.getItem(name) ?? ''
    const [other, until] = note.split(' ')
    if (other && other !== holder && Number(until) > Date.now() && !isLeft(note)) return false
    localStorage.setItem(name, `${holder} ${Date.now() + lifetime}`)
  } catch {
    // Full or forbidden.
  }
  return true
}

/**
 * Tells a note that nobody renews any more. Its hour alone does not: it may lie a day ahead where this machine's clock was
 * set back meanwhile, so how long it stays as it is counts by a clock that nobody sets.
 */
function watchLeft(): (note: string) => boolean {
  let [seen, since] = ['', 0]
  return (note) => {
    if (note !== seen) [seen, since] = [note, performance.now()]
    return performance.now() - since > lifetime
  }
}

/** Calls back when another tab writes the note or gives it back, which it hears also where timers sleep. */
function watchNote(name: string, listener: () => void): () => void {
  const onStorage = (event: Event) => {
    if ('key' in event && event.key === name) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Until the note was touched or so many milliseconds have passed. */
async function wait(name: string, milliseconds: number, signal?: AbortSignal): Promise<void> {
  let unwatch = () => {}
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    unwatch = watchNote(name, () => {
      clearTimeout(timer)
      resolve()
    })
  })
  unwatch()
  signal?.throwIfAborted()
}

async function withNote<Value>(name: string, work: Work<Value>, signal?: AbortSignal): Promise<Value> {
  const holder = newIdempotencyKey()
  const isLeft = watchLeft()
  while (!takeNote(name, holder, isLeft)) {
    await wait(name, lookEvery, signal)
    // All who waited hear of it at once, each at its own pace; of two that still write together the later one holds it.
    await wait(name, Math.random() * settling, signal)
    if (takeNote(name, holder, isLeft)) await wait(name, settling, signal)
  }
  const lost = new AbortController()
  const renew = () => {
    if (!takeNote(name, holder)) lost.abort()
  }
  const renewal = setInterval(renew, renewEvery)
  // Two tabs may have written at once: the later one holds it.
  const unwatch = watchNote(name, renew)
  const giveBack = () => {
    if (localStorage.getItem(name)?.startsWith(holder)) localStorage.removeItem(name)
  }
  window.addEventListener('pagehide', giveBack)
  try {
    return await work(lost.signal)
  } finally {
    clearInterval(renewal)
    unwatch()
    window.removeEventListener('pagehide', giveBack)
    giveBack()
  }
}
