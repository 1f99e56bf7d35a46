// Count entries that the server has not accepted yet: each stands in local storage from before it is sent until it is answered,
// whatever becomes of the page, the line or the browser. They are sent in their order, one after the other. Two tabs may send
// the same entry: its idempotency key makes the second harmless, and each tab sends the earlier ones first.
import type { CountLine } from '@torniquete/contract/till/stock.ts'
import { useSyncExternalStore } from 'react'
import { ApiError, isRefusal } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import type { Owner } from '../../api/outbox.ts'
import { queryClient } from '../../api/query-client.ts'
import { refresh } from '../../api/refresh.ts'
import { retryUnanswered } from '../../api/retry.ts'
import { oldestFirst, storedEntries } from '../../api/stored-entries.ts'
import { updateCachedAnswer } from '../../api/use-endpoint.ts'
import { toast } from '../../kit/toast.ts'

interface Counted {
  id_product: number
  product_name: string
  quantity: number
  /** Instead of what was counted before. */
  anew: boolean
}

export interface Unsent extends Counted {
  count: number
  key: string
  /** When it was counted, in milliseconds since 1970 by this machine's clock, and its place among the others. */
  at: number
}

const prefix = 'counted:'
const ownersPrefix = ({ gym, user }: Owner) => `${prefix}${gym}:${user}:`

const stored = storedEntries<Unsent>(prefix, ({ key, count }) => typeof key === 'string' && typeof count === 'number')

const listUnsent = (owner: Owner): Unsent[] => stored.readIn(ownersPrefix(owner)).sort(oldestFirst)

function showCounted(count: number, items: readonly CountLine[]): void {
  updateCachedAnswer('stock.read-count', { params: { id: count } }, (shown) => {
    const ids = new Set(items.map(({ id_product }) => id_product))
    return { ...shown, items: [...items, ...shown.items.filter(({ id_product }) => !ids.has(id_product))] }
  })
}

async function send({ count, key, id_product, quantity, anew, at }: Unsent): Promise<void> {
  const attempt = () =>
    call('stock.enter', {
      params: { id: count },
      // The age, at each attempt: sales since then are no difference of the count, and this clock may be wrong.
      body: { entries: [{ id_product, quantity, anew }], ago: Math.max(0, Date.now() - at) },
      idempotencyKey: key,
    })
  showCounted(count, (await retryUnanswered(attempt, stored.announce)).items)
}

/** The person whose entries are being sent. */
const running = new Set<string>()

/** Sends this person's entries until none is left. Those of a session that ended stay for its owner. */
export async function sendCounted(owner: Owner): Promise<void> {
  const folder = ownersPrefix(owner)
  if (running.has(folder) || listUnsent(owner).length === 0) return
  running.add(folder)
  try {
    for (let [next] = listUnsent(owner); next; [next] = listUnsent(owner)) {
      const { product_name } = next
      await send(next).catch((error: unknown) => {
        if (!(error instanceof ApiError) || !isRefusal(error) || error.status === 401) throw error
        toast.failure(`No se contó ${product_name}`, error.message)
      })
      stored.forget(folder + next.key)
    }
  } catch {
    // They are sent when the page is opened again, or with the next entry.
  } finally {
    running.delete(folder)
    refresh(queryClient, ['stock'])
  }
}

let last = 0

/** Stores the entry, and sends it as soon as those before it are answered. */
export function noteCounted(owner: Owner, count: number, counted: Counted): void {
  last = Math.max(Date.now(), last + 1)
  const entry: Unsent = { ...counted, count, key: newIdempotencyKey(), at: last }
  if (stored.keep(ownersPrefix(owner) + entry.key, entry)) void sendCounted(owner)
  else toast.failure(`No se contó ${counted.product_name}`, 'El navegador no tiene sitio para guardarlo.')
}

/** Entries of a count that the server has not accepted yet. */
export function useUnsent(owner: Owner, count: number): Unsent[] {
  const text = useSyncExternalStore(stored.watch, () =>
    JSON.stringify(listUnsent(owner).filter((each) => each.count === count)),
  )
  return JSON.parse(text) as Unsent[] // as written above
}
