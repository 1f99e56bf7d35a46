import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Attendance } from '@torniquete/contract/attendances.ts'
import { anonymousClientName } from '@torniquete/contract/memberships.ts'
import { InstantText } from '../../kit/InstantText.tsx'
import type { Column } from '../../kit/table-column.ts'
import { screenPaths } from '../../paths.ts'
import type { GymClock } from '../../session/gym-clock.ts'
import { ExpiryDay } from '../clients/ExpiryDay.tsx'

function ClientName({ row, fresh }: { row: Attendance; fresh: boolean }) {
  const { id_client, client_name } = row
  if (client_name === anonymousClientName) return <span data-fresh={fresh || undefined}>{client_name}</span>
  return (
    <Anchor
      size="sm"
      data-fresh={fresh || undefined}
      renderRoot={(props) => <Link to={screenPaths.clients} search={{ client: id_client }} {...props} />}
    >
      {client_name}
    </Anchor>
  )
}

export function attendanceColumns({ zone, today }: GymClock, fresh: ReadonlySet<number>): Column<Attendance>[] {
  return [
    {
      key: 'client',
      header: 'Nombre del cliente',
      cell: (row) => <ClientName row={row} fresh={fresh.has(row.attendance_id)} />,
    },
    {
      key: 'check_in',
      header: 'Fecha de ingreso',
      cell: ({ check_in }) => <InstantText instant={check_in} zone={zone} />,
    },
    {
      key: 'membership',
      header: 'Membresía',
      hideOnMobile: true,
      cell: ({ membership_name }) => membership_name ?? '—',
    },
    {
      key: 'expiry',
      header: 'Vencimiento',
      cell: ({ expire_membership }) => <ExpiryDay expire={expire_membership} today={today} />,
    },
  ]
}
