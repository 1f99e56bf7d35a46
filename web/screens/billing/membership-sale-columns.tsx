import { lastValidDay, localTime, showDay } from '@torniquete/contract/dates.ts'
import type { Payment } from '@torniquete/contract/payments.ts'
import { ChargedAmount, PaperAmount, voidedText } from '../../kit/ChargedAmount.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import type { SaleListShape } from './sale-list.ts'

const instantOf = (zone: string, { membership }: Payment) => localTime(zone, new Date(membership.payment_date))
const lastDayOf = ({ membership }: Payment) => lastValidDay(membership.expire_membership)

export const membershipSales: SaleListShape<Payment> = {
  list: 'payments',
  title: 'Ventas de membresías',
  empty: 'No hay ventas de membresías.',
  amountOf: (payment) => payment.membership.price,
  isVoided: (payment) => payment.voided !== null,
  columns: (zone) => [
    {
      key: 'date',
      header: 'Fecha',
      cell: ({ membership }) => <InstantText instant={membership.payment_date} zone={zone} />,
    },
    { key: 'client', header: 'Cliente', cell: (payment) => payment.client.name },
    { key: 'plan', header: 'Membresía', hideOnMobile: true, cell: (payment) => payment.membership.name },
    {
      key: 'total',
      header: 'Total',
      align: 'right',
      cell: ({ membership, voided }) => <ChargedAmount amount={membership.price} voided={voided !== null} />,
    },
  ],
  excel: (zone) => [
    { header: 'Número', type: 'number', value: (payment) => payment.id },
    { header: 'Fecha', type: 'instant', value: (payment) => instantOf(zone, payment) },
    { header: 'Cliente', type: 'text', value: (payment) => payment.client.name },
    { header: 'Atendido por', type: 'text', value: (payment) => payment.user.name },
    { header: 'Membresía', type: 'text', value: (payment) => payment.membership.name },
    { header: 'Primer día', type: 'day', value: (payment) => payment.membership.start_date },
    { header: 'Último día', type: 'day', value: lastDayOf },
    { header: 'Total', type: 'money', value: (payment) => payment.membership.price },
    { header: 'Estado', type: 'text', width: 12, value: (payment) => (payment.voided ? voidedText : null) },
  ],
  paper: (zone) => [
    { header: 'N.º', cell: (payment) => payment.id },
    { header: 'Fecha', cell: ({ membership }) => <InstantText instant={membership.payment_date} zone={zone} /> },
    { header: 'Cliente', cell: (payment) => payment.client.name },
    { header: 'Membresía', cell: (payment) => payment.membership.name },
    { header: 'Primer día', cell: (payment) => showDay(payment.membership.start_date) },
    { header: 'Último día', cell: (payment) => showDay(lastDayOf(payment)) },
    { header: 'Atendido por', cell: (payment) => payment.user.name },
    {
      header: 'Total',
      align: 'right',
      cell: ({ membership, voided }) => <PaperAmount amount={membership.price} voided={voided !== null} />,
    },
  ],
}
