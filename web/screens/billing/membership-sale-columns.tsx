import { lastValidDay } from '@torniquete/contract/dates.ts'
import { shownPlanName } from '@torniquete/contract/memberships.ts'
import type { Payment } from '@torniquete/contract/payments.ts'
import { DayText } from '../../kit/DayText.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { openColumn } from '../../navigation/link-columns.tsx'
import type { SaleListShape } from './sale-list.ts'

const lastDay = ({ expire_membership }: Payment['membership']) => lastValidDay(expire_membership)

export const membershipSales: SaleListShape<Payment> = {
  list: 'payments',
  title: 'Ventas de membresías',
  empty: 'No hay ventas de membresías.',
  amountOf: (payment) => payment.membership.price,
  columns: (zone) => [
    { header: 'N.º', width: '3.5rem', cell: (payment) => payment.number },
    { header: 'Fecha', cell: ({ membership }) => <InstantText instant={membership.payment_date} zone={zone} /> },
    openColumn({
      header: 'Cliente',
      from: '/billing',
      textOf: ({ client }) => client.name,
      searchOf: ({ id }) => ({ payment: id, sale: undefined }),
    }),
    { header: 'Membresía', cell: ({ membership }) => shownPlanName(membership.name) },
    { header: 'Primer día', on: 'paper', cell: ({ membership }) => <DayText day={membership.start_date} /> },
    { header: 'Último día', on: 'paper', cell: ({ membership }) => <DayText day={lastDay(membership)} /> },
    { header: 'Atendido por', on: 'paper', cell: (payment) => payment.user.name },
  ],
}
