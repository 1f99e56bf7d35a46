import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ParkedDraftsButton } from '../../features/drafts/ParkedDraftsButton.tsx'
import { IconPackage, IconShoppingCart, IconTruck } from '../../kit/icons.ts'
import { makeLazyComponent } from '../../kit/lazy-component.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { useIsPageIdle } from '../../kit/wait-until-page-idle.ts'
import { OpenDialogButton } from '../../navigation/OpenDialogButton.tsx'
import { useOpenDialog } from '../../navigation/open-dialog.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useScreenSearch } from '../../navigation/use-screen-search.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { ProductsTab } from './ProductsTab.tsx'

const SuppliersTab = makeLazyComponent(async () => (await import('./SuppliersTab.tsx')).SuppliersTab, <Spinner />)

export function InventoryPage() {
  const { search, change } = useScreenSearch('/inventory')
  const navigate = useNavigate()
  const open = useOpenDialog()
  // The suppliers are loaded when the page is idle, so that the purchase dialog does not wait.
  useEndpoint('suppliers.list', {}, { enabled: useIsPageIdle() })
  return (
    <>
      <PageHeader>
        <ParkedDraftsButton kind="purchase" onTakeUp={() => open('/inventory/purchases/new')} />
        <OpenDialogButton Icon={IconShoppingCart} hotkey={hotkeys.buy} to="/inventory/purchases/new">
          Comprar
        </OpenDialogButton>
        <OpenDialogButton Icon={IconPackage} hotkey={hotkeys.newProduct} to="/inventory/new" variant="default">
          Registrar producto
        </OpenDialogButton>
        <OpenDialogButton Icon={IconTruck} hotkey={hotkeys.newSupplier} to="/inventory/suppliers/new" variant="default">
          Registrar proveedor
        </OpenDialogButton>
      </PageHeader>
      <Tabs
        value={search.tab ?? 'products'}
        // A change of the tab resets search and page number.
        onChange={(tab) =>
          void navigate({
            to: '/inventory',
            search: { tab: tab === 'suppliers' ? tab : undefined },
            resetScroll: false,
          })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="products">Productos</Tabs.Tab>
          <Tabs.Tab value="suppliers">Proveedores y compras</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="products">
          <ProductsTab search={search} change={change} />
        </Tabs.Panel>
        <Tabs.Panel value="suppliers">
          <SuppliersTab search={search} change={change} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
