import type { Purchase } from '@torniquete/contract/purchases.ts'
import { ChargedAmount } from '../../features/bills/ChargedAmount.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import type { Column } from '../../kit/table-column.ts'
import { opening } from '../../navigation/opening.ts'

function SupplierCell({ id, number, supplier }: Purchase) {
  return (
    <RowLink
      from="/inventory"
      search={(before) => ({ ...before, purchase: id })}
      aria-label={`${supplier.name}: factura N.º ${number}`}
      {...opening}
    >
      {supplier.name}
    </RowLink>
  )
}

/** On screen as on paper. */
export function purchaseColumns(zone: string): Column<Purchase>[] {
  return [
    { key: 'number', header: 'N.º', width: '3.5rem', cell: ({ number }) => number },
    { key: 'date', header: 'Fecha', cell: ({ created_at }) => <InstantText instant={created_at} zone={zone} /> },
    {
      key: 'supplier',
      header: 'Proveedor',
      folded: 'first',
      cell: (purchase) => <SupplierCell {...purchase} />,
      paper: ({ supplier }) => supplier.name,
    },
    { key: 'user', header: 'Usuario', cell: ({ user }) => user.name },
    {
      key: 'total',
      header: 'Total',
      align: 'right',
      folded: 'first',
      cell: ({ amount_total, voided }) => <ChargedAmount amount={amount_total} voided={voided !== null} />,
    },
  ]
}
