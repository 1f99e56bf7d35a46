import { type Payment, paymentColumns } from '@torniquete/contract/payments.ts'
import { ChargedAmount } from '../../kit/ChargedAmount.tsx'
import { DayText } from '../../kit/DayText.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { opening } from '../../opening.ts'
import type { SaleListShape } from './sale-list.ts'

const { at, client, plan, first, last, user } = paymentColumns

const ClientCell = ({ id, number, client }: Payment) => (
  <RowLink
    from="/billing"
    search={(before) => ({ ...before, payment: id, sale: undefined })}
    aria-label={`${client.name}: factura N.º ${number}`}
    {...opening}
  >
    {client.name}
  </RowLink>
)

export const membershipSales: SaleListShape<Payment> = {
  list: 'payments',
  title: 'Ventas de membresías',
  empty: 'No hay ventas de membresías.',
  amountOf: (payment) => payment.membership.price,
  columns: (zone) => [
    { key: 'number', header: 'N.º', width: '3.5rem', cell: (payment) => payment.number },
    {
      key: 'date',
      header: at.title,
      cell: ({ membership }) => <InstantText instant={membership.payment_date} zone={zone} />,
    },
    {
      key: 'client',
      header: client.title,
      folded: 'first',
      cell: (payment) => <ClientCell {...payment} />,
      paper: client.value,
    },
    { key: 'plan', header: plan.title, cell: plan.value },
    { key: 'first', header: first.title, on: 'paper', cell: (payment) => <DayText day={first.value(payment)} /> },
    { key: 'last', header: last.title, on: 'paper', cell: (payment) => <DayText day={last.value(payment)} /> },
    { key: 'user', header: user.title, on: 'paper', cell: user.value },
    {
      key: 'total',
      header: 'Total',
      align: 'right',
      folded: 'first',
      cell: ({ membership, voided }) => <ChargedAmount amount={membership.price} voided={voided !== null} />,
    },
  ],
}
