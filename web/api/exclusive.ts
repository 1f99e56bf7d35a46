// One tab at a time. Browsers have locks for it; over plain http, where they are missing, a note in local storage that is
// renewed while the work lasts.
import { newIdempotencyKey } from './idempotency-key.ts'

/** Milliseconds: a note that is older belongs to a tab that crashed. */
const lifetime = 10_000
const renewEvery = 3000
const lookEvery = 500

/** Does the work while no other tab does anything under this name. Rejects when aborted while waiting for its turn. */
export function exclusively<Value>(name: string, work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (typeof navigator !== 'undefined' && 'locks' in navigator)
    return navigator.locks.request(name, signal ? { signal } : {}, work)
  return withNote(`turn:${name}`, work, signal)
}

/** Whether the note is ours now. Where nothing can be stored, there is nobody to wait for. */
function takeNote(name: string, holder: string): boolean {
  try {
    const [other, until] = (localStorage.getItem(name) ?? '').split(' ')
    if (other && other !== holder && Number(until) > Date.now()) return false
    localStorage.setItem(name, `${holder} ${Date.now() + lifetime}`)
  } catch {
    // Full or forbidden.
  }
  return true
}

async function withNote<Value>(name: string, work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
  const holder = newIdempotencyKey()
  while (!takeNote(name, holder)) {
    await new Promise((resolve) => setTimeout(resolve, lookEvery))
    signal?.throwIfAborted()
  }
  const renewal = setInterval(() => takeNote(name, holder), renewEvery)
  const giveBack = () => localStorage.removeItem(name)
  window.addEventListener('pagehide', giveBack)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    window.removeEventListener('pagehide', giveBack)
    giveBack()
  }
}
