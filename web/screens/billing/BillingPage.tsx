import { Kbd } from '@mantine/core'
import { useChildMatches, useNavigate } from '@tanstack/react-router'
import { shouldShowDebts } from '@torniquete/contract/till/should-show-debts.ts'
import { useEffect, useRef } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useDraftOwner } from '../../features/drafts/open-drafts.ts'
import { ParkedDraftsButton } from '../../features/drafts/ParkedDraftsButton.tsx'
import { useIssuesElectronicReceipts } from '../../features/fiscal/use-fiscal-country.ts'
import { useDebtRules, usePaymentKinds } from '../../features/paying/payment-settings.ts'
import { IconShoppingCart, IconTicket } from '../../kit/icons.ts'
import { makeLazyComponent } from '../../kit/lazy-component.tsx'
import { PageActionButton, type PageActionButtonProps } from '../../kit/PageActionButton.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { toast } from '../../kit/toast.ts'
import { useScanner } from '../../kit/use-scanner.ts'
import { useIsPageIdle } from '../../kit/wait-until-page-idle.ts'
import { dialogOverPageOptions } from '../../navigation/open-dialog.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { OpenScreenButton } from '../../shell/OpenScreenButton.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import classes from './billing.module.css'
import { SaleListPanel } from './SaleListPanel.tsx'

const ContingencyNotice = makeLazyComponent(
  async () => (await import('../../features/fiscal/ElectronicReceiptsNotice.tsx')).ContingencyNotice,
)

interface ScanToSellOptions {
  onSell: () => void
  /** True while the sale dialog is open or opening; it takes scanned codes. */
  selling: boolean
  /** True while a bill is shown, for example after a sale: a scan may then start the next sale. */
  reading: boolean
}

const modal = '[role=dialog][aria-modal=true]'

function useScanToSell({ onSell, selling, reading }: ScanToSellOptions): void {
  const owner = useDraftOwner()
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  const begin = async (code: string, times: number) => {
    try {
      const { addScannedProductToSale: addScanned } = await import('./scan-to-sell.ts')
      if ((await addScanned(owner, { code, times }, () => shown.current)) && !selling) onSell()
    } catch (error) {
      toast.failure(`El código ${code} no se pudo buscar`, error instanceof Error ? error.message : null)
    }
  }
  useScanner(({ code, times }) => {
    // A scan is refused while another dialog is open, because the Enter at its end could confirm that dialog.
    const covered = document.querySelectorAll(modal).length > (selling || reading ? 1 : 0)
    return () => (covered ? toast.info('Cierra esta ventana para vender productos.') : void begin(code, times))
  })
}

export function BillingPage() {
  const clock = useGymClock()
  const navigate = useNavigate()
  // Plans and payment methods are loaded when the page is idle, so that dialogs do not wait.
  const rested = useIsPageIdle()
  useEndpoint('memberships.list', {}, { enabled: rested })
  useEndpoint('memberships.all-terms', {}, { enabled: rested })
  usePaymentKinds(rested)
  const owes = shouldShowDebts(useDebtRules(rested).data)
  const reading = useChildMatches({
    select: (open) => open.some(({ routeId }) => routeId === '/shell/billing/bill/$kind/$id'),
  })
  // Opening a sale dialog replaces the open bill in the history.
  const sell = (to: '/billing/sales/new' | '/billing/memberships/new') => () =>
    void navigate({ to, ...dialogOverPageOptions, replace: reading })
  const isElectronic = useIssuesElectronicReceipts()
  const sellProduct = sell('/billing/sales/new')
  const sellMembership = sell('/billing/memberships/new')
  const selling = useChildMatches({
    select: (open) => open.some(({ routeId }) => routeId === '/shell/billing/sales/new'),
  })
  useScanToSell({ onSell: sellProduct, selling, reading })
  return (
    <>
      <PageHeader>
        <ParkedDraftsButton kind="sale" onTakeUp={sellProduct} />
        <SellButton hotkey={hotkeys.sellProduct} Icon={IconShoppingCart} onPress={sellProduct}>
          Vender producto
        </SellButton>
        <SellButton hotkey={hotkeys.sellMembership} Icon={IconTicket} onPress={sellMembership}>
          Vender membresía
        </SellButton>
        {owes && (['debts', 'collections'] as const).map((screen) => <OpenScreenButton key={screen} screen={screen} />)}
      </PageHeader>
      {isElectronic && <ContingencyNotice />}
      {clock ? (
        <div className={classes.lists}>
          <SaleListPanel area="sales" clock={clock} />
          <SaleListPanel area="payments" clock={clock} />
        </div>
      ) : (
        <Spinner />
      )}
    </>
  )
}

const SellButton = (button: PageActionButtonProps) => (
  <PageActionButton
    {...button}
    rightSection={
      <Kbd size="xs" visibleFrom="lg" aria-hidden>
        {button.hotkey}
      </Kbd>
    }
  />
)
