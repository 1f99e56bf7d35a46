import { Tabs } from '@mantine/core'
import type { Product } from '@torniquete/contract/products.ts'
import type { Supplier } from '@torniquete/contract/suppliers.ts'
import { useCallback, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useFocusReturn } from '../../kit/use-focus-return.ts'
import { useClosing } from '../../opening.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { useOpening } from '../../shell/use-opening.ts'
import { BillDialog } from '../bills/BillDialog.tsx'
import { InventoryButtons } from './InventoryButtons.tsx'
import { type InventoryDialog, InventoryDialogs } from './InventoryDialogs.tsx'
import { ProductsTab } from './ProductsTab.tsx'
import { SuppliersTab } from './SuppliersTab.tsx'
import { useInventorySearch } from './use-inventory-search.ts'

export function InventoryPage() {
  const { search, change, openTab } = useInventorySearch()
  const [dialog, setDialog] = useState<InventoryDialog | null>(null)
  // At hand when the purchase dialog opens: who types there does not wait for them.
  useEndpoint('suppliers.list', {})
  const editProduct = useCallback((product: Product) => setDialog({ kind: 'edit-product', product }), [])
  const deleteProduct = useCallback((product: Product) => setDialog({ kind: 'delete-product', product }), [])
  const editSupplier = useCallback((supplier: Supplier) => setDialog({ kind: 'edit-supplier', supplier }), [])
  const deleteSupplier = useCallback((supplier: Supplier) => setDialog({ kind: 'delete-supplier', supplier }), [])
  const closePurchase = useClosing(useCallback(() => change({ purchase: undefined }, true), [change]))
  const covered = dialog !== null || search.purchase !== undefined
  useFocusReturn(covered)
  useOpening(
    search.open,
    () => change({ open: undefined, purchase: undefined }, true),
    (kind) => setDialog({ kind }),
  )
  return (
    <>
      <PageHeader title="Inventario">
        <InventoryButtons onOpen={(kind) => !covered && setDialog({ kind })} />
      </PageHeader>
      <Tabs
        value={search.tab ?? 'products'}
        onChange={(tab) => openTab(tab === 'suppliers' ? tab : undefined)}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="products">Productos</Tabs.Tab>
          <Tabs.Tab value="suppliers">Proveedores y compras</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="products">
          <ProductsTab search={search} change={change} onEdit={editProduct} onDelete={deleteProduct} />
        </Tabs.Panel>
        <Tabs.Panel value="suppliers">
          <SuppliersTab search={search} change={change} onEdit={editSupplier} onDelete={deleteSupplier} />
        </Tabs.Panel>
      </Tabs>
      <InventoryDialogs dialog={dialog} onClose={() => setDialog(null)} />
      {search.purchase !== undefined && <BillDialog kind="purchase" id={search.purchase} onClose={closePurchase} />}
    </>
  )
}
