// Covers the undo entries of a tab: lifetime, owner, and the entries left after an undo.
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../../api/call.ts'
import { now, recordServerTime } from '../../api/server-clock.ts'
import type { FinishedAction } from '../../forms/undo.ts'
import {
  fillUndoReason,
  findOtherTicketEntry,
  formatUndoDenial,
  formatUndoEntry,
  formatUndoReason,
  makeUndoEntries,
  makeUndoInput,
  readUndoEntries,
  removeUndoneEdit,
  removeUndoneEntries,
  storeUndoEntries,
  type UndoEntry,
} from './undo-entries.ts'

const noon = Date.UTC(2026, 8, 5, 12)
const minute = 60_000
const hour = 60 * minute

function makeStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>()
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => void kept.set(name, text) }
}

/** Sets this computer's clock, and by how many milliseconds the server's clock is ahead. */
function setClocks(machine: number, ahead: number): void {
  vi.setSystemTime(machine)
  recordServerTime(new Date(machine + ahead).toUTCString())
}

beforeEach(() => {
  vi.useFakeTimers({ now: noon, toFake: ['Date'] })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('sessionStorage', makeStorage())
  setClocks(noon, 0)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const done = (made: Pick<FinishedAction, 'sent'> & Partial<FinishedAction>): FinishedAction => ({
  former: undefined,
  title: 'Hecho',
  detail: null,
  at: now().getTime(),
  ...made,
})
const of = (made: FinishedAction, role: RoleName = 'gym_admin') =>
  makeUndoEntries(made, (name) => isCallAllowed(role, name))

const only = <Each>([one, ...others]: readonly Each[]): Each => {
  if (one === undefined || others.length > 0) throw new Error('not one')
  return one
}

/** Undo data for a client that a user deleted. */
const deleted = (id_client: number, title = 'Cliente eliminado') =>
  done({ sent: [{ call: 'clients.delete', input: { params: { id_client } } }], title })

const ticket = () =>
  done({
    sent: [
      {
        call: 'tickets.create',
        input: { body: {} },
        answer: { sale: { id: 31, number: 4 }, payment: { id: 52, number: 9 } },
      },
    ],
    title: 'Venta realizada con éxito',
    detail: 'José · $ 30.00',
  })

/** Undo data for an edited phone number. First pair: versions of the row; second pair: values before and after. */
async function edited(id_client: number, [base, wrote]: [string, string], [before, after]: [string, string]) {
  const input = { params: { id_client }, body: { phone_number: after } }
  return done({
    sent: [{ call: 'clients.update', input: { ...input, ifMatch: base }, answer: await answered(wrote) }],
    former: { phone_number: before },
  })
}

/** Returns the server's answer with a row and its version (ETag). */
function answered(tag: string) {
  vi.stubGlobal('fetch', async () => Response.json({ id: 7 }, { headers: { ETag: tag } }))
  return call('clients.read', { params: { id_client: 7 } })
}

test.each([
  ['right', 0],
  ['a day slow', 24 * hour],
  ['three days fast', -72 * hour],
])('undo: expires after five minutes of the server’s clock when the local one is %s', (_, ahead) => {
  setClocks(noon, ahead)
  const entries = of(deleted(7))
  expect(only(entries).at).toBe(noon + ahead)
  storeUndoEntries('undo:1', entries)
  vi.setSystemTime(noon + 5 * minute)
  expect(readUndoEntries('undo:1')).toEqual(entries)
  vi.setSystemTime(noon + 5 * minute + 1)
  expect(readUndoEntries('undo:1')).toEqual([])
})

test('undo: only the last twenty entries are kept, separately for each user', () => {
  storeUndoEntries('undo:1', of(deleted(7)))
  expect(readUndoEntries('undo:2')).toEqual([])
  storeUndoEntries(
    'undo:2',
    Array.from({ length: 22 }, (_, at) => only(of(deleted(at)))),
  )
  expect(readUndoEntries('undo:2').map(({ input }) => input.params)).toEqual(
    Array.from({ length: 20 }, (_, at) => ({ id_client: at + 2 })),
  )
  expect(readUndoEntries('undo:1')).toHaveLength(1)
  sessionStorage.setItem('undo:1', '{"call":')
  expect(readUndoEntries('undo:1')).toEqual([])
})

test('undo of a ticket: the membership is voided first, then the sale', () => {
  const [sale, payment, ...others] = of(ticket())
  expect(others).toEqual([])
  expect(sale).toMatchObject({ call: 'sales.void', input: { params: { id: 31 } } })
  expect(payment).toMatchObject({
    call: 'payments.void',
    input: { params: { id: 52 } },
    document: { kind: 'payment', id: 52, number: 9 },
  })
  if (!sale || !payment) throw new Error('two documents')
  expect(sale.key).not.toBe(payment.key)
  expect([sale, payment].map(formatUndoEntry)).toEqual(['Venta · José · $ 30.00', 'Membresía · José · $ 30.00'])
  vi.setSystemTime(noon + minute)
  const later = only(of(deleted(7)))
  // A void with any reason removes the entry of its document; other entries stay.
  const left = removeUndoneEntries(
    [sale, payment, later],
    [{ call: 'payments.void', input: { params: { id: 52 }, body: { reason: 'x' } } }],
  )
  expect(left).toEqual([sale, later])
  for (const entries of [left, [sale, payment, later]]) expect(findOtherTicketEntry(entries, payment)).toEqual(sale)
  expect(findOtherTicketEntry([later], sale)).toBeUndefined()
  // Entries of another action with the same title are not paired.
  expect(findOtherTicketEntry(of(ticket()), sale)).toBeUndefined()
})

test('undo of a debt collection: voids the collection', () => {
  const made = done({
    sent: [
      {
        call: 'debts.collect',
        input: { params: { id_client: 7 }, body: {} },
        answer: { id: 12, number: 3, owed: null, debts: [] },
      },
    ],
    title: 'Cobro registrado.',
    detail: 'José · $ 30.00',
  })
  const entry = only(of(made))
  expect(entry).toMatchObject({
    call: 'collections.void',
    input: { params: { id: 12 } },
    document: { kind: 'collection', id: 12, number: 3 },
  })
  expect(formatUndoEntry(entry)).toBe('Cobro · José · $ 30.00')
  expect(only(of(made, 'gym_worker')).denied).toBe(true)
  const sent = [{ call: 'collections.void', input: { params: { id: 12 }, body: { reason: 'x' } } }] as const
  expect(removeUndoneEntries([entry], sent)).toEqual([])
})

test('undo of an attendance: voids it with a generated reason', () => {
  const answer = { attendance_id: 9, id_client: 7, client_name: 'Ana Brújula' }
  const marked = done({ sent: [{ call: 'attendances.create', input: { body: { id_client: 7 } }, answer }] })
  const entry = only(of(marked, 'gym_worker'))
  expect([entry.call, entry.input, formatUndoEntry(entry)]).toEqual([
    'attendances.undo',
    { params: { id: 9 } },
    'Entrada de Ana Brújula',
  ])
  vi.setSystemTime(noon + minute)
  const first = fillUndoReason(entry)
  const sent = { call: entry.call, input: makeUndoInput(first) }
  expect(sent.input).toEqual({ params: { id: 9 }, body: { reason: 'Deshecho al cabo de 60 segundos' } })
  // A repeat after a lost answer must send the same body, because it uses the same idempotency key.
  storeUndoEntries('undo:1', [first])
  vi.setSystemTime(noon + 2 * minute)
  expect(makeUndoInput(fillUndoReason(only(readUndoEntries('undo:1'))))).toEqual(sent.input)
  // The entry also disappears if the user voids the attendance in the list, with another reason.
  expect(
    removeUndoneEntries([entry], [{ ...sent, input: { ...sent.input, body: { reason: 'No era ella' } } }]),
  ).toEqual([])
  const back = only(of(done({ sent: [{ ...sent, answer: { id: 9, client_name: 'Ana Brújula' } }] }), 'gym_worker'))
  expect([back.call, back.input, formatUndoEntry(back)]).toEqual([
    'attendances.restore',
    { params: { id: 9 } },
    'Anulación de la entrada de Ana Brújula',
  ])
  // Opening the door cannot be undone, so only the attendance is.
  const opened = { call: 'door.open', input: { body: { id_payment: 1 } } } as const
  expect(only(of({ ...marked, sent: [opened, ...marked.sent] })).call).toBe('attendances.undo')
})

test('undo: for an action that the user may not undo, the message names the roles that may', () => {
  const denied = only(of(ticket(), 'gym_worker'))
  expect(denied).toMatchObject({ call: 'payments.void', denied: true })
  expect(formatUndoDenial(denied)).toBe('Membresía · José · $ 30.00. Pídelo a un administrador.')
  const mayOnly = (name: string) => name === 'sales.void'
  expect(makeUndoEntries(ticket(), mayOnly).map((entry) => entry.call)).toEqual(['sales.void'])
})

test('undo: two edits of the same client are undone in reverse order', async () => {
  const first = only(of(await edited(7, ['"1"', '"2"'], ['0000', '1111'])))
  const other = only(of(await edited(8, ['"1"', '"2"'], ['0000', '1111'])))
  const last = only(of(await edited(7, ['"2"', '"3"'], ['1111', '2222'])))
  expect(last).toMatchObject({
    call: 'clients.update',
    input: { params: { id_client: 7 }, body: { phone_number: '1111' }, ifMatch: '"3"' },
  })
  const left = removeUndoneEdit([first, other, last], last, await answered('"4"'))
  expect(left).toEqual([{ ...first, input: { ...first.input, ifMatch: '"4"' } }, other])
  expect(first.input.body).toEqual({ phone_number: '0000' })
})

test('undo: an older edit is not undone if another user edited the row in between', async () => {
  const first = only(of(await edited(7, ['"1"', '"2"'], ['0000', '1111'])))
  const last = only(of(await edited(7, ['"2b"', '"3"'], ['1111', '2222'])))
  // The older entry keeps its version, so the server will refuse it.
  expect(removeUndoneEdit([first, last], last, await answered('"4"'))).toEqual([first])
  // A new edit that sends the same values does not remove the entry.
  const { call: name, input } = first
  expect(removeUndoneEntries([first], [{ call: name, input }])).toEqual([first])
})

test('undo of an edit: offered only if the former values and the new version are known', async () => {
  const made = await edited(7, ['"1"', '"2"'], ['0000', '1111'])
  const without: Partial<FinishedAction>[] = [
    { former: undefined },
    { former: { name: 'x' } },
    { sent: made.sent.map((each) => ({ ...each, answer: { id: 7 } })) },
    { sent: [...made.sent, ...made.sent] },
    { sent: [] },
  ]
  for (const each of without) expect(of({ ...made, ...each })).toEqual([])
})

test('undo of a completed receipt: writes the former values of the fields that were sent', () => {
  const input = { params: { kind: 'purchase', id: 3 }, body: { ncf: 'B0100000007' } }
  const made = done({ sent: [{ call: 'fiscal.edit-received', input, answer: { id: 3 } }], detail: 'Compra N.º 3' })
  expect(of(made)).toEqual([])
  const entry = only(of({ ...made, former: { ncf: '', issued_on: null } }))
  expect([entry.call, entry.input, formatUndoEntry(entry)]).toEqual([
    'fiscal.edit-received',
    { params: { kind: 'purchase', id: 3 }, body: { ncf: '' } },
    'Hecho · Compra N.º 3',
  ])
})

test.each([
  [1, '1 segundo'],
  [99, '99 segundos'],
  [100, '2 minutos'],
  [299, '5 minutos'],
])('undo: a void %i seconds after the action states that time as its reason', (seconds, text) => {
  const entry: UndoEntry = only(of(deleted(7)))
  vi.setSystemTime(noon + seconds * 1000)
  expect(formatUndoReason(entry)).toBe(`Deshecho al cabo de ${text}`)
})

test('undo: the name of an entry states the action and the row', () => {
  const entry = (call: UndoEntry['call'], title: string, detail: string | null, document?: UndoEntry['document']) =>
    formatUndoEntry({ call, input: {}, key: 'k', title, detail, at: noon, ...(document && { document }) })
  expect(entry('clients.restore', 'Cliente eliminado correctamente', 'Ana Brújula')).toBe('Eliminación de Ana Brújula')
  expect(entry('clients.update', 'Cliente editado con éxito', 'Ana Brújula')).toBe('Edición de Ana Brújula')
  expect(entry('clients.update', 'Cliente editado con éxito', null)).toBe('Edición')
  expect(
    entry('expenses.void', 'Gasto registrado', 'Gasto N.º 3 · $ 5.00', { kind: 'expense', id: 3, number: 3 }),
  ).toBe('Gasto N.º 3 · $ 5.00')
  expect(entry('inside.undo', 'Salida de Ana anotada', null)).toBe('Salida de Ana anotada')
})
