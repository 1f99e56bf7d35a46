import { showsDebts } from '@torniquete/contract/debts.ts'
import { useMemo } from 'react'
import { useForIds } from '../../api/use-for-ids.ts'
import { useDebtRules } from '../../features/paying/debt-rules.ts'
import { usePageIdle } from '../../kit/when-idle.ts'

/** What of each of the rows is still owed; nothing is asked where nobody owes. */
export function useOwedRows(document: 'sale' | 'payment', ids: readonly number[]): ReadonlyMap<number, string> {
  const enabled = showsDebts(useDebtRules(usePageIdle()).data)
  const told = useForIds('debts.of-documents', ids, { enabled, params: { document } })
  return useMemo(() => new Map(told.map(({ id, owed }) => [id, owed])), [told])
}
