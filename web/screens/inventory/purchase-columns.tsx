import type { Purchase } from '@torniquete/contract/purchases.ts'
import { ChargedAmount } from '../../kit/ChargedAmount.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import type { Column } from '../../kit/table-column.ts'

/** What of a purchase is shown, in the table and on paper. */
export const purchaseCells = {
  number: ({ number }: Purchase) => number,
  date: (zone: string) => (purchase: Purchase) => <InstantText instant={purchase.created_at} zone={zone} />,
  supplier: ({ supplier }: Purchase) => supplier.name,
  user: ({ user }: Purchase) => user.name,
}

export function purchaseColumns(zone: string): Column<Purchase>[] {
  return [
    { key: 'number', header: 'N.º', width: '3rem', cell: purchaseCells.number },
    { key: 'date', header: 'Fecha', cell: purchaseCells.date(zone) },
    { key: 'supplier', header: 'Proveedor', cell: purchaseCells.supplier },
    { key: 'user', header: 'Usuario', hideOnMobile: true, cell: purchaseCells.user },
    {
      key: 'total',
      header: 'Total',
      align: 'right',
      cell: ({ amount_total, voided }) => <ChargedAmount amount={amount_total} voided={voided !== null} />,
    },
  ]
}
