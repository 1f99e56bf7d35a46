import { Group } from '@mantine/core'
import { replaceEqualDeep } from '@tanstack/react-query'
import type { Answer } from '@torniquete/contract/endpoints.ts'
import type { ListedAttendance } from '@torniquete/contract/members/attendances.ts'
import { anonymousClientName, shownPlanName } from '@torniquete/contract/members/memberships.ts'
import { ExpiryDay } from '../../features/memberships/ExpiryDay.tsx'
import { PlanName } from '../../features/memberships/PlanName.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconCircleX } from '../../kit/icons.ts'
import { RowButton } from '../../kit/RowActions.tsx'
import type { Column } from '../../kit/table-column.ts'
import { clientColumn } from '../../navigation/link-columns.tsx'
import type { GymClock } from '../../session/gym-clock.ts'

export type AttendanceAnswer = Answer<'attendances.list'>

/** Unchanged rows keep their identity wherever an arrival moves them: only new and changed rows are drawn. */
export function shareRows(before: AttendanceAnswer | undefined, answer: AttendanceAnswer): AttendanceAnswer {
  const known = new Map(before?.items.map((row) => [row.attendance_id, row]))
  const items = answer.items.map((row) => replaceEqualDeep(known.get(row.attendance_id), row))
  const isMoved = items.some((row, at) => row !== before?.items[at])
  return isMoved ? { ...answer, items } : replaceEqualDeep(before, answer)
}

interface Options {
  /** Adds the doors column. */
  showDoors: boolean
  canUndo: (row: ListedAttendance) => boolean
  onUndo: (row: ListedAttendance) => void
}

export function attendanceColumns(
  { zone, today }: GymClock,
  { showDoors, canUndo, onUndo }: Options,
): Column<ListedAttendance>[] {
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
          {canUndo(row) && (
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
      cell: ({ membership_name, status }) => (
        <PlanName name={membership_name} visits={status?.visits} debt={status?.debt} />
      ),
      paper: ({ membership_name }) => shownPlanName(membership_name) ?? '—',
    },
    { header: 'Vencimiento', cell: ({ expire_membership }) => <ExpiryDay expire={expire_membership} today={today} /> },
    // The specification's columns come first.
    ...(showDoors ? [{ header: 'Puerta', cell: ({ status }: ListedAttendance) => status?.door || '—' }] : []),
  ]
}
