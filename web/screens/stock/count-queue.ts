// Keeps count entries in local storage until the server has accepted them, and sends them in order. If two tabs send
// the same entry, its idempotency key makes that harmless.
import type { CountedProduct } from '@torniquete/contract/till/stock.ts'
import { useSyncExternalStore } from 'react'
import { ApiError, isFinalRefusal } from '../../api/api-error.ts'
import { call, makeIdempotencyKey } from '../../api/call.ts'
import { invalidateAreas } from '../../api/invalidate-areas.ts'
import { compareByTime, makeLocalEntries } from '../../api/local-storage-entries.ts'
import type { GymUserIds } from '../../api/outbox.ts'
import { queryClient } from '../../api/query-client.ts'
import { retryUntilAnswered } from '../../api/retry.ts'
import { updateCachedAnswer } from '../../api/use-endpoint.ts'
import { toast } from '../../kit/toast.ts'

interface Counted {
  id_product: number
  product_name: string
  quantity: number
  anew: boolean
}

export interface UnsentCountEntry extends Counted {
  count: number
  key: string
  /** Time of the count in milliseconds since 1970, by the local clock. It also orders the entries. */
  at: number
}

const prefix = 'counted:'
const ownersPrefix = ({ gym, user }: GymUserIds) => `${prefix}${gym}:${user}:`

const stored = makeLocalEntries<UnsentCountEntry>(
  prefix,
  ({ key, count }) => typeof key === 'string' && typeof count === 'number',
)

const listUnsent = (owner: GymUserIds): UnsentCountEntry[] => stored.readIn(ownersPrefix(owner)).sort(compareByTime)

function showCounted(count: number, items: readonly CountedProduct[]): void {
  updateCachedAnswer('stock.read-count', { params: { id: count } }, (shown) => {
    const ids = new Set(items.map(({ id_product }) => id_product))
    return { ...shown, items: [...items, ...shown.items.filter(({ id_product }) => !ids.has(id_product))] }
  })
}

async function send({ count, key, id_product, quantity, anew, at }: UnsentCountEntry): Promise<void> {
  const attempt = () =>
    call('stock.enter', {
      params: { id: count },
      // `ago`: age of the count in milliseconds. Sales made after it are no difference, and the local clock may be
      // wrong.
      body: { entries: [{ id_product, quantity, anew }], ago: Math.max(0, Date.now() - at) },
      idempotencyKey: key,
    })
  showCounted(count, (await retryUntilAnswered(attempt, stored.announce)).items)
}

const running = new Set<string>()

/** Sends all stored entries of the user. Entries of another user wait until that user logs in again. */
export async function sendCountEntries(owner: GymUserIds): Promise<void> {
  const folder = ownersPrefix(owner)
  if (running.has(folder) || listUnsent(owner).length === 0) return
  running.add(folder)
  try {
    for (let [next] = listUnsent(owner); next; [next] = listUnsent(owner)) {
      const { product_name } = next
      await send(next).catch((error: unknown) => {
        if (!(error instanceof ApiError) || !isFinalRefusal(error) || error.status === 401) throw error
        toast.failure(`No se contó ${product_name}`, error.message)
      })
      stored.forget(folder + next.key)
    }
  } catch {
    // Entries that could not be sent are retried when the page is opened again, or with the next entry.
  } finally {
    running.delete(folder)
    invalidateAreas(queryClient, ['stock'])
  }
}

let last = 0

/** Stores the entry, and sends it after the earlier entries. */
export function queueCountEntry(owner: GymUserIds, count: number, counted: Counted): void {
  last = Math.max(Date.now(), last + 1)
  const entry: UnsentCountEntry = { ...counted, count, key: makeIdempotencyKey(), at: last }
  if (stored.keep(ownersPrefix(owner) + entry.key, entry)) void sendCountEntries(owner)
  else toast.failure(`No se contó ${counted.product_name}`, 'El navegador no tiene sitio para guardarlo.')
}

export function useUnsentCountEntries(owner: GymUserIds, count: number): UnsentCountEntry[] {
  const text = useSyncExternalStore(stored.watch, () =>
    JSON.stringify(listUnsent(owner).filter((each) => each.count === count)),
  )
  return JSON.parse(text) as UnsentCountEntry[]
}
