// A lock that one tab of the browser holds at a time: the browser's Web Lock, or, over plain http where there is none, a lease in
// local storage (a note) that its holder renews while the work lasts.
import { newIdempotencyKey } from './idempotency-key.ts'

/** Milliseconds that a lease lasts; one that expired belongs to a tab that crashed, or that the browser suspended. */
const lifetime = 10_000
const renewEvery = 3000
const lookEvery = 500
/** Milliseconds in which a write of one tab becomes visible to the others. */
const settling = 250

/** `lost` aborts when another tab took the lock meanwhile, which can happen only to a tab that was suspended. */
type Work<Value> = (lost: AbortSignal) => Promise<Value>

/** Runs the work under the lock of this name. Rejects when aborted while it waits for the lock. */
export function withTabLock<Value>(name: string, work: Work<Value>, signal?: AbortSignal): Promise<Value> {
  if (typeof navigator !== 'undefined' && 'locks' in navigator)
    return navigator.locks.request(name, signal ? { signal } : {}, () => work(new AbortController().signal))
  return withNote(`turn:${name}`, work, signal)
}

/** Takes or renews the lease; answers whether it is ours now. Where storage is forbidden no other tab can hold one either. */
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
 * Recognises a lease that is no longer renewed. Its expiry alone does not tell: it may lie a day ahead where this machine's clock
 * was set back, so the time for which the note stays unchanged is measured by the monotonic clock.
 */
function watchLeft(): (note: string) => boolean {
  let [seen, since] = ['', 0]
  return (note) => {
    if (note !== seen) [seen, since] = [note, performance.now()]
    return performance.now() - since > lifetime
  }
}

/** Calls back when another tab writes or removes the note; storage events arrive also where timers are suspended. */
function watchNote(name: string, listener: () => void): () => void {
  const onStorage = (event: Event) => {
    if ('key' in event && event.key === name) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Waits until another tab changes the note, or so many milliseconds have passed. */
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
    // All waiting tabs are notified at once, so each waits a random time; of two that still write together the later one holds it.
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
