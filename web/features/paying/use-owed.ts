import { owedText, showsDebts } from '@torniquete/contract/debts.ts'
import { useMemo } from 'react'
import { useOfClients } from '../../api/use-of-clients.ts'
import { usePageIdle } from '../../kit/when-idle.ts'
import { useDebtRules } from './debt-rules.ts'

/** What each of the clients owes, in words; nothing is asked where nobody owes. */
export function useOwed(clients: readonly number[] | undefined): ReadonlyMap<number, string> {
  const told = useOfClients('debts.owed', clients, showsDebts(useDebtRules(usePageIdle()).data))
  return useMemo(() => new Map(told.map((owed) => [owed.id_client, owedText(owed)])), [told])
}
