import { Button, Kbd } from '@mantine/core'
import { IconShoppingCart, IconTicket } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { Spinner } from '../../kit/Spinner.tsx'
import { usePageKeys } from '../../kit/use-page-keys.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { hotkeys } from '../../shell/shortcuts.ts'
import { useOpening } from '../../shell/use-opening.ts'
import { BillDialog } from '../bills/BillDialog.tsx'
import { hasDraft, useOwner } from '../bills/use-draft.ts'
import { WaitingDrafts } from '../bills/WaitingDrafts.tsx'
import classes from './billing.module.css'
import type { Selling } from './billing-search.ts'
import { MembershipSales } from './MembershipSales.tsx'
import { ProductSales } from './ProductSales.tsx'
import { SellMembershipDialog } from './sell-membership/SellMembershipDialog.tsx'
import { SellProductDialog } from './sell-product/SellProductDialog.tsx'
import { useAskedSale, useOpenBill } from './use-billing-search.ts'
import { useScanToSell } from './use-scan-to-sell.ts'

export function BillingPage() {
  const clock = useGymClock()
  const owner = useOwner()
  // What a reload or a crash interrupted goes on.
  const [selling, setSelling] = useState<Selling | null>(() => (hasDraft(owner, 'sale') ? 'product' : null))
  const bill = useOpenBill()
  const { asked, forget } = useAskedSale()
  // At hand when the dialog opens: who types there does not wait for them.
  useEndpoint('memberships.list', {})
  useOpening(asked, forget, setSelling)
  const opened = selling !== null || bill.sale !== undefined || bill.payment !== undefined
  const sell = (what: Selling) => () => {
    if (!opened) setSelling(what)
  }
  useScanToSell({
    onSell: () => {
      bill.close()
      setSelling('product')
    },
    busy: selling === 'membership',
    reading: bill.sale !== undefined || bill.payment !== undefined,
  })
  usePageKeys({ [hotkeys.sellProduct]: sell('product'), [hotkeys.sellMembership]: sell('membership') })
  return (
    <>
      <PageHeader title="Facturación">
        <WaitingDrafts kind="sale" onTakeUp={() => setSelling('product')} />
        <SellButton
          keys={hotkeys.sellProduct}
          icon={<IconShoppingCart size={20} aria-hidden />}
          onClick={sell('product')}
        >
          Vender producto
        </SellButton>
        <SellButton
          keys={hotkeys.sellMembership}
          icon={<IconTicket size={20} aria-hidden />}
          onClick={sell('membership')}
        >
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
      {selling === 'product' && <SellProductDialog onClose={() => setSelling(null)} />}
      {selling === 'membership' && <SellMembershipDialog client={null} onClose={() => setSelling(null)} />}
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
