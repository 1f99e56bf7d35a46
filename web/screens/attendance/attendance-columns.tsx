import { Group } from '@mantine/core'
import { anonymousClientName, shownPlanName } from '@torniquete/contract/members/memberships.ts'
import { ExpiryDay } from '../../features/memberships/ExpiryDay.tsx'
import { PlanName } from '../../features/memberships/PlanName.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconCircleX } from '../../kit/icons.ts'
import { RowButton } from '../../kit/RowActions.tsx'
import type { Column } from '../../kit/table-column.ts'
import { clientColumn } from '../../navigation/link-columns.tsx'
import type { GymClock } from '../../session/gym-clock.ts'
import type { Visit } from './use-arriving.ts'

/** `hasDoors`: the gym has more than one. */
export function attendanceColumns(
  { zone, today }: GymClock,
  hasDoors: boolean,
  visits: ReadonlyMap<number, string>,
  owed: ReadonlyMap<number, string>,
  mayUndo: (visit: Visit) => boolean,
  onUndo: (visit: Visit) => void,
): Column<Visit>[] {
  return [
    clientColumn('Nombre del cliente', ({ id_client: id, client_name: name }) => ({
      id,
      name,
      anonymous: name === anonymousClientName,
    })),
    {
      header: 'Fecha de ingreso',
      cell: (row) => (
        <Group component="span" display="inline-flex" gap="0.5rem" wrap="nowrap">
          <InstantText instant={row.check_in} zone={zone} />
          {mayUndo(row) && (
            <RowButton
              Icon={IconCircleX}
              label="Anular la entrada de"
              name={row.client_name}
              onPress={() => onUndo(row)}
            />
          )}
        </Group>
      ),
      paper: ({ check_in }) => <InstantText instant={check_in} zone={zone} />,
    },
    {
      header: 'Membresía',
      cell: ({ id_client, membership_name }) => (
        <PlanName name={membership_name} visits={visits.get(id_client)} owed={owed.get(id_client)} />
      ),
      paper: ({ membership_name }) => shownPlanName(membership_name) ?? '—',
    },
    { header: 'Vencimiento', cell: ({ expire_membership }) => <ExpiryDay expire={expire_membership} today={today} /> },
    // Behind those of the specification.
    ...(hasDoors ? [{ header: 'Puerta', cell: ({ door }: Visit) => door || '—' }] : []),
  ]
}
