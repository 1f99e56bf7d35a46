// Invalidates the queries affected by a change, after this tab's calls and after change events of the server.
import type { Query, QueryClient } from '@tanstack/react-query'
import { callDefinitions } from '@torniquete/contract/call-definitions.ts'
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import { everyAreaMarker, getCallAreaName } from '@torniquete/contract/shared/endpoint.ts'

export const listAreasChangedByCall = (name: EndpointName): readonly string[] => [
  getCallAreaName(name),
  ...(callDefinitions[name].changes ?? []),
]

/** True if a query (key `[area, name, input, exclusion]`) shows rows of a changed area that it does not exclude. */
export function isQueryAffected([area, name, , other]: readonly unknown[], changed: ReadonlySet<string>): boolean {
  if (typeof area !== 'string') return false
  const { shows = [] } = callDefinitions[name as EndpointName] ?? {}
  const has = (each: string) => changed.has(each) && other !== makeExcludedAreaKey(each)
  return has(area) || shows === everyAreaMarker || shows.some(has)
}

export const makeExcludedAreaKey = (area: string) => `except ${area}`

/** True for the row of an open edit form: it is not refetched, because its version belongs to the typed values. */
const isKept = (queryKey: readonly unknown[]) => queryKey[3] === 'tagged'

/** Invalidates the queries of the areas ('all' if unknown). A first fetch in progress is repeated once it ends. */
export function invalidateAreas(client: QueryClient, areas: readonly string[] | 'all'): void {
  const changed = new Set(areas)
  const predicate = ({ queryKey }: Query) =>
    !isKept(queryKey) && (areas === 'all' || isQueryAffected(queryKey, changed))
  const begun = client.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })
  void client.invalidateQueries({ predicate })
  for (const query of begun.filter(({ state }) => state.data === undefined)) {
    const again = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    void query.fetch().then(again, again)
  }
}

/** Invalidates an area and waits for its data, even if a change event restarts the refetch. */
export async function refetchArea(client: QueryClient, area: string): Promise<void> {
  const queries = { queryKey: [area] }
  await client.invalidateQueries(queries)
  if (client.isFetching(queries)) await client.refetchQueries(queries, { cancelRefetch: false })
}

/** Milliseconds between two refreshes of one area; change events in between are batched. */
const quiet = 100
/** Milliseconds between refreshes of an area on screen: a pass is drawn before the next one is fetched. */
const quietOnceDrawn = 500

/** Throttles refreshes by area: the first change event refreshes at once, later ones are batched. */
export function makeAreaRefresher(client: QueryClient) {
  const resting = new Set<string>()
  const batched = new Set<string>()
  const rest = (areas: readonly string[], time: number) => {
    for (const area of areas) resting.add(area)
    setTimeout(() => {
      const due = areas.filter((area) => batched.delete(area))
      for (const area of areas) resting.delete(area)
      refreshOnce(due)
    }, time)
  }
  const refreshOnce = (areas: readonly string[]) => {
    if (areas.length === 0) return
    invalidateAreas(client, areas)
    rest(areas, quiet)
  }
  return {
    changed: (areas: readonly string[]) => {
      for (const area of areas) if (resting.has(area)) batched.add(area)
      refreshOnce(areas.filter((area) => !resting.has(area)))
    },
    /** Call this when the area is on screen: the next refresh of the area then waits for `quietOnceDrawn`. */
    drawn: (area: string) => {
      if (!resting.has(area)) rest([area], quietOnceDrawn)
    },
  }
}
