import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { type PendingSend, readPending, storePending } from './pending-send.ts'
import { type RetryState, sendUntilAnswered } from './send-until-answered.ts'

const entry: PendingSend = {
  call: 'sales.create',
  key: 'a',
  body: {},
  label: 'La venta a José por $ 350.00',
  gym: 1,
  user: 2,
  at: 0,
}

beforeEach(() => {
  vi.useFakeTimers()
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    setItem: (name: string, text: string) => stored.set(name, text),
    getItem: (name: string) => stored.get(name) ?? null,
    removeItem: (name: string) => stored.delete(name),
  })
  storePending(entry)
})
afterEach(() => void vi.useRealTimers())

const staying = () => ({ report: () => undefined, leaving: new AbortController().signal })

/** Answers each time with the next: a status is an error. */
const answering = (...statuses: (number | 'hecho')[]) =>
  vi.fn(async () => {
    const next = statuses.shift()
    if (typeof next === 'number') throw new ApiError(next, `error ${next}`)
    return next
  })

test.each([0, 408, 429, 500, 502, 503, 504])(
  'status %i is inconclusive: the call repeats until it is answered',
  async (status) => {
    const attempt = answering(status, status, 'hecho')
    const answer = sendUntilAnswered(entry, attempt, staying())
    await vi.advanceTimersByTimeAsync(1000)
    expect(readPending(entry)).not.toBeNull()
    await vi.advanceTimersByTimeAsync(2000)
    expect(await answer).toBe('hecho')
    expect(readPending(entry)).toBeNull()
  },
)

test.each([400, 403, 404, 409, 422])('a first refusal of %i ends it', async (status) => {
  await expect(sendUntilAnswered(entry, answering(status), staying())).rejects.toMatchObject({ status })
  expect(readPending(entry)).toBeNull()
})

test.each([404, 409])('after a lost answer, %i ends it too: the server looked for the key first', async (status) => {
  const outcome = expect(sendUntilAnswered(entry, answering(0, status), staying())).rejects.toMatchObject({ status })
  await vi.advanceTimersByTimeAsync(1000)
  await outcome
  expect(readPending(entry)).toBeNull()
})

test.each([403, 422])('after a lost answer, %i is inconclusive', async (status) => {
  const refusal = `error ${status}`
  const outcome = expect(sendUntilAnswered(entry, answering(0, status), staying())).rejects.toMatchObject({ refusal })
  await vi.advanceTimersByTimeAsync(1000)
  await outcome
  expect(readPending(entry)).toMatchObject({ stopped: true })
})

test.each([0, 1])('a session that ends leaves it to its owner’s return, after %i lost answers', async (lost) => {
  const outcome = sendUntilAnswered(entry, answering(401), { ...staying(), lost })
  await expect(outcome).rejects.toMatchObject({ reason: 'left' })
  expect(readPending(entry)).toEqual(entry)
})

test('pending call: its draft stays after a refusal and goes when it is done', async () => {
  const made = { ...entry, draft: 'draft:1:2:b' }
  localStorage.setItem(made.draft, 'lines')
  await expect(sendUntilAnswered(made, answering(409), staying())).rejects.toMatchObject({ status: 409 })
  expect(localStorage.getItem(made.draft)).toBe('lines')
  await sendUntilAnswered(made, answering('hecho'), staying())
  expect(localStorage.getItem(made.draft)).toBeNull()
})

test('stopped by the person, it stays and is not sent again by itself', async () => {
  const report = (unanswered: RetryState | null) => unanswered?.stop()
  await expect(sendUntilAnswered(entry, answering(0), { ...staying(), report })).rejects.toMatchObject({
    reason: 'stopped',
  })
  expect(readPending(entry)).toMatchObject({ stopped: true })
})

test('when its page is left, it stays for another to go on with', async () => {
  const page = new AbortController()
  const attempt = answering(0, 'hecho')
  const outcome = expect(
    sendUntilAnswered(entry, attempt, { ...staying(), leaving: page.signal }),
  ).rejects.toMatchObject({
    reason: 'left',
  })
  await vi.advanceTimersByTimeAsync(0)
  page.abort()
  await outcome
  expect(attempt).toHaveBeenCalledTimes(1)
  expect(readPending(entry)).toEqual(entry)
})
