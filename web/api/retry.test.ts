import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { type RetryState, retryUntilAnswered } from './retry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns a call that fails `losses` times without an answer and then succeeds. */
function flaky(losses: number) {
  return vi.fn(async () => {
    if (losses-- > 0) throw new ApiError(0, 'sin respuesta')
    return 'hecho'
  })
}

test('retry: repeats after 1, 2 and 4 seconds, and reports the wait each time', async () => {
  const attempt = flaky(3)
  const report = vi.fn<(unanswered: RetryState | null) => void>()
  const answer = retryUntilAnswered(attempt, report)
  for (const [wait, calls] of [
    [999, 1],
    [1, 2],
    [1999, 2],
    [1, 3],
    [3999, 3],
    [1, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(wait)
    expect(attempt).toHaveBeenCalledTimes(calls)
  }
  expect(await answer).toBe('hecho')
  expect(report).toHaveBeenCalledWith(expect.objectContaining({ attempts: 3, sending: true }))
  expect(report).toHaveBeenLastCalledWith(null)
})

test('retry: the person can send again at once, or stop the retries', async () => {
  const attempt = flaky(9)
  let waiting: RetryState | null = null
  const answer = retryUntilAnswered(attempt, (unanswered) => {
    waiting = unanswered
  })
  const current = () => waiting as RetryState | null
  const outcome = expect(answer).rejects.toMatchObject({ reason: 'network' })
  await vi.advanceTimersByTimeAsync(0)
  current()?.retryNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(attempt).toHaveBeenCalledTimes(2)
  current()?.stop()
  await outcome
  expect(current()).toBeNull()
})

test('retry: repeats refusals that have a Retry-After header, and shows their reason', async () => {
  const said = [new ApiError(503, 'La base de datos no responde.'), new ApiError(502, 'Error inesperado: código 502')]
  const attempt = vi.fn(async () => {
    const error = said.shift()
    if (error) throw error
    return 'hecho'
  })
  const report = vi.fn<(unanswered: RetryState | null) => void>()
  const answer = retryUntilAnswered(attempt, report)
  await vi.advanceTimersByTimeAsync(3000)
  expect(await answer).toBe('hecho')
  const told = report.mock.calls.flatMap(([state]) => (state?.sending === false ? [state.refusal] : []))
  expect(told).toEqual(['La base de datos no responde.', null])
})

test('retry: does not repeat a refusal', async () => {
  const attempt = vi.fn(async () => {
    throw new ApiError(409, 'no')
  })
  await expect(retryUntilAnswered(attempt, () => undefined)).rejects.toMatchObject({ status: 409 })
  expect(attempt).toHaveBeenCalledTimes(1)
})

test('retry: stops when the screen is left during the wait', async () => {
  const attempt = flaky(9)
  const leaving = new AbortController()
  const outcome = expect(
    retryUntilAnswered(attempt, () => undefined, { leaving: leaving.signal }),
  ).rejects.toMatchObject({
    reason: 'network',
  })
  await vi.advanceTimersByTimeAsync(0)
  leaving.abort()
  await outcome
  await vi.runAllTimersAsync()
  expect(attempt).toHaveBeenCalledTimes(1)
})
