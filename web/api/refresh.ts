// The one way in which what is shown is asked for again after a change: one's own, a call's that was left unanswered, or
// one that the stream tells of.
import { rows } from 'virtual:endpoint-rows'
import type { QueryClient } from '@tanstack/react-query'
import type { EndpointName } from '@torniquete/contract/endpoints.ts'

/** Areas whose rows stand within the answers of others: a client's answer holds its membership. */
const shownWithin: Record<string, readonly string[]> = {
  payments: ['clients', 'door', 'statistics', 'daily-report', 'outbox', 'voids'],
  sales: ['products', 'statistics', 'daily-report', 'voids'],
  purchases: ['products', 'statistics', 'daily-report', 'voids'],
  products: ['daily-report'],
  suppliers: ['purchases'],
  attendances: ['statistics', 'daily-report'],
  // Who is left or has another phone gets another message, or none.
  clients: ['attendances', 'daily-report', 'door', 'outbox'],
  'gym-info': ['show-info'],
}

function isEndpoint(name: unknown): name is EndpointName {
  return typeof name === 'string' && name in rows
}

/** Whether a query (`[area, name, input]`) shows something of the areas that changed. Everything stands in the history. */
export function isTouched(queryKey: readonly unknown[], changed: ReadonlySet<string>): boolean {
  const [area, name] = queryKey
  if (typeof area !== 'string') return false
  if (changed.has(area) || area === 'history') return true
  for (const each of changed) if (shownWithin[each]?.includes(area)) return true
  return isEndpoint(name) && (rows[name].polled?.some((each) => changed.has(each)) ?? false)
}

/** Edit forms keep the row they opened with: another version would come between what is typed and its tag. */
const isKept = (queryKey: readonly unknown[]) => queryKey[3] === 'tagged'

/** Asks again for what shows the areas; for everything where it is unknown what changed. */
export function refresh(client: QueryClient, areas: readonly string[] | 'all'): void {
  const changed = new Set(areas)
  void client.invalidateQueries({
    predicate: ({ queryKey }) => !isKept(queryKey) && (areas === 'all' || isTouched(queryKey, changed)),
  })
}

/** Milliseconds in which several announcements become one refresh. */
const quiet = 200

/** Gathers announcements of changed areas, and refreshes once for several. */
export function makeRefresher(client: QueryClient): (areas: readonly string[]) => void {
  const gathered = new Set<string>()
  const flush = () => {
    refresh(client, [...gathered])
    gathered.clear()
  }
  return (areas) => {
    if (gathered.size === 0 && areas.length > 0) setTimeout(flush, quiet)
    for (const area of areas) gathered.add(area)
  }
}
