// What was counted here and is not answered yet: each scan stands in local storage from before it is sent until the server has
// it, whatever becomes of the page, the line or the browser. They are sent in their order, one after the other.

import type { CountLine } from '@torniquete/contract/till/stock.ts'
import { useSyncExternalStore } from 'react'
import { isRefusal } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import type { Owner } from '../../api/pending-send.ts'
import { queryClient } from '../../api/query-client.ts'
import { refresh } from '../../api/refresh.ts'
import { retryUnanswered } from '../../api/send-until-answered.ts'
import { oldestFirst, storedEntries } from '../../api/stored-entries.ts'
import { withTabLock } from '../../api/tab-lock.ts'
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

const unsentOf = (owner: Owner): Unsent[] => stored.readIn(ownersPrefix(owner)).sort(oldestFirst)

const showsCounted = (count: number, items: readonly CountLine[]) => {
  updateCachedAnswer('stock.read-count', { params: { id: count } }, (shown) => {
    const ids = new Set(items.map(({ id_product }) => id_product))
    return { ...shown, items: [...items, ...shown.items.filter(({ id_product }) => !ids.has(id_product))] }
  })
}

const running = new Set<string>()

async function send({ count, key, id_product, quantity, anew, product_name, at }: Unsent): Promise<boolean> {
  const attempt = () =>
    call('stock.enter', {
      params: { id: count },
      // How long ago, each time that it is sent: what was sold since is no difference of it, and this clock may be wrong.
      body: { entries: [{ id_product, quantity, anew }], ago: Math.max(0, Date.now() - at) },
      idempotencyKey: key,
    })
  try {
    showsCounted(count, (await retryUnanswered(attempt, stored.announce)).items)
    return true
  } catch (error) {
    // Whoever is not signed in any more finds it again.
    if (!(error instanceof Error) || !isRefusal(error) || ('status' in error && error.status === 401)) return false
    toast.failure(`No se contó ${product_name}`, error.message)
    return true
  }
}

/** Sends what stands there until nothing does. Of several tabs one does. */
export function sendCounted(owner: Owner): void {
  const name = ownersPrefix(owner)
  if (running.has(name) || unsentOf(owner).length === 0) return
  running.add(name)
  let allSent = false
  void withTabLock(name, async () => {
    for (let [next] = unsentOf(owner); next; [next] = unsentOf(owner)) {
      if (!(await send(next))) return
      stored.forget(name + next.key)
    }
    allSent = true
  }).finally(() => {
    running.delete(name)
    refresh(queryClient, ['stock'])
    // What was counted while the lock was given back found nobody to send it.
    if (allSent) sendCounted(owner)
  })
}

let last = 0

/** Keeps it, and sends it as soon as those before it are answered. */
export function noteCounted(owner: Owner, count: number, counted: Counted): void {
  last = Math.max(Date.now(), last + 1)
  const entry: Unsent = { ...counted, count, key: newIdempotencyKey(), at: last }
  if (stored.keep(ownersPrefix(owner) + entry.key, entry)) sendCounted(owner)
  else toast.failure(`No se contó ${counted.product_name}`, 'El navegador no tiene sitio para guardarlo.')
}

/** What of a count the server has not said yes to. */
export function useUnsent(owner: Owner, count: number): Unsent[] {
  const text = useSyncExternalStore(stored.watch, () =>
    JSON.stringify(unsentOf(owner).filter((each) => each.count === count)),
  )
  return JSON.parse(text) as Unsent[] // as written above
}
