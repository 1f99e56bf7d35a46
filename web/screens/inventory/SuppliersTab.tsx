import { Group, Title } from '@mantine/core'
import type { Supplier } from '@torniquete/contract/till/suppliers.ts'
import type { RowActs } from '../../kit/RowActions.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import type { InventorySearch } from '../../navigation/inventory-search.ts'
import { DeletedButton } from '../../navigation/ListButton.tsx'
import type { ChangeSearch } from '../../navigation/use-pages.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import classes from './inventory.module.css'
import { PurchaseList } from './PurchaseList.tsx'
import { SupplierList } from './SupplierList.tsx'

interface SuppliersTabProps extends RowActs<Supplier> {
  search: InventorySearch
  change: ChangeSearch<InventorySearch>
}

export function SuppliersTab({ search, change, onEdit, onDelete }: SuppliersTabProps) {
  const clock = useGymClock()
  return (
    <div className={classes.lists}>
      <div>
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h4">
            Proveedores
          </Title>
          <DeletedButton title="Proveedores eliminados" to="/inventory/suppliers/deleted" />
        </Group>
        <SupplierList onEdit={onEdit} onDelete={onDelete} />
      </div>
      <div>
        <Title order={2} size="h4" mb="sm">
          Compras de productos
        </Title>
        {clock ? <PurchaseList search={search} change={change} {...clock} /> : <Spinner />}
      </div>
    </div>
  )
}
