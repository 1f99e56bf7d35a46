import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { shouldShowDebts } from '@torniquete/contract/till/should-show-debts.ts'
import { useFiscalCountry } from '../features/fiscal/use-fiscal-country.ts'
import { useHasDrawersInUse } from '../features/paying/current-cash-drawer.ts'
import { useDebtRules } from '../features/paying/payment-settings.ts'
import type { ScreenName } from '../navigation/screens.ts'
import { useSignedInUser } from '../session/session.tsx'

/** Returns a function that is true if the gym uses a screen; false until known. */
export function useIsScreenNeeded(): (screen: ScreenName) => boolean {
  const { role } = useSignedInUser()
  const rules = useDebtRules().data
  // A user who may create the gym's first drawer must find the screen of drawers before one exists.
  const makes = isCallAllowed(role, 'cash-shifts.create-drawer')
  const has = useHasDrawersInUse(isCallAllowed(role, 'cash-shifts.drawers'))
  const country = useFiscalCountry()
  return (screen) => {
    if (screen === 'fiscalReports' || screen === 'fiscalDocuments' || screen === 'receivedDocuments')
      return country !== 'none'
    if (screen === 'cashShifts') return makes || has
    return (screen !== 'debts' && screen !== 'collections') || shouldShowDebts(rules)
  }
}
