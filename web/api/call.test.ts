import { endpoints } from '@torniquete/contract/endpoints.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, makeApiUrl } from './call.ts'
import { fetchExportFile } from './fetch-export-file.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.spyOn(console, 'error').mockReturnValue()
  // Replaces AbortSignal.timeout by a timer, because fake timers do not control the browser's own timeout.
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

const answerAfter = (milliseconds: number, answer: Response) =>
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        setTimeout(() => resolve(answer), milliseconds)
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  )

test('API call: waits longer for an answer than the server waits for a device', async () => {
  const late = endpoints['door.open'].maxWaitMs + 1500
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

test('API call: counts as lost after 10 s without an answer', async () => {
  answerAfter(10_500, Response.json({}))
  const lost = expect(call('clients.list', { query: {} })).rejects.toMatchObject({ reason: 'network' })
  await vi.advanceTimersByTimeAsync(10_000)
  await lost
})

/** Simulates a server whose response stalls halfway; `hungUp` gets the reason when the connection is closed. */
function answerHalf(): { hungUp: unknown } {
  const line: { hungUp: unknown } = { hungUp: undefined }
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    const content = new ReadableStream<Uint8Array>({
      start(answer) {
        answer.enqueue(new TextEncoder().encode('{"items":['))
        signal.addEventListener('abort', () => {
          line.hungUp = signal.reason
          answer.error(signal.reason)
        })
      },
    })
    return new Response(content)
  })
  return line
}

test('API call: counts as lost when its answer stalls for 10 s', async () => {
  answerHalf()
  const lost = expect(call('clients.list', { query: {} })).rejects.toMatchObject({ reason: 'network' })
  await vi.advanceTimersByTimeAsync(10_000)
  await lost
})

test('API call: an abort by the caller’s signal is not counted as a lost connection', async () => {
  const line = answerHalf()
  const search = new AbortController()
  const followed = expect(call('clients.list', { query: {}, signal: search.signal })).rejects.toBe('followed')
  await vi.advanceTimersByTimeAsync(100)
  search.abort('followed')
  await followed
  expect(line.hungUp).toBe('followed')
})

test('request URL: contains path parameters, and omits empty query values', () => {
  const query = { page: 0, is_read: false, client_name: '', start_date: null, end_date: undefined }
  expect(makeApiUrl('/clients/name/{name}', { name: 'a/b ñ' }, query)).toBe(
    '/v1/clients/name/a%2Fb%20%C3%B1?page=0&is_read=false',
  )
})

/** Makes a response body that arrives in chunks with pauses, then ends or breaks with the error `cut`. */
const fileIn = (pauses: readonly number[], cut?: Error) =>
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    const content = new ReadableStream<Uint8Array>({
      async start(file) {
        signal.addEventListener('abort', () => file.error(signal.reason))
        for (const pause of pauses) {
          await new Promise((resolve) => setTimeout(resolve, pause))
          if (signal.aborted) return
          file.enqueue(new TextEncoder().encode('fila '))
        }
        if (cut) file.error(cut)
        else file.close()
      },
    })
    return new Response(content, {
      headers: { 'Content-Disposition': "attachment; filename*=UTF-8''Ventas%20de%20membres%C3%ADas.xlsx" },
    })
  })
const fileOf = () => fetchExportFile('payments.export', {}, new AbortController().signal)

test('download: has no time limit while data arrives, and uses the server’s file name', async () => {
  fileIn([9_000, 9_000, 9_000])
  const coming = fileOf()
  await vi.advanceTimersByTimeAsync(27_000)
  const file = await coming
  expect([file.name, await file.text()]).toEqual(['Ventas de membresías.xlsx', 'fila fila fila '])
})

test('download: a connection that is cut halfway yields no file', async () => {
  fileIn([10, 10], new TypeError('terminated'))
  const lost = expect(fileOf()).rejects.toMatchObject({ reason: 'network', message: 'Sin conexión con el servidor.' })
  await vi.advanceTimersByTimeAsync(20)
  await lost
})
