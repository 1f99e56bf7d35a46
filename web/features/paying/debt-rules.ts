import { useEndpoint } from '../../api/use-endpoint.ts'

const hour = 3_600_000

/** What the gym says of debts, and whether anybody owes; what changes it announces it. */
export const useDebtRules = (enabled = true) => useEndpoint('debts.rules', {}, { staleTime: hour, enabled })
