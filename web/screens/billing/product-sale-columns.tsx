import { productsOf, type Sale } from '@torniquete/contract/sales.ts'
import { ChargedAmount } from '../../features/bills/ChargedAmount.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { opening } from '../../navigation/opening.ts'
import { RowTotal } from './RowTotal.tsx'
import type { SaleListShape } from './sale-list.ts'

const ClientCell = ({ id, number, client }: Sale) => (
  <RowLink
    from="/billing"
    search={(before) => ({ ...before, sale: id, payment: undefined })}
    aria-label={`${client.name}: factura N.º ${number}`}
    {...opening}
  >
    {client.name}
  </RowLink>
)

export const productSales: SaleListShape<Sale> = {
  list: 'sales',
  title: 'Ventas de productos',
  empty: 'No hay ventas de productos.',
  amountOf: (sale) => sale.amount_total,
  columns: (zone, owed) => [
    { key: 'number', header: 'N.º', width: '3.5rem', cell: (sale) => sale.number },
    { key: 'date', header: 'Fecha', cell: (sale) => <InstantText instant={sale.created_at} zone={zone} /> },
    {
      key: 'client',
      header: 'Cliente',
      folded: 'first',
      cell: (sale) => <ClientCell {...sale} />,
      paper: ({ client }) => client.name,
    },
    { key: 'products', header: 'Productos', on: 'paper', cell: productsOf },
    { key: 'user', header: 'Atendido por', on: 'paper', cell: (sale) => sale.user.name },
    {
      key: 'total',
      header: 'Total',
      align: 'right',
      folded: 'first',
      cell: ({ id, amount_total, voided }) => <RowTotal amount={amount_total} voided={voided} owed={owed.get(id)} />,
      paper: (sale) => <ChargedAmount amount={sale.amount_total} voided={sale.voided !== null} />,
    },
  ],
}
