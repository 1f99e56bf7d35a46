import { anonymousClientName, shownPlanName } from '@torniquete/contract/memberships.ts'
import { ExpiryDay } from '../../features/memberships/ExpiryDay.tsx'
import { PlanName } from '../../features/memberships/PlanName.tsx'
import { Named } from '../../kit/Clamped.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconCircleX } from '../../kit/icons.ts'
import { RowButton } from '../../kit/RowActions.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import type { Column } from '../../kit/table-column.ts'
import { screens } from '../../navigation/screens.ts'
import type { GymClock } from '../../session/gym-clock.ts'
import classes from './attendance.module.css'
import type { Visit } from './use-arriving.ts'

function ClientName({ id_client, client_name }: Visit) {
  if (client_name === anonymousClientName) return <Named>{client_name}</Named>
  return (
    <RowLink to={screens.clients.path} search={{ client: id_client }}>
      {client_name}
    </RowLink>
  )
}

/** `hasDoors`: the gym has more than one. */
export function attendanceColumns(
  { zone, today }: GymClock,
  hasDoors: boolean,
  visits: ReadonlyMap<number, string>,
  owed: ReadonlyMap<number, string>,
  onUndo: (visit: Visit) => void,
): Column<Visit>[] {
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
      cell: (row) => (
        <span className={classes.undoable}>
          <InstantText instant={row.check_in} zone={zone} />
          <RowButton label="Anular la entrada de" name={row.client_name} onPress={() => onUndo(row)}>
            <IconCircleX size={20} aria-hidden />
          </RowButton>
        </span>
      ),
      paper: ({ check_in }) => <InstantText instant={check_in} zone={zone} />,
    },
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
    // Behind those of the specification.
    ...(hasDoors ? [{ key: 'door', header: 'Puerta', cell: ({ door }: Visit) => door || '—' }] : []),
  ]
}
