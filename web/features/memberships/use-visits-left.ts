import { type VisitsLeft, visitsText } from '@torniquete/contract/visits.ts'
import { useMemo } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'

/** So many of a list are asked about: more stand far below what anybody looks at. */
const askedAtMost = 100

/** What is left of whose plan counts visits, in words, by the client. */
export function useVisitsLeft(clients: readonly number[] | undefined): ReadonlyMap<number, string> {
  const asked = [...new Set(clients)].slice(0, askedAtMost).sort((one, other) => one - other)
  const { data } = useEndpoint('visits.left', { query: { ids: asked.join(',') } }, { enabled: asked.length > 0 })
  return useMemo(() => new Map(data?.map((told: VisitsLeft) => [told.id_client, visitsText(told)])), [data])
}
