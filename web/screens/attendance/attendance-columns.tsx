import type { Attendance } from '@torniquete/contract/attendances.ts'
import { anonymousClientName, shownPlanName } from '@torniquete/contract/memberships.ts'
import { ExpiryDay } from '../../features/memberships/ExpiryDay.tsx'
import { PlanName } from '../../features/memberships/PlanName.tsx'
import { Named } from '../../kit/Clamped.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import type { Column } from '../../kit/table-column.ts'
import { screens } from '../../navigation/screens.ts'
import type { GymClock } from '../../session/gym-clock.ts'

function ClientName({ id_client, client_name }: Attendance) {
  if (client_name === anonymousClientName) return <Named>{client_name}</Named>
  return (
    <RowLink to={screens.clients.path} search={{ client: id_client }}>
      {client_name}
    </RowLink>
  )
}

/** `doors`: by which each came in, by its number; null where the gym has one door only. */
export function attendanceColumns(
  { zone, today }: GymClock,
  doors: ReadonlyMap<number, string> | null,
  visits: ReadonlyMap<number, string>,
  owed: ReadonlyMap<number, string>,
): Column<Attendance>[] {
  return [
    {
      key: 'client',
      header: 'Nombre del cliente',
      folded: 'first',
      cell: (row) => <ClientName {...row} />,
      paper: ({ client_name }) => client_name,
    },
    {
      key: 'check_in',
      header: 'Fecha de ingreso',
      cell: ({ check_in }) => <InstantText instant={check_in} zone={zone} />,
    },
    ...(doors
      ? [{ key: 'door', header: 'Puerta', cell: ({ attendance_id }: Attendance) => doors.get(attendance_id) ?? '—' }]
      : []),
    {
      key: 'membership',
      header: 'Membresía',
      cell: ({ id_client, membership_name }) => (
        <PlanName name={membership_name} visits={visits.get(id_client)} owed={owed.get(id_client)} />
      ),
      paper: ({ membership_name }) => shownPlanName(membership_name) ?? '—',
    },
    {
      key: 'expiry',
      header: 'Vencimiento',
      cell: ({ expire_membership }) => <ExpiryDay expire={expire_membership} today={today} />,
    },
  ]
}
