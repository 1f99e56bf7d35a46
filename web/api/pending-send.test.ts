import { beforeEach, expect, test, vi } from 'vitest'
import { forgetPending, isTooOld, listPending, type PendingSend, readPending, storePending } from './pending-send.ts'

/** Local storage as far as it is used: its entries are its own properties, its functions are not. */
function makeStorage(): Storage {
  const functions = {
    setItem: (name: string, text: string) => void Object.assign(storage, { [name]: text }),
    getItem: (name: string) => Object.getOwnPropertyDescriptor(storage, name)?.value ?? null,
    removeItem: (name: string) => void Reflect.deleteProperty(storage, name),
  }
  const storage: Storage = Object.create(functions)
  return storage
}

const sale = (more: Partial<PendingSend> = {}): PendingSend => ({
  call: 'sales.create',
  key: 'a',
  body: { id_client: 1, items: [] },
  label: 'La venta a José por $ 350.00',
  gym: 1,
  user: 2,
  at: 1000,
  ...more,
})

beforeEach(() => vi.stubGlobal('localStorage', makeStorage()))

test('keeps what was sent for who sent it, the oldest first', () => {
  storePending(sale({ key: 'late', at: 3000 }))
  storePending(sale({ key: 'early', at: 2000 }))
  storePending(sale({ key: 'other', user: 3 }))
  storePending(sale({ key: 'elsewhere', gym: 2 }))
  expect(listPending({ gym: 1, user: 2 }).map(({ key }) => key)).toEqual(['early', 'late'])
  expect(listPending({ gym: 1, user: 3 })).toEqual([sale({ key: 'other', user: 3 })])
  forgetPending(sale({ key: 'early' }))
  expect(listPending({ gym: 1, user: 2 }).map(({ key }) => key)).toEqual(['late'])
})

test('pending calls: damaged entries and unknown calls are skipped', () => {
  localStorage.setItem('pending:1:2:x', '{"call":')
  localStorage.setItem('pending:1:2:y', JSON.stringify({ ...sale(), call: 'clients.delete' }))
  localStorage.setItem('pending:1:2:z', 'null')
  expect(listPending({ gym: 1, user: 2 })).toEqual([])
  expect(readPending(sale())).toBeNull()
})

test('says when nothing can be stored', () => {
  localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  expect(storePending(sale())).toBe(false)
})

test('is not repeated when the server may have forgotten the key', () => {
  const day = 86_400_000
  expect(isTooOld(sale({ at: 0 }), 6 * day)).toBe(false)
  expect(isTooOld(sale({ at: 0 }), 6 * day + 1)).toBe(true)
})
