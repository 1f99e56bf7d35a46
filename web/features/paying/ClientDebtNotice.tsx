import { Alert } from '@mantine/core'
import { anonymousClientName } from '@torniquete/contract/members/memberships.ts'
import { formatDebtAtTill } from '@torniquete/contract/till/debts.ts'
import { shouldShowDebts } from '@torniquete/contract/till/should-show-debts.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'
import { useIsPageIdle } from '../../kit/wait-until-page-idle.ts'
import { useDebtRules } from './payment-settings.ts'

export function ClientDebtNotice({
  client,
  today,
}: {
  client: { id: number; name: string } | null
  today: string | null
}) {
  const asked = client && client.name !== anonymousClientName ? client.id : null
  // The debt is loaded when the page is idle; the sale does not wait for it.
  const enabled = shouldShowDebts(useDebtRules(useIsPageIdle()).data) && asked !== null
  const { data } = useEndpoint('clients.read', { params: { id_client: asked ?? 0 } }, { enabled })
  const debt = enabled ? data?.status.debt : null
  return (
    debt && (
      <Alert color="yellow" role="status">
        <UnbrokenAmountsText>{formatDebtAtTill(debt, today)}</UnbrokenAmountsText>
      </Alert>
    )
  )
}
