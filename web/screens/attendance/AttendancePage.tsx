import { Box, Button, Group, Text } from '@mantine/core'
import { replaceEqualDeep } from '@tanstack/react-query'
import type { CallAnswer } from '@torniquete/contract/endpoints.ts'
import type { Attendance, ListedAttendance } from '@torniquete/contract/members/attendances.ts'
import { anonymousClientName, formatPlanName } from '@torniquete/contract/members/memberships.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { formatInstant } from '@torniquete/contract/shared/dates.ts'
import { formatCountWithNoun, formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { adminRoles, isRoleAllowed } from '@torniquete/contract/shared/roles.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { pollIntervalMs, useEndpoint } from '../../api/use-endpoint.ts'
import { formatDateAndNameFilter } from '../../features/bills/document-list-texts.ts'
import { InsideCount } from '../../features/inside/InsideCount.tsx'
import { ExpiryDay } from '../../features/memberships/ExpiryDay.tsx'
import { PlanWithVisitsAndDebt } from '../../features/memberships/PlanWithVisitsAndDebt.tsx'
import { ReasonDialog } from '../../forms/ReasonDialog.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconCircleX, IconDoorEnter, IconPlus } from '../../kit/icons.ts'
import { ListFilter } from '../../kit/ListFilter.tsx'
import { RowButton } from '../../kit/RowActions.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import type { Column } from '../../kit/table-column.ts'
import { makeClientColumn } from '../../navigation/link-columns.tsx'
import { OpenDialogButton } from '../../navigation/OpenDialogButton.tsx'
import { useOpenDialog } from '../../navigation/open-dialog.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useScreenSearch } from '../../navigation/use-screen-search.ts'
import { type GymClock, useGymClock } from '../../session/gym-clock.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'

const pageSize = 1000
/** Milliseconds for which a new attendance is highlighted. */
const markedFor = 4000
const none: ReadonlySet<number> = new Set()

/** Ids of attendances that arrived while the list was shown. After a change of `list`, its filter, none are new. */
function useArrivals(rows: readonly ListedAttendance[] | undefined, list: string): ReadonlySet<number> {
  const seen = useRef<{ list: string; ids: ReadonlySet<number> } | null>(null)
  const [arrived, setArrived] = useState(none)
  useEffect(() => {
    if (!rows) return
    const ids = new Set(rows.map((row) => row.attendance_id))
    const before = seen.current?.list === list ? seen.current.ids : null
    seen.current = { list, ids }
    const fresh = before ? [...ids].filter((id) => !before.has(id)) : []
    if (fresh.length === 0) return
    setArrived((marked) => new Set([...marked, ...fresh]))
    // Each arrival has a timer of its own, which a later poll does not cancel.
    setTimeout(() => setArrived((marked) => new Set([...marked].filter((id) => !fresh.includes(id)))), markedFor)
  }, [rows, list])
  return arrived
}

export function AttendancePage() {
  const clock = useGymClock()
  const { role } = useSignedInUser()
  return (
    <>
      <PageHeader title="Control de Asistencias" shortTitle="Asistencias">
        <InsideCount />
        <OpenDialogButton Icon={IconPlus} hotkey={hotkeys.noteVisit} to="/attendance/new">
          Anotar entrada
        </OpenDialogButton>
        {isCallAllowed(role, 'door.openings') && (
          <OpenDialogButton variant="default" Icon={IconDoorEnter} to="/attendance/openings">
            Aperturas manuales
          </OpenDialogButton>
        )}
      </PageHeader>
      {clock ? <AttendanceList zone={clock.zone} today={clock.today} /> : <Spinner />}
    </>
  )
}

function AttendanceList({ zone, today }: GymClock) {
  const { search, change } = useScreenSearch('/attendance')
  const { name, start = today, end = today } = search
  const filter = { client_name: name, start_date: start, end_date: end }
  const query = { ...filter, page: 1, size_page: pageSize, include_status: true }
  const list = useEndpoint(
    'attendances.list',
    { query },
    {
      refetchInterval: pollIntervalMs,
      structuralSharing: (before, answer) =>
        reuseUnchangedRows(before as AttendanceAnswer | undefined, answer as AttendanceAnswer), // React Query stores unknown.
    },
  )
  const rows = list.data?.items
  const fresh = useArrivals(list.isPlaceholderData ? undefined : rows, JSON.stringify(filter))
  const showDoors = typeof rows?.[0]?.status?.door === 'string'
  // Admins may void any attendance, other users only those recorded by hand.
  const canUndoAll = isRoleAllowed(useSignedInUser().role, adminRoles)
  const [undoing, setUndoing] = useState<ListedAttendance | null>(null)
  const open = useOpenDialog()
  const columns = useMemo(() => {
    const canUndo = ({ status }: ListedAttendance) => canUndoAll || status?.by_hand === true
    return makeAttendanceColumns({ zone, today }, { showDoors, canUndo, onUndo: setUndoing })
  }, [zone, today, showDoors, canUndoAll])
  const sum = (all: readonly unknown[]) => countText(all.length, list.data?.total ?? 0)
  return (
    <>
      <Box mb="md">
        <ListFilter
          label="Filtrar asistencias"
          nameLabel="Nombre del cliente"
          filter={search}
          today={today}
          onSearch={({ name, start, end }) => change({ name, start, end })}
        />
      </Box>
      <Group mb="0.5rem" justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {sum(rows ?? [])}
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={() => open('/attendance/undone')}>
          Entradas anuladas
        </Button>
      </Group>
      <DataTable
        label="Asistencias"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.attendance_id}
        query={list}
        empty="No hay asistencias"
        freshKeys={fresh}
        height="max(20rem, calc(100dvh - 19rem))"
        filter={formatDateAndNameFilter(filter, 'Cliente', name)}
        sum={sum}
      />
      {undoing && <UndoVisit visit={undoing} zone={zone} onClose={() => setUndoing(null)} />}
    </>
  )
}

function countText(shown: number, total: number): string {
  if (shown === 0) return ''
  const all = formatCountWithNoun(total, 'asistencia', 'asistencias')
  return total > shown ? `${all}; se muestran las ${formatNumber(shown)} más recientes` : all
}

function UndoVisit({ visit, zone, onClose }: { visit: Attendance; zone: string; onClose: () => void }) {
  const params = { id: visit.attendance_id }
  return (
    <ReasonDialog
      title="Anular entrada"
      submitLabel="Anular"
      pendingLabel="Anulando"
      danger
      run={(reason, send) => send('attendances.undo', { params, body: { reason } })}
      done="Entrada anulada"
      onSaved={onClose}
      onClose={onClose}
    >
      <Text fw={600}>
        {visit.client_name} · {formatInstant(zone, visit.check_in)}
      </Text>
      <Text size="sm">
        Deja de contar; si su plan es por visitas, la recupera. Queda escrito quién la anuló y por qué.
      </Text>
    </ReasonDialog>
  )
}

type AttendanceAnswer = CallAnswer<'attendances.list'>

/** Reuses the objects of unchanged rows even if a new attendance moves them: React then renders only changed rows. */
export function reuseUnchangedRows(before: AttendanceAnswer | undefined, answer: AttendanceAnswer): AttendanceAnswer {
  const known = new Map(before?.items.map((row) => [row.attendance_id, row]))
  const items = answer.items.map((row) => replaceEqualDeep(known.get(row.attendance_id), row))
  const isMoved = items.some((row, at) => row !== before?.items[at])
  return isMoved ? { ...answer, items } : replaceEqualDeep(before, answer)
}

interface Options {
  showDoors: boolean
  canUndo: (row: ListedAttendance) => boolean
  onUndo: (row: ListedAttendance) => void
}

export function makeAttendanceColumns(
  { zone, today }: GymClock,
  { showDoors, canUndo, onUndo }: Options,
): Column<ListedAttendance>[] {
  return [
    makeClientColumn('Nombre del cliente', ({ id_client: id, client_name: name }) => ({
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
        <PlanWithVisitsAndDebt name={membership_name} visits={status?.visits} debt={status?.debt} />
      ),
      paper: ({ membership_name }) => formatPlanName(membership_name) ?? '—',
    },
    { header: 'Vencimiento', cell: ({ expire_membership }) => <ExpiryDay expire={expire_membership} today={today} /> },
    // The column for the door is last, because the specification fixes the other columns.
    ...(showDoors ? [{ header: 'Puerta', cell: ({ status }: ListedAttendance) => status?.door || '—' }] : []),
  ]
}
