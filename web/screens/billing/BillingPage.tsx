import { Kbd } from '@mantine/core'
import { useChildMatches, useNavigate } from '@tanstack/react-router'
import { showsDebts } from '@torniquete/contract/till/debts.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { WaitingDrafts } from '../../features/drafts/WaitingDrafts.tsx'
import { useDebtRules } from '../../features/paying/debt-rules.ts'
import { usePaymentKinds } from '../../features/paying/use-paying.ts'
import { IconShoppingCart, IconTicket } from '../../kit/icons.ts'
import { PageButton, type PageButtonProps } from '../../kit/PageButton.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { usePageIdle } from '../../kit/when-idle.ts'
import { overPage } from '../../navigation/opening.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { ScreenButton } from '../../shell/ScreenButton.tsx'
import classes from './billing.module.css'
import { SaleListPanel } from './SaleListPanel.tsx'
import { membershipSales, productSales } from './sale-lists.tsx'
import { useScanToSell } from './use-scan-to-sell.ts'

export function BillingPage() {
  const clock = useGymClock()
  const navigate = useNavigate()
  // Preloaded, so that the dialog does not wait.
  const rested = usePageIdle()
  useEndpoint('memberships.list', {}, { enabled: rested })
  useEndpoint('memberships.all-terms', {}, { enabled: rested })
  usePaymentKinds(rested)
  const owes = showsDebts(useDebtRules(rested).data)
  const reading = useChildMatches({
    select: (open) => open.some(({ routeId }) => routeId === '/shell/billing/bill/$kind/$id'),
  })
  // A new sale closes the open bill.
  const sell = (to: '/billing/sales/new' | '/billing/memberships/new') => () =>
    void navigate({ to, ...overPage, replace: reading })
  const sellProduct = sell('/billing/sales/new')
  const sellMembership = sell('/billing/memberships/new')
  const selling = useChildMatches({
    select: (open) => open.some(({ routeId }) => routeId === '/shell/billing/sales/new'),
  })
  useScanToSell({ onSell: sellProduct, selling, reading })
  return (
    <>
      <PageHeader>
        <WaitingDrafts kind="sale" onTakeUp={sellProduct} />
        <SellButton hotkey={hotkeys.sellProduct} Icon={IconShoppingCart} onPress={sellProduct}>
          Vender producto
        </SellButton>
        <SellButton hotkey={hotkeys.sellMembership} Icon={IconTicket} onPress={sellMembership}>
          Vender membresía
        </SellButton>
        {owes && (['debts', 'collections'] as const).map((screen) => <ScreenButton key={screen} screen={screen} />)}
      </PageHeader>
      {clock ? (
        <div className={classes.lists}>
          <SaleListPanel shape={productSales} clock={clock} />
          <SaleListPanel shape={membershipSales} clock={clock} />
        </div>
      ) : (
        <Spinner />
      )}
    </>
  )
}

const SellButton = (button: PageButtonProps) => (
  <PageButton
    {...button}
    rightSection={
      <Kbd size="xs" visibleFrom="lg" aria-hidden>
        {button.hotkey}
      </Kbd>
    }
  />
)
