import type { Country } from '@torniquete/contract/fiscal/receipts.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { staleTimeOfAnnouncedMs, useEndpoint } from '../../api/use-endpoint.ts'
import { useSession } from '../../session/session.tsx'
import type { ReceiptSeries } from './range-texts.ts'

/** Undefined while they load, and for the master, who has no gym. */
export function useFiscalSettings() {
  const session = useSession()
  const enabled = session.state === 'signed-in' && isCallAllowed(session.role, 'fiscal.settings')
  return useEndpoint('fiscal.settings', {}, { staleTime: staleTimeOfAnnouncedMs, enabled }).data
}

/** True if the gym issues electronic receipts; false while the settings load. */
export function useIssuesElectronicReceipts(): boolean {
  const settings = useFiscalSettings()
  return settings?.country === 'DO' && settings.mode === 'electronic'
}

/** Instant since which an electronic gym sells on paper; null outside of a contingency. */
export function useContingencySince(): string | null {
  const settings = useFiscalSettings()
  return (settings?.mode === 'electronic' && settings.contingency_since) || null
}

/** Series from which the next sale takes its number. */
export function useReceiptSeries(): ReceiptSeries {
  const isInContingency = useContingencySince() !== null
  return useIssuesElectronicReceipts() && !isInContingency ? 'E' : 'B'
}

/** Country of the gym's fiscal receipts; 'none' while the settings load. */
export const useFiscalCountry = (): Country => useFiscalSettings()?.country ?? 'none'
