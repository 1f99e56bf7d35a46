// The one way in which what is shown is asked for again after a change: one's own, a call's that was left unanswered, or
// one that the stream tells of.
import type { QueryClient } from '@tanstack/react-query'
import { callRows } from '@torniquete/contract/call-rows.ts'
import { areaOf, everything } from '@torniquete/contract/endpoint.ts'
import type { EndpointName } from '@torniquete/contract/endpoints.ts'

function isEndpoint(name: unknown): name is EndpointName {
  return typeof name === 'string' && name in callRows
}

/** The areas whose rows a call changes. */
export const areasChangedBy = (name: EndpointName): readonly string[] => [
  areaOf(name),
  ...(callRows[name].changes ?? []),
]

/** Whether a query (`[area, name, input]`) shows something of the areas that changed; but for what it is told of otherwise. */
export function isAffected([area, name, , other]: readonly unknown[], changed: ReadonlySet<string>): boolean {
  if (typeof area !== 'string') return false
  const { shows = [] } = isEndpoint(name) ? callRows[name] : {}
  const has = (each: string) => changed.has(each) && other !== exclusionKey(each)
  return has(area) || shows === everything || shows.some(has)
}

/** In the key of a query that changes of an area do not touch. */
export const exclusionKey = (area: string) => `except ${area}`

/** Edit forms keep the row they opened with: another version would come between what is typed and its tag. */
const isKept = (queryKey: readonly unknown[]) => queryKey[3] === 'tagged'

/** Asks again for what shows the areas; for everything where it is unknown what changed. */
export function refresh(client: QueryClient, areas: readonly string[] | 'all'): void {
  const changed = new Set(areas)
  void client.invalidateQueries({
    predicate: ({ queryKey }) => !isKept(queryKey) && (areas === 'all' || isAffected(queryKey, changed)),
  })
}

/** Asks for an area again, and waits: an announcement of the same change may ask once more and end the first asking. */
export async function refetchArea(client: QueryClient, area: string): Promise<void> {
  const queries = { queryKey: [area] }
  await client.invalidateQueries(queries)
  if (client.isFetching(queries)) await client.refetchQueries(queries, { cancelRefetch: false })
}

/** Milliseconds between two refreshes of an area: what is announced of it meanwhile becomes one. */
const quiet = 100

/**
 * Refreshes at the first announcement of an area, for whoever passes now is to be seen now, and batches those of it that follow soon.
 * Each area rests for itself: what a terminal is busy with keeps nobody's pass waiting.
 */
export function makeRefresher(client: QueryClient): (areas: readonly string[]) => void {
  const resting = new Set<string>()
  const batched = new Set<string>()
  const refreshOnce = (areas: readonly string[]) => {
    if (areas.length === 0) return
    refresh(client, areas)
    for (const area of areas) resting.add(area)
    setTimeout(() => {
      const due = areas.filter((area) => batched.delete(area))
      for (const area of areas) resting.delete(area)
      refreshOnce(due)
    }, quiet)
  }
  return (areas) => {
    for (const area of areas) if (resting.has(area)) batched.add(area)
    refreshOnce(areas.filter((area) => !resting.has(area)))
  }
}
