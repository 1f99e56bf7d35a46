import { Button, Kbd } from '@mantine/core'
import { IconShoppingCart, IconTicket } from '@tabler/icons-react'
import { Outlet, useChildMatches, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { BillDialog } from '../../features/bills/bill-on-demand.ts'
import { WaitingDrafts } from '../../features/drafts/WaitingDrafts.tsx'
import { useAtHand } from '../../kit/on-demand.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { usePageKeys } from '../../kit/use-page-keys.ts'
import { useRested } from '../../kit/when-idle.ts'
import { opening } from '../../navigation/opening.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import classes from './billing.module.css'
import { MembershipSales } from './MembershipSales.tsx'
import { ProductSales } from './ProductSales.tsx'
import { useOpenBill } from './use-billing-search.ts'
import { useScanToSell } from './use-scan-to-sell.ts'

export function BillingPage() {
  useAtHand(BillDialog)
  const clock = useGymClock()
  const bill = useOpenBill()
  const navigate = useNavigate()
  // At hand when the dialog opens: who types there does not wait for them.
  useEndpoint('memberships.list', {}, { enabled: useRested() })
  const reading = bill.sale !== undefined || bill.payment !== undefined
  // The bill that is read gives way to the next sale.
  const search = (before: object) => ({ ...before, sale: undefined, payment: undefined })
  const sell = (to: '/billing/sales/new' | '/billing/memberships/new') => () =>
    void navigate({ to, ...opening, search, replace: reading })
  const sellProduct = sell('/billing/sales/new')
  const sellMembership = sell('/billing/memberships/new')
  const selling = useChildMatches({
    select: (open) => open.some(({ routeId }) => routeId === '/shell/billing/sales/new'),
  })
  useScanToSell({ onSell: sellProduct, selling, reading })
  usePageKeys({ [hotkeys.sellProduct]: sellProduct, [hotkeys.sellMembership]: sellMembership })
  return (
    <>
      <PageHeader title="Facturación">
        <WaitingDrafts kind="sale" onTakeUp={sellProduct} />
        <SellButton keys={hotkeys.sellProduct} icon={<IconShoppingCart size={20} aria-hidden />} onClick={sellProduct}>
          Vender producto
        </SellButton>
        <SellButton keys={hotkeys.sellMembership} icon={<IconTicket size={20} aria-hidden />} onClick={sellMembership}>
          Vender membresía
        </SellButton>
      </PageHeader>
      {clock ? (
        <div className={classes.lists}>
          <ProductSales clock={clock} />
          <MembershipSales clock={clock} />
        </div>
      ) : (
        <Spinner />
      )}
      {bill.sale && <BillDialog key={bill.sale} kind="sale" id={bill.sale} onClose={bill.close} />}
      {!bill.sale && bill.payment && (
        <BillDialog key={bill.payment} kind="payment" id={bill.payment} onClose={bill.close} />
      )}
      <Outlet />
    </>
  )
}

interface SellButtonProps {
  keys: string
  icon: ReactNode
  onClick: () => void
  children: string
}

function SellButton({ keys, icon, onClick, children }: SellButtonProps) {
  return (
    <Button
      leftSection={icon}
      rightSection={
        <Kbd size="xs" visibleFrom="lg" aria-hidden>
          {keys}
        </Kbd>
      }
      flex={{ base: '1 1 auto', xs: '0 0 auto' }}
      aria-keyshortcuts={keys}
      title={keys}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
