import { formatTerms } from '@torniquete/contract/members/memberships.ts'
import { useMemo } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'

export function useTerms(): ReadonlyMap<number, string> {
  const { data } = useEndpoint('memberships.all-terms', {})
  return useMemo(() => new Map(data?.map((terms) => [terms.id_membership, formatTerms(terms)])), [data])
}
