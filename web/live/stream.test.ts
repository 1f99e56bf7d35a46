import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listen } from './stream.ts'

const anHour = 3_600_000

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('after a night without a server, no more wait for the end of the page than at first', async () => {
  const page = new AbortController()
  const added = vi.spyOn(page.signal, 'addEventListener')
  const removed = vi.spyOn(page.signal, 'removeEventListener')
  const waiting = () => added.mock.calls.length - removed.mock.calls.length
  const asked = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', asked)
  const listening = listen({ onEvent: vi.fn(), onConnect: vi.fn() }, page.signal)
  await vi.advanceTimersByTimeAsync(0)
  const first = waiting()
  await vi.advanceTimersByTimeAsync(8 * anHour)
  expect(asked.mock.calls.length).toBeGreaterThan(900)
  expect(waiting()).toBe(first)
  page.abort()
  await listening
  expect(waiting()).toBe(0)
})
