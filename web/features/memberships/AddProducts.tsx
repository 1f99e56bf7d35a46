import { useLocation, useNavigate } from '@tanstack/react-router'
import { IconShoppingCart } from '../../kit/icons.ts'
import { IconButton } from '../../kit/PageButton.tsx'
import { useKeys } from '../../kit/use-keys.ts'
import { screens } from '../../navigation/screens.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import type { SaleChoice } from './membership-sale.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The membership that was chosen before the products. */
    ticket?: { partner: { id: number; name: string } | undefined; membership: Omit<SaleChoice, 'client'> }
  }
}

interface AddProductsProps {
  choice: SaleChoice
  stopped: boolean
}

/** Continues from a membership to its products: one ticket. */
export function AddProducts({ choice: { client, ...membership }, stopped }: AddProductsProps) {
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const go = () => {
    if (stopped) return
    const partner = client ? { id: client.id, name: client.name } : undefined
    void navigate({
      to: '/billing/sales/new',
      search: pathname.startsWith(`${screens.billing.path}/`) ? true : {},
      // Replaces the entry of the other dialog, so that Back leads to the page below.
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
      state: { opened: state.opened, ticket: { partner, membership } },
    })
  }
  useKeys([[hotkeys.sellProduct, go, { usePhysicalKeys: true }]])
  return (
    <IconButton
      style={{ alignSelf: 'flex-start' }}
      variant="subtle"
      size="compact-md"
      Icon={IconShoppingCart}
      iconSize={18}
      hotkey={hotkeys.sellProduct}
      aria-disabled={stopped || undefined}
      onClick={go}
    >
      Agregar productos
    </IconButton>
  )
}
