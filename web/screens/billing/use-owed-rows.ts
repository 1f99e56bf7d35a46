import { showsDebts } from '@torniquete/contract/debts.ts'
import { useMemo } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useDebtRules } from '../../features/paying/debt-rules.ts'
import { usePageIdle } from '../../kit/when-idle.ts'

/** More stand far below what anybody looks at. */
const askedAtMost = 100

/** What of each of the rows is still owed; nothing is asked where nobody owes. */
export function useOwedRows(document: 'sale' | 'payment', ids: readonly number[]): ReadonlyMap<number, string> {
  const asked = ids.slice(0, askedAtMost)
  const enabled = showsDebts(useDebtRules(usePageIdle()).data) && asked.length > 0
  const { data } = useEndpoint(
    'debts.of-documents',
    { params: { document }, query: { ids: asked.join(',') } },
    // Others are asked about as soon as one more comes: until then what was told holds.
    { enabled, standsIn: true },
  )
  return useMemo(() => new Map(data?.map(({ id, owed }) => [id, owed])), [data])
}
