import { formatVisitsLeft } from '@torniquete/contract/members/visits.ts'
import { useMemo } from 'react'
import { useForIds } from '../../api/use-for-ids.ts'

/** What is left of whose plan counts visits, in words, by the client. */
export function useVisitsLeft(clients: readonly number[] | undefined): ReadonlyMap<number, string> {
  const told = useForIds('visits.left', clients)
  return useMemo(() => new Map(told.map((each) => [each.id_client, formatVisitsLeft(each)])), [told])
}
