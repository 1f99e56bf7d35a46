import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const minute = 60_000
const entry = { name: 'Gimnasio Ozama', username: 'ozama', password: 'kfr3-9tqa-m2vz', access_token: null }

/** Object.keys lists only stored keys, as in a browser. */
function makeStorage(): Storage {
  const methods = {
    getItem: (name: string) => Reflect.get(storage, name) ?? null,
    setItem: (name: string, text: string) => Object.assign(storage, { [name]: text }),
    removeItem: (name: string) => Reflect.deleteProperty(storage, name),
  }
  const storage: Storage = Object.create(methods)
  return storage
}

const tokenFor = (id_user: number) =>
  `h.${btoa(JSON.stringify({ sub: JSON.stringify({ id_user, id_gym: 0, username: 'master' }) }))}.s`

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { addEventListener: () => undefined })
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('sessionStorage', makeStorage())
  localStorage.setItem('access_token', tokenFor(1))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Imports the module again, like a reload. */
async function reload() {
  const now = Date.now()
  vi.resetModules()
  // Ends the old page's timers and resets the clock.
  vi.clearAllTimers()
  vi.setSystemTime(now)
  return await import('./entry-notices.ts')
}

test('hand-over: the password and its open dialog survive a reload within the hour', async () => {
  const before = await reload()
  before.showEntry(entry, true)
  vi.advanceTimersByTime(50 * minute)
  const after = await reload()
  expect(after.entryNotices.read()).toMatchObject({ entries: [entry], open: entry })
  after.openEntry(null)
  const again = await reload()
  expect(again.entryNotices.read()).toMatchObject({ entries: [entry], open: null })
  vi.advanceTimersByTime(11 * minute)
  expect(again.entryNotices.read()).toEqual({ entries: [], open: null })
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('hand-over: the password is gone after the hour, also when the page reloads later', async () => {
  const before = await reload()
  before.showEntry(entry, false)
  vi.setSystemTime(Date.now() + 61 * minute)
  expect((await reload()).entryNotices.read().entries).toEqual([])
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('hand-over: another user of the same tab finds no password', async () => {
  const before = await reload()
  before.showEntry(entry, false)
  localStorage.setItem('access_token', tokenFor(2))
  expect((await reload()).entryNotices.read().entries).toEqual([])
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('hand-over: a logout drops the password, even if its page was not loaded since', async () => {
  ;(await reload()).showEntry(entry, false)
  const { dropOneUserStorage } = await import('../../api/stored-entries.ts')
  dropOneUserStorage()
  expect(Object.keys(sessionStorage)).toEqual([])
  const later = await reload()
  later.showEntry(entry, false)
  const { dropToken } = await import('../../api/token.ts')
  dropToken()
  expect(later.entryNotices.read().entries).toEqual([])
})
