// Which queries are asked for again when the server says that areas changed.

import { rows } from 'virtual:endpoint-rows'
import type { QueryClient } from '@tanstack/react-query'
import type { EndpointName } from '@torniquete/contract/endpoints.ts'

/** Areas whose rows stand within the answers of others: a client's answer holds its membership. */
const shownWithin: Record<string, readonly string[]> = {
  payments: ['clients', 'statistics', 'daily-report', 'outbox'],
  sales: ['products', 'statistics', 'daily-report'],
  purchases: ['products', 'daily-report'],
  products: ['daily-report'],
  attendances: ['daily-report'],
  // Who is left or has another phone gets another message, or none.
  clients: ['daily-report', 'outbox'],
  'gym-info': ['show-info'],
}

function isEndpoint(name: unknown): name is EndpointName {
  return typeof name === 'string' && name in rows
}

/** Whether a query (`[area, name, input]`) shows something of the areas that changed. */
export function isTouched(queryKey: readonly unknown[], changed: ReadonlySet<string>): boolean {
  const [area, name] = queryKey
  if (typeof area !== 'string') return false
  if (changed.has(area)) return true
  for (const each of changed) if (shownWithin[each]?.includes(area)) return true
  return isEndpoint(name) && (rows[name].polled?.some((each) => changed.has(each)) ?? false)
}

/** Milliseconds in which several announcements become one refresh. */
const quiet = 200

/** Gathers announcements of changed areas and asks again for what they touch. Edit forms keep the row they opened with. */
export function makeRefresher(client: QueryClient): (areas: readonly string[]) => void {
  const gathered = new Set<string>()
  const refresh = () => {
    const changed = new Set(gathered)
    gathered.clear()
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[3] !== 'tagged' && isTouched(queryKey, changed),
    })
  }
  return (areas) => {
    if (gathered.size === 0 && areas.length > 0) setTimeout(refresh, quiet)
    for (const area of areas) gathered.add(area)
  }
}
