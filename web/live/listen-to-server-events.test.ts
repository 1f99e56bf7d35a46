import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenToServerEvents } from './listen-to-server-events.ts'

const anHour = 3_600_000

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('event stream: a night of failed reconnections leaves no additional page listeners', async () => {
  const page = new AbortController()
  const added = vi.spyOn(page.signal, 'addEventListener')
  const removed = vi.spyOn(page.signal, 'removeEventListener')
  const waiting = () => added.mock.calls.length - removed.mock.calls.length
  const asked = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', asked)
  const listening = listenToServerEvents({ onEvent: vi.fn(), onConnect: vi.fn() }, page.signal)
  await vi.advanceTimersByTimeAsync(0)
  const first = waiting()
  await vi.advanceTimersByTimeAsync(8 * anHour)
  expect(asked.mock.calls.length).toBeGreaterThan(900)
  expect(waiting()).toBe(first)
  page.abort()
  await listening
  expect(waiting()).toBe(0)
})

test('event stream: closes while the page is hidden, and resumes from the last event when shown', async () => {
  const view = Object.assign(new EventTarget(), { hidden: true })
  const turn = (hidden: boolean) => {
    view.hidden = hidden
    view.dispatchEvent(new Event('visibilitychange'))
    return vi.advanceTimersByTimeAsync(0)
  }
  vi.stubGlobal('document', view)
  const asked: { last: string | null; signal: AbortSignal }[] = []
  vi.stubGlobal('fetch', async (_: string, { headers, signal }: { headers: Headers; signal: AbortSignal }) => {
    asked.push({ last: headers.get('Last-Event-ID'), signal })
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('id: 4\ndata: ["{}"]\n\n'))
        signal.addEventListener('abort', () => stream.error(signal.reason))
      },
    })
    return new Response(body)
  })
  const page = new AbortController()
  const onConnect = vi.fn()
  const listening = listenToServerEvents({ onEvent: vi.fn(), onConnect }, page.signal)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toHaveLength(0)
  await turn(false)
  expect(asked).toHaveLength(1)
  await turn(true)
  expect(asked[0]?.signal.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  await turn(false)
  expect(asked.map(({ last }) => last)).toEqual([null, '4'])
  expect(onConnect.mock.calls).toEqual([[false], [true]])
  page.abort()
  await listening
})
