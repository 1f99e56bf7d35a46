import { beforeEach, expect, test, vi } from 'vitest'
import { withTabLock } from './tab-lock.ts'

const stored = new Map<string, string>()
const page = new EventTarget()

beforeEach(() => {
  stored.clear()
  // A page over plain http on the LAN: without locks.
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('window', page)
  vi.stubGlobal('localStorage', {
    setItem: (name: string, text: string) => stored.set(name, text),
    getItem: (name: string) => stored.get(name) ?? null,
    removeItem: (name: string) => stored.delete(name),
  })
  vi.useFakeTimers()
})

/** Work that ends when it is told to. */
function work() {
  let end: (value: string) => void = () => undefined
  const promise = new Promise<string>((resolve) => {
    end = resolve
  })
  return { run: vi.fn(() => promise), end: (value: string) => end(value) }
}

test('without locks, one works after the other', async () => {
  const [first, second] = [work(), work()]
  const done = [withTabLock('a', first.run), withTabLock('a', second.run)]
  // Longer than a note lives: it is renewed.
  await vi.advanceTimersByTimeAsync(25_000)
  expect(first.run).toHaveBeenCalled()
  expect(second.run).not.toHaveBeenCalled()
  first.end('first')
  await vi.advanceTimersByTimeAsync(1100)
  expect(second.run).toHaveBeenCalled()
  second.end('second')
  expect(await Promise.all(done)).toEqual(['first', 'second'])
  expect(stored.size).toBe(0)
})

test('tab lock: a crashed tab’s lock expires, a closed tab’s is free at once', async () => {
  stored.set('turn:a', `crashed ${Date.now() + 10_000}`)
  const next = work()
  void withTabLock('a', next.run)
  await vi.advanceTimersByTimeAsync(9000)
  expect(next.run).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  expect(next.run).toHaveBeenCalled()
  page.dispatchEvent(new Event('pagehide'))
  expect(stored.has('turn:a')).toBe(false)
})

test('a note from before the clock was set back is waited for no longer than another', async () => {
  stored.set('turn:a', `crashed ${Date.now() + 86_400_000}`)
  const next = work()
  void withTabLock('a', next.run)
  await vi.advanceTimersByTimeAsync(11_000)
  expect(next.run).toHaveBeenCalled()
})

test('a turn outlives a clock that is set back', async () => {
  const [first, second] = [work(), work()]
  let lost = new AbortController().signal
  const done = withTabLock('a', (signal) => {
    lost = signal
    return first.run()
  })
  await vi.advanceTimersByTimeAsync(100)
  const ended = new AbortController()
  const waiting = withTabLock('a', second.run, ended.signal).catch(() => 'nobody')
  vi.setSystemTime(Date.now() - 86_400_000)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(lost.aborted).toBe(false)
  expect(second.run).not.toHaveBeenCalled()
  first.end('first')
  expect(await done).toBe('first')
  ended.abort()
  await vi.advanceTimersByTimeAsync(1000)
  await waiting
})

test('a tab that slept while another took its turn is told', async () => {
  const sleeper = work()
  const heard = vi.fn()
  void withTabLock('a', (lost) => {
    lost.addEventListener('abort', heard)
    return sleeper.run()
  })
  await vi.advanceTimersByTimeAsync(100)
  stored.set('turn:a', `another ${Date.now() + 10_000}`)
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'turn:a' }))
  expect(heard).toHaveBeenCalledTimes(1)
  sleeper.end('late')
  await vi.advanceTimersByTimeAsync(100)
  expect(stored.get('turn:a')).toMatch(/^another/)
})

test('tab lock: a waiting tab that leaves does nothing', async () => {
  const [first, second] = [work(), work()]
  const leaving = new AbortController()
  void withTabLock('a', first.run)
  const waiting = withTabLock('a', second.run, leaving.signal)
  const outcome = expect(waiting).rejects.toThrow()
  leaving.abort()
  await vi.advanceTimersByTimeAsync(500)
  await outcome
  expect(second.run).not.toHaveBeenCalled()
})
