import { type Owed, owedText, showsDebts } from '@torniquete/contract/debts.ts'
import { useMemo } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useDebtRules } from './use-owing.ts'

/** So many of a list are asked about: more stand far below what anybody looks at. */
const askedAtMost = 100

/** What each of the clients owes, in words; nothing is asked where nobody owes. */
export function useOwed(clients: readonly number[] | undefined): ReadonlyMap<number, string> {
  const asked = [...new Set(clients)].slice(0, askedAtMost).sort((one, other) => one - other)
  const enabled = showsDebts(useDebtRules().data) && asked.length > 0
  const { data } = useEndpoint('debts.owed', { query: { ids: asked.join(',') } }, { enabled })
  return useMemo(() => new Map(data?.map((owed: Owed) => [owed.id_client, owedText(owed)])), [data])
}
