import { productsOf, type Sale } from '@torniquete/contract/sales.ts'
import { InstantText } from '../../kit/InstantText.tsx'
import { openColumn } from '../../navigation/link-columns.tsx'
import type { SaleListShape } from './sale-list.ts'

export const productSales: SaleListShape<Sale> = {
  list: 'sales',
  title: 'Ventas de productos',
  empty: 'No hay ventas de productos.',
  amountOf: (sale) => sale.amount_total,
  columns: (zone) => [
    { header: 'N.º', width: '3.5rem', cell: (sale) => sale.number },
    { header: 'Fecha', cell: (sale) => <InstantText instant={sale.created_at} zone={zone} /> },
    openColumn({
      header: 'Cliente',
      from: '/billing',
      textOf: ({ client }) => client.name,
      searchOf: ({ id }) => ({ sale: id, payment: undefined }),
    }),
    { header: 'Productos', on: 'paper', cell: productsOf },
    { header: 'Atendido por', on: 'paper', cell: (sale) => sale.user.name },
  ],
}
