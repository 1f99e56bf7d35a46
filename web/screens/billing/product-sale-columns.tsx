import { billAmounts } from '@torniquete/contract/bills.ts'
import { localTime } from '@torniquete/contract/dates.ts'
import type { Sale } from '@torniquete/contract/sales.ts'
import { ChargedAmount } from '../../features/bills/ChargedAmount.tsx'
import { totalColumns } from '../../features/bills/total-columns.ts'
import { InstantText } from '../../kit/InstantText.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { opening } from '../../navigation/opening.ts'
import type { SaleListShape } from './sale-list.ts'

/** `2 × Agua; 1 × Toalla`. */
const productsOf = (sale: Sale) =>
  sale.sales_bill_items.map(({ quantity, product_name }) => `${quantity} × ${product_name}`).join('; ')

/** What was voided counts for nothing in any column that somebody may sum. */
const amountsOf = (sale: Sale) => billAmounts(sale.voided ? [] : sale.sales_bill_items)

const instantOf = (zone: string, sale: Sale) => localTime(zone, new Date(sale.created_at))

const clientOf = ({ client }: Sale) => client.name

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
  columns: (zone) => [
    { key: 'number', header: 'N.º', width: '3.5rem', cell: (sale) => sale.number },
    { key: 'date', header: 'Fecha', cell: (sale) => <InstantText instant={sale.created_at} zone={zone} /> },
    {
      key: 'client',
      header: 'Cliente',
      folded: 'first',
      cell: (sale) => <ClientCell {...sale} />,
      paper: clientOf,
    },
    { key: 'products', header: 'Productos', on: 'paper', cell: productsOf },
    { key: 'user', header: 'Atendido por', on: 'paper', cell: (sale) => sale.user.name },
    {
      key: 'total',
      header: 'Total',
      align: 'right',
      folded: 'first',
      cell: (sale) => <ChargedAmount amount={sale.amount_total} voided={sale.voided !== null} />,
    },
  ],
  excel: (zone) => [
    { header: 'Número', type: 'number', value: (sale) => sale.number },
    { header: 'Fecha', type: 'instant', value: (sale) => instantOf(zone, sale) },
    { header: 'Cliente', type: 'text', value: clientOf },
    { header: 'Atendido por', type: 'text', value: (sale) => sale.user.name },
    { header: 'Productos', type: 'text', width: 48, value: productsOf },
    { header: 'Subtotal', type: 'money', value: (sale) => amountsOf(sale).amount },
    { header: 'Descuento', type: 'money', value: (sale) => amountsOf(sale).discount },
    { header: 'Impuesto', type: 'money', value: (sale) => amountsOf(sale).tax },
    ...totalColumns<Sale>((sale) => sale.amount_total),
  ],
}
