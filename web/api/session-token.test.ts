import { beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
const page = new EventTarget()
vi.stubGlobal('window', page)
vi.stubGlobal('localStorage', {
  setItem: (name: string, text: string) => stored.set(name, text),
  getItem: (name: string) => stored.get(name) ?? null,
  removeItem: (name: string) => stored.delete(name),
})
const {
  readLastNotifiedToken: readAnnouncedToken,
  getLastSessionEnd: lastSessionEnd,
  storeToken,
  readAndClearSessionEndReason: takeEndReason,
  awaitToken,
  watchToken,
} = await import('./session-token.ts')

beforeEach(() => {
  stored.clear()
  storeToken('one')
})

const tellOfStorage = () => page.dispatchEvent(Object.assign(new Event('storage'), { key: 'access_token' }))
/** Simulates a logout in another tab. */
const endElsewhere = (reason?: string) => {
  stored.delete('session_end')
  if (reason !== undefined) stored.set('session_end', reason)
  stored.delete('access_token')
}

test('access token: another tab’s logout and its reason are known before the storage event', async () => {
  for (const seen of [tellOfStorage, () => awaitToken()]) {
    storeToken('one')
    const heard = vi.fn()
    const unwatch = watchToken(heard)
    endElsewhere('Token inválido')
    // A component rendered between the logout and its event still uses the old token.
    expect(readAnnouncedToken()).toBe('one')
    await seen()
    tellOfStorage()
    expect(heard).toHaveBeenCalledOnce()
    expect(lastSessionEnd()).toMatchObject({ byHand: false })
    expect(takeEndReason()).toBe('Token inválido')
    expect(takeEndReason()).toBeNull()
    unwatch()
  }
})

test('access token: a manual logout has no reason, even after a session that ended with one', async () => {
  endElsewhere('Token inválido')
  tellOfStorage()
  stored.set('access_token', 'two')
  tellOfStorage()
  endElsewhere()
  await awaitToken()
  tellOfStorage()
  expect(lastSessionEnd()).toMatchObject({ byHand: true })
  expect(takeEndReason()).toBeNull()
})
