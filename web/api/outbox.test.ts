// Tests booking calls with every kind of answer: a call is never lost, and one page at a time sends it until its
// outcome is known.
import { idempotencyKeyReusedText } from '@torniquete/contract/shared/repeated-call-texts.ts'
import { cashNeedsShiftText, shiftClosedText } from '@torniquete/contract/shared/shift-error-texts.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeIdempotencyKey } from './call.ts'
import {
  dismissOutboxNoticeCall,
  hadPendingCallsAtLoad,
  isCallPending,
  listOutboxNoticeCalls,
  listPendingCalls,
  makePendingCall,
  type OutboxNoticeCall,
  type PendingCall,
  resumePendingCalls,
  retryStoppedCall,
  sendUntilAnswered,
} from './outbox.ts'
import type { RetryState } from './retry.ts'

const owner = { gym: 1, user: 2 }
const label = 'La venta a José por $ 350.00'
const tokenFor = (id_user: number) =>
  `x.${btoa(JSON.stringify({ sub: JSON.stringify({ id_user, id_gym: 1, username: 'ana' }) }))}.x`

type Reply = number | { detail: string } | { html: string }
/** Queued server replies: a status, 0 for no answer, `detail` for a 409 with this message, `html` for a proxy's 404. */
let replies: Reply[]
const sent: { key: string | null; shift: number | undefined }[] = []

async function fakeFetch(_: string, { headers, body }: { headers: HeadersInit; body: string }): Promise<Response> {
  const { id_shift }: { id_shift?: number } = JSON.parse(body)
  sent.push({ key: new Headers(headers).get('Idempotency-Key'), shift: id_shift })
  const reply = replies.shift() ?? 201
  if (reply === 0) throw new TypeError('Failed to fetch')
  if (typeof reply === 'object' && 'html' in reply) return new Response(reply.html, { status: 404 })
  if (typeof reply === 'object') return Response.json(reply, { status: 409 })
  return Response.json(reply < 300 ? { id: 5 } : { detail: `error ${reply}` }, { status: reply })
}

/** Fake of local storage with the used methods: entries are own enumerable properties, functions are not. */
function makeStorage(): Storage {
  const functions = {
    setItem: (name: string, text: string) => void Object.assign(storage, { [name]: text }),
    getItem: (name: string) => Object.getOwnPropertyDescriptor(storage, name)?.value ?? null,
    removeItem: (name: string) => void Reflect.deleteProperty(storage, name),
  }
  const storage: Storage = Object.create(functions)
  return storage
}

const page = new EventTarget()
const view = Object.assign(new EventTarget(), { hidden: false })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', makeStorage())
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', view)
  vi.stubGlobal('fetch', fakeFetch)
  vi.spyOn(console, 'error').mockReturnValue()
  localStorage.setItem('access_token', tokenFor(2))
  view.hidden = false
  replies = []
  sent.length = 0
})
afterEach(() => {
  for (const shown of listOutboxNoticeCalls(owner)) dismissOutboxNoticeCall(shown)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Sends a sale as an open form does; `seen.retry` is the current retry state. */
function sell(more: { draft?: string } = {}) {
  const form = new AbortController()
  const seen: { retry: RetryState | null } = { retry: null }
  const report = (retry: RetryState | null) => {
    seen.retry = retry
  }
  const key = makeIdempotencyKey()
  const entry = makePendingCall('sales.create', { body: { id_client: 1, items: [] }, label, ...more }, key)
  const answer = sendUntilAnswered(entry ?? expect.fail('a sale is a booking call'), { report, leaving: form.signal })
  const outcome = answer.then((value) => ({ value })).catch((error) => ({ error }))
  return { outcome, seen, key, leave: () => form.abort() }
}

const states = () => listOutboxNoticeCalls(owner).map(({ state }) => state)

function store(more: Partial<PendingCall> = {}): PendingCall {
  const key = makeIdempotencyKey()
  const entry: PendingCall = {
    ...owner,
    call: 'sales.create',
    key,
    body: { id_client: 1 },
    label,
    at: Date.now(),
    ...more,
  }
  localStorage.setItem(`pending:${entry.gym}:${entry.user}:${key}`, JSON.stringify(entry))
  return entry
}

function only(): OutboxNoticeCall {
  const [shown] = listOutboxNoticeCalls(owner)
  return shown ?? expect.fail('nothing is unanswered')
}

test.each([0, 408, 429, 500, 502, 503, 504])('sale: is sent again after %i until answered', async (status) => {
  replies = [status, status]
  const { outcome, key } = sell()
  expect(isCallPending(owner, key)).toBe(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect([sent.length, isCallPending(owner, key), states()]).toEqual([2, true, []])
  await vi.advanceTimersByTimeAsync(2000)
  expect(await outcome).toEqual({ value: { id: 5 } })
  expect(new Set(sent.map((each) => each.key))).toEqual(new Set([key]))
  expect(isCallPending(owner, key)).toBe(false)
})

test.each([400, 403, 404, 409, 422])('sale: a first refusal with %i keeps the draft', async (status) => {
  localStorage.setItem('draft:1:2:b', 'lines')
  replies = [status]
  const { outcome, key } = sell({ draft: 'draft:1:2:b' })
  expect(await outcome).toMatchObject({ error: { status } })
  expect([isCallPending(owner, key), localStorage.getItem('draft:1:2:b')]).toEqual([false, 'lines'])
})

test('sale: the draft is deleted when the sale is booked', async () => {
  localStorage.setItem('draft:1:2:b', 'lines')
  await sell({ draft: 'draft:1:2:b' }).outcome
  expect(localStorage.getItem('draft:1:2:b')).toBeNull()
})

test.each([404, 409])('sale: after a lost answer, %i is final because the key was checked', async (status) => {
  replies = [0, status]
  const { outcome, key } = sell()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await outcome).toMatchObject({ error: { status } })
  expect(isCallPending(owner, key)).toBe(false)
})

test.each([403, 422])('sale: after a lost answer, %i moves the sale to the pending notice', async (status) => {
  replies = [0, status]
  const { outcome } = sell()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await outcome).toMatchObject({ error: { reason: 'stopped' } })
  expect(only()).toMatchObject({ state: 'stopped', reason: `error ${status}` })
})

test('sale: after the person stops the retries, only the person can send the sale again', async () => {
  replies = [0]
  const { outcome, seen, key } = sell()
  await vi.advanceTimersByTimeAsync(0)
  seen.retry?.stop()
  expect(await outcome).toMatchObject({ error: { reason: 'stopped' } })
  resumePendingCalls(owner)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sent.length, states()]).toEqual([1, ['stopped']])
  retryStoppedCall(only().entry, {})
  await vi.advanceTimersByTimeAsync(0)
  expect([sent.map((each) => each.key), states(), listPendingCalls(owner)]).toEqual([[key, key], ['done'], []])
})

test('sale: if the form closes after a lost answer, the notice continues the retries', async () => {
  replies = [0, 0]
  const { outcome, leave } = sell()
  await vi.advanceTimersByTimeAsync(0)
  leave()
  expect(await outcome).toMatchObject({ error: { reason: 'left' } })
  expect(states()).toEqual(['repeating'])
  await vi.advanceTimersByTimeAsync(3000)
  expect([sent.length, states(), listPendingCalls(owner)]).toEqual([3, ['done'], []])
  dismissOutboxNoticeCall(only())
  expect(states()).toEqual([])
})

test('sale: a form closed before the first answer still receives the answer', async () => {
  const { outcome, leave } = sell()
  leave()
  expect(await outcome).toEqual({ value: { id: 5 } })
})

test('sale: after the session ends, only a session of the same user sends the sale again', async () => {
  replies = [0]
  const { outcome, key } = sell()
  await vi.advanceTimersByTimeAsync(0)
  localStorage.setItem('access_token', tokenFor(3))
  await vi.advanceTimersByTimeAsync(1000)
  expect(await outcome).toMatchObject({ error: { reason: 'left' } })
  resumePendingCalls(owner)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sent.length, isCallPending(owner, key)]).toEqual([1, true])
  localStorage.setItem('access_token', tokenFor(2))
  resumePendingCalls(owner)
  await vi.advanceTimersByTimeAsync(0)
  expect([sent.length, states()]).toEqual([2, ['done']])
})

test('sale of another page: a visible page sends the sale once the other page is silent', async () => {
  const { key } = store({ sender: { page: 'other', until: Date.now() + 30_000 } })
  resumePendingCalls(owner)
  expect([sent, states()]).toEqual([[], []])
  await vi.advanceTimersByTimeAsync(30_000)
  view.hidden = true
  resumePendingCalls(owner)
  expect(sent).toEqual([])
  view.hidden = false
  resumePendingCalls(owner)
  await vi.advanceTimersByTimeAsync(0)
  expect([sent.map((each) => each.key), states()]).toEqual([[key], ['done']])
})

test('sale of another page: a sender mark from before a clock change does not block sending', async () => {
  store({ sender: { page: 'other', until: Date.now() + 86_400_000 } })
  resumePendingCalls(owner)
  await vi.advanceTimersByTimeAsync(0)
  expect(states()).toEqual(['done'])
})

test('resumed sale: the notice shows the reason of the server’s refusal', async () => {
  store()
  replies = [{ detail: 'No hay suficiente existencia' }]
  resumePendingCalls(owner)
  await vi.advanceTimersByTimeAsync(0)
  expect(only()).toMatchObject({ state: 'refused', reason: 'No hay suficiente existencia' })
  expect(listPendingCalls(owner)).toEqual([])
})

test('resumed cash sale: waits for an open drawer and is booked in the drawer’s shift', async () => {
  const { key } = store()
  replies = [{ detail: cashNeedsShiftText }, { detail: cashNeedsShiftText }, { detail: shiftClosedText }]
  resumePendingCalls(owner)
  const press = async (shift: { id_shift?: number }) => {
    await vi.advanceTimersByTimeAsync(0)
    expect(only()).toMatchObject({ state: 'stopped', reason: expect.any(String) })
    retryStoppedCall(only().entry, shift)
    await vi.advanceTimersByTimeAsync(0)
  }
  await press({})
  await press({ id_shift: 6 })
  await press({ id_shift: 7 })
  expect(sent).toEqual([undefined, undefined, 6, 7].map((shift) => ({ key, shift })))
  expect([states(), listPendingCalls(owner)]).toEqual([['done'], []])
})

test('sale older than its idempotency key: is not sent again, and can be dismissed', async () => {
  const day = 86_400_000
  store({ at: Date.now() - 6 * day - 1 })
  resumePendingCalls(owner)
  expect([sent, states()]).toEqual([[], ['old']])
  dismissOutboxNoticeCall(only())
  expect(listPendingCalls(owner)).toEqual([])
})

test('outbox: lists only the user’s own calls, oldest first', () => {
  store({ key: 'late', at: 3000 })
  store({ key: 'early', at: 2000 })
  store({ user: 3 })
  store({ gym: 2 })
  localStorage.setItem('pending:1:2:x', '{"call":')
  localStorage.setItem('pending:1:2:y', JSON.stringify({ ...store({ user: 4 }), call: 'clients.delete' }))
  expect(listPendingCalls(owner).map(({ key }) => key)).toEqual(['early', 'late'])
  expect(hadPendingCallsAtLoad(owner)).toBe(false)
})

test('full storage: a sale is still sent, and the page asks before closing until it is answered', async () => {
  localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const closes = () => page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  replies = [0]
  const { outcome } = sell()
  await vi.advanceTimersByTimeAsync(0)
  expect(closes()).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await outcome).toEqual({ value: { id: 5 } })
  expect(closes()).toBe(true)
})

test('suspended page: stops sending a sale that another tab has completed', async () => {
  replies = [0]
  const { outcome, key } = sell()
  await vi.advanceTimersByTimeAsync(0)
  localStorage.removeItem(`pending:1:2:${key}`)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await outcome).toMatchObject({ error: { reason: 'left' } })
  expect([sent.length, states()]).toEqual([1, []])
})

test('suspended page: stops sending a sale whose key the server may have forgotten', async () => {
  replies = [0]
  const { outcome } = sell()
  await vi.advanceTimersByTimeAsync(0)
  vi.setSystemTime(Date.now() + 7 * 86_400_000)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await outcome).toMatchObject({ error: { reason: 'left' } })
  expect([sent.length, states()]).toEqual([1, ['old']])
})

test('full storage: a sale whose retries were stopped stays in the notice until it is dismissed', async () => {
  localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  replies = [0]
  const { outcome, seen, key } = sell()
  await vi.advanceTimersByTimeAsync(0)
  seen.retry?.stop()
  expect(await outcome).toMatchObject({ error: { reason: 'stopped' } })
  expect([states(), isCallPending(owner, key)]).toEqual([['stopped'], true])
  const closes = () => page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(closes()).toBe(false)
  dismissOutboxNoticeCall(only())
  expect([states(), closes()]).toEqual([[], true])
})

test.each([{ detail: idempotencyKeyReusedText }, { html: '<h1>Not found</h1>' }])(
  'sale: after a lost answer, the reply %j does not prove that it failed',
  async (reply) => {
    replies = [0, reply]
    const { outcome } = sell()
    await vi.advanceTimersByTimeAsync(1000)
    expect(await outcome).toMatchObject({ error: { reason: 'stopped' } })
    expect(states()).toEqual(['stopped'])
  },
)

test('resumed sale: the refusal is shown after a reload, and the draft is kept one day longer', async () => {
  localStorage.setItem('draft:1:2:b', JSON.stringify({ id: 'b', at: 0 }))
  const { key } = store({ draft: 'draft:1:2:b' })
  replies = [{ detail: 'No hay suficiente existencia' }]
  resumePendingCalls(owner)
  await vi.advanceTimersByTimeAsync(0)
  expect(localStorage.getItem(`pending:1:2:${key}`)).toContain('No hay suficiente existencia')
  expect(localStorage.getItem('draft:1:2:b')).toBe(JSON.stringify({ id: 'b', at: Date.now() }))
  expect(isCallPending(owner, key)).toBe(false)
  dismissOutboxNoticeCall(only())
  expect(localStorage.getItem(`pending:1:2:${key}`)).toBeNull()
})

test('resumed cash movement: is refused if the shift was closed', async () => {
  store({ call: 'cash-shifts.move', params: { id: 3 }, body: { amount: '5.00' } })
  replies = [{ detail: shiftClosedText }]
  resumePendingCalls(owner)
  await vi.advanceTimersByTimeAsync(0)
  expect(only()).toMatchObject({ state: 'refused', reason: shiftClosedText })
})
