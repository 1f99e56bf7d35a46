import type { Country } from '@torniquete/contract/fiscal/receipts.ts'
import { may } from '@torniquete/contract/permissions.ts'
import { announcedStaleTime, useEndpoint } from '../../api/use-endpoint.ts'
import { useSession } from '../../session/session.tsx'

/** Country of the gym's fiscal receipts; 'none' while it loads, and for the master, who has no gym. */
export function useCountry(): Country {
  const session = useSession()
  const enabled = session.state === 'signed-in' && may(session.role, 'fiscal.settings')
  return useEndpoint('fiscal.settings', {}, { staleTime: announcedStaleTime, enabled }).data?.country ?? 'none'
}
