import { Button } from '@mantine/core'
import { IconPackage, IconShoppingCart, IconTruck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { usePageKeys } from '../../kit/use-page-keys.ts'
import { overPage } from '../../navigation/opening.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'

const fillsPhone = { flex: { base: '1 1 auto', xs: '0 0 auto' } }
const buttons = [
  {
    to: '/inventory/purchases/new',
    hotkey: hotkeys.buy,
    label: 'Comprar',
    Icon: IconShoppingCart,
    variant: 'filled',
  },
  {
    to: '/inventory/new',
    hotkey: hotkeys.newProduct,
    label: 'Registrar producto',
    Icon: IconPackage,
    variant: 'default',
  },
  {
    to: '/inventory/suppliers/new',
    hotkey: hotkeys.newSupplier,
    label: 'Registrar proveedor',
    Icon: IconTruck,
    variant: 'default',
  },
] as const

/** What the page begins. */
export function InventoryButtons() {
  const navigate = useNavigate()
  const open = (to: (typeof buttons)[number]['to']) => () => void navigate({ to, ...overPage })
  usePageKeys(Object.fromEntries(buttons.map(({ to, hotkey }) => [hotkey, open(to)])))
  return buttons.map(({ to, hotkey, label, Icon, variant }) => (
    <Button
      key={to}
      variant={variant}
      leftSection={<Icon size={20} aria-hidden />}
      {...fillsPhone}
      aria-keyshortcuts={hotkey}
      title={hotkey}
      onClick={open(to)}
    >
      {label}
    </Button>
  ))
}
