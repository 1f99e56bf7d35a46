import { shiftClosed, shiftNeeded } from '@torniquete/contract/shared/shift-words.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listPending, type PendingSend, storePending } from './pending-send.ts'
import { type UnansweredCall, watchUnansweredCalls } from './unanswered-calls.ts'

const owner = { gym: 1, user: 2 }
const sale: PendingSend = {
  ...owner,
  call: 'sales.create',
  key: 'a',
  body: { id_client: 1, items: [] },
  label: 'La venta a José por $ 350.00',
  at: Date.now(),
  stopped: true,
}

/** How many wait for the end of whatever is under way, and for the tab to be seen. */
let waiting = 0

beforeEach(() => {
  const functions = {
    setItem: (name: string, text: string) => void Object.assign(storage, { [name]: text }),
    getItem: (name: string) => Object.getOwnPropertyDescriptor(storage, name)?.value ?? null,
    removeItem: (name: string) => void Reflect.deleteProperty(storage, name),
  }
  const storage = Object.create(functions)
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('navigator', { locks: { request: (_: string, __: object, work: () => unknown) => work() } })
  vi.spyOn(console, 'error').mockReturnValue()
  waiting = 0
  const { addEventListener, removeEventListener } = EventTarget.prototype
  const counted = ['abort', 'visibilitychange']
  vi.spyOn(EventTarget.prototype, 'addEventListener').mockImplementation(function (this: EventTarget, ...listener) {
    if (counted.includes(listener[0])) waiting += 1
    addEventListener.apply(this, listener)
  })
  vi.spyOn(EventTarget.prototype, 'removeEventListener').mockImplementation(function (this: EventTarget, ...listener) {
    if (counted.includes(listener[0])) waiting -= 1
    removeEventListener.apply(this, listener)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('however often a call is sent again, no more wait for the page’s end than at first', async () => {
  // Nothing that tells what became of it: the person is asked each time.
  vi.stubGlobal('fetch', async () => Response.json({ detail: 'No puedes hacer esto' }, { status: 403 }))
  storePending(sale)
  let asked: UnansweredCall[] = []
  const stop = watchUnansweredCalls(owner, (calls) => {
    asked = calls.filter(({ state }) => state === 'stopped')
  })
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  const first = waiting
  for (let turn = 0; turn < 4; turn += 1) {
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    expect(waiting, `turn ${turn}`).toBe(first)
    const [call] = asked
    asked = []
    if (call?.state === 'stopped') call.retry()
  }
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  stop()
  await vi.waitFor(() => expect(waiting).toBe(first - 1))
})

/** What was sent, as the server is asked for it: refused by `refusal`, null where it is done. */
function answering(refusal: (body: { id_shift?: number }) => string | null) {
  const sent: { key: string | null; shift: number | undefined }[] = []
  vi.stubGlobal('fetch', async (_: string, { headers, body }: { headers: HeadersInit; body: string }) => {
    const parsed: { id_shift?: number } = JSON.parse(body)
    sent.push({ key: new Headers(headers).get('Idempotency-Key'), shift: parsed.id_shift })
    const detail = refusal(parsed)
    return detail ? Response.json({ detail }, { status: 409 }) : Response.json({ id: 5 }, { status: 201 })
  })
  return sent
}

test('pending cash sale: waits for an open drawer and counts in the shift open then', async () => {
  const sent = answering(({ id_shift }) => (id_shift === 7 ? null : id_shift ? shiftClosed : shiftNeeded))
  let shift: number | null = null
  let states: UnansweredCall[] = []
  const inShift = () => (shift === null ? {} : { id_shift: shift })
  storePending({ ...sale, stopped: false })
  const stop = watchUnansweredCalls(
    owner,
    (calls) => {
      states = [...calls]
    },
    inShift,
  )
  const press = async () => {
    await vi.waitFor(() => expect(states[0]).toMatchObject({ state: 'stopped', reason: expect.any(String) }))
    const [call] = states
    states = []
    if (call?.state === 'stopped') call.retry()
  }
  await vi.waitFor(() => expect(states[0]).toMatchObject({ state: 'stopped', reason: shiftNeeded }))
  expect(listPending(owner)).toMatchObject([{ key: 'a', stopped: true }])
  // Nobody opened one; then one that is closed meanwhile.
  await press()
  await vi.waitFor(() => expect(states[0]).toMatchObject({ state: 'stopped', reason: shiftNeeded }))
  shift = 6
  await press()
  await vi.waitFor(() => expect(states[0]).toMatchObject({ state: 'stopped', reason: shiftClosed }))
  shift = 7
  await press()
  await vi.waitFor(() => expect(states[0]).toMatchObject({ state: 'done' }))
  stop()
  expect(sent).toEqual([undefined, undefined, undefined, 6, 6, 7].map((each) => ({ key: 'a', shift: each })))
  expect(listPending(owner)).toEqual([])
})

test('pending call: any other refusal ends it', async () => {
  answering(() => 'El gimnasio no permite dejar a deber.')
  let states: UnansweredCall[] = []
  storePending({ ...sale, stopped: false })
  const stop = watchUnansweredCalls(owner, (calls) => {
    states = [...calls]
  })
  await vi.waitFor(() => expect(states[0]).toMatchObject({ state: 'refused' }))
  stop()
  expect(listPending(owner)).toEqual([])
})
