import { Button } from '@mantine/core'
import { IconPackage, IconShoppingCart, IconTruck } from '@tabler/icons-react'
import { usePageKeys } from '../../kit/use-page-keys.ts'
import { hotkeys } from '../../shell/shortcuts.ts'
import type { NewThing } from './inventory-search.ts'

const keys = { buy: hotkeys.buy, 'new-product': hotkeys.newProduct, 'new-supplier': hotkeys.newSupplier }

const fillsPhone = { flex: { base: '1 1 auto', xs: '0 0 auto' } }
const buttons = [
  { kind: 'buy', label: 'Comprar', Icon: IconShoppingCart, variant: 'filled' },
  { kind: 'new-product', label: 'Registrar producto', Icon: IconPackage, variant: 'default' },
  { kind: 'new-supplier', label: 'Registrar proveedor', Icon: IconTruck, variant: 'default' },
] as const

/** What the page begins; `onOpen` does nothing while a dialog is open. */
export function InventoryButtons({ onOpen }: { onOpen: (kind: NewThing) => void }) {
  usePageKeys(Object.fromEntries(buttons.map(({ kind }) => [keys[kind], () => onOpen(kind)])))
  return buttons.map(({ kind, label, Icon, variant }) => (
    <Button
      key={kind}
      variant={variant}
      leftSection={<Icon size={20} aria-hidden />}
      {...fillsPhone}
      aria-keyshortcuts={keys[kind]}
      title={keys[kind]}
      onClick={() => onOpen(kind)}
    >
      {label}
    </Button>
  ))
}
