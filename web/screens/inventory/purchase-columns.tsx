import type { Purchase } from '@torniquete/contract/purchases.ts'
import { chargedColumn } from '../../features/bills/ChargedAmount.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import type { Column } from '../../kit/table-column.ts'
import { openColumn } from '../../navigation/link-columns.tsx'

/** On screen as on paper. */
export function purchaseColumns(zone: string): Column<Purchase>[] {
  return [
    { header: 'N.º', width: '3.5rem', cell: ({ number }) => number },
    { header: 'Fecha', cell: ({ created_at }) => <InstantText instant={created_at} zone={zone} /> },
    openColumn({
      header: 'Proveedor',
      from: '/inventory',
      textOf: ({ supplier }) => supplier.name,
      searchOf: ({ id }) => ({ purchase: id }),
    }),
    { header: 'Usuario', cell: ({ user }) => user.name },
    chargedColumn('Total', ({ amount_total }) => amount_total),
  ]
}
