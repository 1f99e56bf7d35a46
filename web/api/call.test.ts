import { endpoints } from '@torniquete/contract/endpoints.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressOf, call } from './call.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.spyOn(console, 'error').mockReturnValue()
  // The browser's own clock is out of reach of the tests'.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const abort = new AbortController()
    setTimeout(() => abort.abort(), milliseconds)
    return abort.signal
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A server that answers after so many milliseconds. */
const answerAfter = (milliseconds: number, answer: Response) =>
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        setTimeout(() => resolve(answer), milliseconds)
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  )

test('what waits for a device is heard after the server’s own patience, and a late door is no lost call', async () => {
  const late = endpoints['door.open'].waits + 1500
  answerAfter(late, Response.json({ detail: 'El dispositivo no respondió' }, { status: 504 }))
  const silent = expect(call('door.open', { body: {} })).rejects.toMatchObject({
    status: 504,
    message: 'El dispositivo no respondió',
  })
  await vi.advanceTimersByTimeAsync(late)
  await silent
  answerAfter(late, Response.json({ id: 1, device: { id: 2, name: 'Puerta' } }))
  const opened = expect(call('door.open', { body: {} })).resolves.toMatchObject({ id: 1 })
  await vi.advanceTimersByTimeAsync(late)
  await opened
})

test('anything else without an answer is lost after 10 s', async () => {
  answerAfter(10_500, Response.json({}))
  const lost = expect(call('clients.list', { query: {} })).rejects.toMatchObject({ reason: 'network' })
  await vi.advanceTimersByTimeAsync(10_000)
  await lost
})

test('fills parameters and leaves empty query values out', () => {
  const query = { page: 0, is_read: false, client_name: '', start_date: null, end_date: undefined }
  expect(addressOf('/clients/name/{name}', { name: 'a/b ñ' }, query)).toBe(
    '/v1/clients/name/a%2Fb%20%C3%B1?page=0&is_read=false',
  )
})
