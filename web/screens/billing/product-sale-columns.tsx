import { billAmounts } from '@torniquete/contract/bills.ts'
import { localTime } from '@torniquete/contract/dates.ts'
import type { Sale } from '@torniquete/contract/sales.ts'
import { ChargedAmount, PaperAmount, voidedText } from '../../kit/ChargedAmount.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import type { SaleListShape } from './sale-list.ts'

/** `2 × Agua; 1 × Toalla`. */
const productsOf = (sale: Sale) =>
  sale.sales_bill_items.map(({ quantity, product_name }) => `${quantity} × ${product_name}`).join('; ')

const instantOf = (zone: string, sale: Sale) => localTime(zone, new Date(sale.created_at))

export const productSales: SaleListShape<Sale> = {
  list: 'sales',
  title: 'Ventas de productos',
  empty: 'No hay ventas de productos.',
  amountOf: (sale) => sale.amount_total,
  isVoided: (sale) => sale.voided !== null,
  columns: (zone) => [
    { key: 'number', header: 'N.º', width: '3.5rem', cell: (sale) => sale.number },
    { key: 'date', header: 'Fecha', cell: (sale) => <InstantText instant={sale.created_at} zone={zone} /> },
    { key: 'client', header: 'Cliente', cell: (sale) => sale.client.name },
    {
      key: 'total',
      header: 'Total',
      align: 'right',
      cell: (sale) => <ChargedAmount amount={sale.amount_total} voided={sale.voided !== null} />,
    },
  ],
  excel: (zone) => [
    { header: 'Número', type: 'number', value: (sale) => sale.number },
    { header: 'Fecha', type: 'instant', value: (sale) => instantOf(zone, sale) },
    { header: 'Cliente', type: 'text', value: (sale) => sale.client.name },
    { header: 'Atendido por', type: 'text', value: (sale) => sale.user.name },
    { header: 'Productos', type: 'text', width: 48, value: productsOf },
    { header: 'Subtotal', type: 'money', value: (sale) => billAmounts(sale.sales_bill_items).amount },
    { header: 'Descuento', type: 'money', value: (sale) => billAmounts(sale.sales_bill_items).discount },
    { header: 'Impuesto', type: 'money', value: (sale) => billAmounts(sale.sales_bill_items).tax },
    { header: 'Total', type: 'money', value: (sale) => sale.amount_total },
    { header: 'Estado', type: 'text', width: 12, value: (sale) => (sale.voided ? voidedText : null) },
  ],
  paper: (zone) => [
    { header: 'N.º', cell: (sale) => sale.number },
    { header: 'Fecha', cell: (sale) => <InstantText instant={sale.created_at} zone={zone} /> },
    { header: 'Cliente', cell: (sale) => sale.client.name },
    { header: 'Productos', cell: productsOf },
    { header: 'Atendido por', cell: (sale) => sale.user.name },
    {
      header: 'Total',
      align: 'right',
      cell: (sale) => <PaperAmount amount={sale.amount_total} voided={sale.voided !== null} />,
    },
  ],
}
