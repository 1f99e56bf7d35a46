import { type VisitsLeft, visitsText } from '@torniquete/contract/visits.ts'
import { useMemo } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'

/** So many of a list are asked about: more stand far below what anybody looks at. */
const askedAtMost = 100

/** What is left of whose plan counts visits, in words, by the client. */
export function useVisitsLeft(clients: readonly number[] | undefined): ReadonlyMap<number, string> {
  const asked = [...new Set(clients)].slice(0, askedAtMost).sort((one, other) => one - other)
  const { data } = useEndpoint(
    'visits.left',
    { query: { ids: asked.join(',') } },
    // Others are asked about as soon as one more comes: until then what was told holds.
    { enabled: asked.length > 0, standsIn: true },
  )
  // The same as before is the very same: with another each row would be drawn anew.
  const told = JSON.stringify(data ?? [])
  return useMemo(() => {
    const all: VisitsLeft[] = JSON.parse(told)
    return new Map(all.map((each) => [each.id_client, visitsText(each)]))
  }, [told])
}
