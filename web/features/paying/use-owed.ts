import { owedText, showsDebts } from '@torniquete/contract/till/debts.ts'
import { useMemo } from 'react'
import { useForIds } from '../../api/use-for-ids.ts'
import { usePageIdle } from '../../kit/when-idle.ts'
import { useDebtRules } from './debt-rules.ts'

/** What each of the clients owes, in words; nothing is asked where nobody owes. */
export function useOwed(clients: readonly number[] | undefined): ReadonlyMap<number, string> {
  const told = useForIds('debts.owed', clients, { enabled: showsDebts(useDebtRules(usePageIdle()).data) })
  return useMemo(() => new Map(told.map((owed) => [owed.id_client, owedText(owed)])), [told])
}
