import { lastValidDay } from '@torniquete/contract/dates.ts'
import { shownPlanName } from '@torniquete/contract/memberships.ts'
import type { Payment } from '@torniquete/contract/payments.ts'
import { ChargedAmount } from '../../features/bills/ChargedAmount.tsx'
import { DayText } from '../../kit/DayText.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { opening } from '../../navigation/opening.ts'
import { RowTotal } from './RowTotal.tsx'
import type { SaleListShape } from './sale-list.ts'

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
  columns: (zone, owed) => [
    { key: 'number', header: 'N.º', width: '3.5rem', cell: (payment) => payment.number },
    {
      key: 'date',
      header: 'Fecha',
      cell: ({ membership }) => <InstantText instant={membership.payment_date} zone={zone} />,
    },
    {
      key: 'client',
      header: 'Cliente',
      folded: 'first',
      cell: (payment) => <ClientCell {...payment} />,
      paper: ({ client }) => client.name,
    },
    { key: 'plan', header: 'Membresía', cell: ({ membership }) => shownPlanName(membership.name) },
    {
      key: 'first',
      header: 'Primer día',
      on: 'paper',
      cell: ({ membership }) => <DayText day={membership.start_date} />,
    },
    {
      key: 'last',
      header: 'Último día',
      on: 'paper',
      cell: (payment) => <DayText day={lastValidDay(payment.membership.expire_membership)} />,
    },
    { key: 'user', header: 'Atendido por', on: 'paper', cell: (payment) => payment.user.name },
    {
      key: 'total',
      header: 'Total',
      align: 'right',
      folded: 'first',
      cell: ({ id, membership, voided }) => <RowTotal amount={membership.price} voided={voided} owed={owed.get(id)} />,
      paper: ({ membership, voided }) => <ChargedAmount amount={membership.price} voided={voided !== null} />,
    },
  ],
}
