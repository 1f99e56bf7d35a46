import type { Purchase } from '@torniquete/contract/purchases.ts'
import { Money } from '../../kit/Money.tsx'
import { StatusMark } from '../../kit/StatusMark.tsx'
import type { Column } from '../../kit/table-column.ts'
import { InstantText } from '../billing/sale-cells.tsx'
import classes from './inventory.module.css'

/** What of a purchase is shown, in the table and on paper. */
export const purchaseCells = {
  number: ({ number }: Purchase) => number,
  date: (zone: string) => (purchase: Purchase) => <InstantText instant={purchase.created_at} zone={zone} />,
  supplier: ({ supplier }: Purchase) => supplier.name,
  user: ({ user }: Purchase) => user.name,
  total: ({ amount_total, voided }: Purchase) => {
    const total = <Money value={amount_total} />
    return voided ? <s>{total}</s> : total
  },
  state: ({ voided }: Purchase) => (voided ? 'ANULADA' : 'Vigente'),
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
      cell: (purchase) => (
        <>
          {purchaseCells.total(purchase)}
          {purchase.voided && (
            <span className={classes.onPhone} data-tone="bad">
              ANULADA
            </span>
          )}
        </>
      ),
    },
    {
      key: 'state',
      header: 'Estado',
      hideOnMobile: true,
      cell: ({ voided }) => <StatusMark good={!voided} goodLabel="Vigente" badLabel="ANULADA" />,
    },
  ]
}
