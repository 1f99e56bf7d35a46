import { Button, Group, Text } from '@mantine/core'
import type { DoorOpening } from '@torniquete/contract/door/door.ts'
import type { UndoneAttendance } from '@torniquete/contract/members/attendances.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { requiredFieldText } from '@torniquete/contract/shared/parse-input.ts'
import { adminRoles, isRoleAllowed } from '@torniquete/contract/shared/roles.ts'
import { useMemo, useRef, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ClientPicker } from '../../features/memberships/ClientPicker.tsx'
import { ExpiryDay } from '../../features/memberships/ExpiryDay.tsx'
import { PlanWithVisitsAndDebt } from '../../features/memberships/PlanWithVisitsAndDebt.tsx'
import type { MembershipBuyer } from '../../features/memberships/proposed-membership-sale.ts'
import { useSave } from '../../forms/use-save.ts'
import { ClampedName } from '../../kit/ClampedText.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconArrowBackUp, IconPencil } from '../../kit/icons.ts'
import { RowButton } from '../../kit/RowActions.tsx'
import { StatusMark } from '../../kit/StatusMark.tsx'
import { useStore } from '../../kit/store.ts'
import { type Column, makeActionsColumn } from '../../kit/table-column.ts'
import { useCloseDialog } from '../../navigation/open-dialog.ts'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import { useLocalPagination } from '../../navigation/use-screen-search.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { doorReasonRequestStore } from '../../shell/use-open-door.ts'

function Membership({ client, today }: { client: MembershipBuyer; today: string | null }) {
  const status = useEndpoint('clients.read', { params: { id_client: client.id } }).data?.status
  const expire = client.membership?.expire_membership
  return (
    <Group justify="space-between" align="flex-start" role="status">
      <PlanWithVisitsAndDebt
        name={client.membership?.name ?? 'Sin membresía'}
        visits={status?.visits}
        debt={status?.debt}
      />
      {expire && <ExpiryDay expire={expire} today={today} />}
    </Group>
  )
}

export function RecordVisit() {
  const close = useCloseDialog()
  const today = useGymClock()?.today ?? null
  const [client, setClient] = useState<MembershipBuyer | null>(null)
  const [tried, setTried] = useState(false)
  const save = useSave({
    run: ({ id }: MembershipBuyer, send) => send('attendances.create', { body: { id_client: id } }),
    done: 'Entrada anotada',
    detail: ({ client_name }) => client_name,
    onSaved: close,
    failure: () => null,
  })
  return (
    <FormDialog
      title="Anotar entrada"
      submitLabel="Anotar"
      pendingLabel="Anotando"
      size="md"
      {...save.dialog}
      dirty={false}
      onClose={close}
      onSubmit={() => {
        setTried(true)
        if (client) save.submit(client)
      }}
    >
      <ClientPicker
        client={client}
        onChange={setClient}
        today={today}
        error={tried && !client && requiredFieldText}
        autoFocus
      />
      {client && <Membership client={client} today={today} />}
    </FormDialog>
  )
}

export function UndoneVisitsDialog() {
  const close = useCloseDialog()
  const { role } = useSignedInUser()
  const zone = useGymClock()?.zone
  const { asked, address } = useLocalPagination(10)
  const list = useEndpoint('attendances.undone', { query: asked }, { staleTime: 0 })
  const rows = useRef<HTMLDivElement>(null)
  const { submit } = useSave({
    run: ({ id }: UndoneAttendance, send) => send('attendances.restore', { params: { id } }),
    done: 'La entrada vuelve a contar',
    detail: ({ client_name }) => client_name,
    // The focused button disappears with the restored row; the list gets the focus, so that Enter restores no other
    // row.
    onSaved: () => rows.current?.focus(),
  })
  const columns = undoneColumns(zone, isRoleAllowed(role, adminRoles), submit)
  return (
    <Dialog onClose={close} title="Entradas anuladas" size="xl">
      <Text size="sm" c="dimmed" mb="sm">
        No cuentan en ninguna lista ni cifra.
      </Text>
      <div ref={rows} tabIndex={-1}>
        <PagedTable
          {...address}
          label="Entradas anuladas"
          pages="Páginas de entradas anuladas"
          columns={columns}
          rowKey={({ id }) => id}
          query={list}
          unprinted
          empty="No se ha anulado ninguna entrada"
        />
      </div>
    </Dialog>
  )
}

function undoneColumns(
  zone: string | undefined,
  mayAll: boolean,
  restore: (row: UndoneAttendance) => void,
): Column<UndoneAttendance>[] {
  const instant = (at: string) => zone && <InstantText instant={at} zone={zone} />
  return [
    {
      key: 'client',
      header: 'Cliente',
      folded: 'first',
      cell: ({ client_name }) => <ClampedName>{client_name}</ClampedName>,
    },
    { key: 'check_in', header: 'Entrada', cell: ({ check_in }) => instant(check_in) },
    { key: 'undone_at', header: 'Anulada', cell: ({ undone_at }) => instant(undone_at) },
    { key: 'undone_by', header: 'Usuario', cell: ({ undone_by }) => undone_by },
    { key: 'reason', header: 'Motivo', cell: ({ reason }) => reason ?? '—' },
    makeActionsColumn((row) => (
      <RowButton
        Icon={IconArrowBackUp}
        label="Volver a contar la entrada de"
        name={row.client_name}
        refusal={row.passed && !mayAll ? formatError('attendance.passed') : null}
        onPress={() => restore(row)}
      />
    )),
  ]
}

export function DoorOpeningsDialog() {
  const onClose = useCloseDialog()
  const zone = useGymClock()?.zone
  const { asked, address } = useLocalPagination(10)
  const list = useEndpoint('door.openings', { query: asked }, { staleTime: 0 })
  const columns = useMemo(() => openingColumns(zone), [zone])
  const covered = useStore(doorReasonRequestStore) !== null
  return (
    <Dialog onClose={onClose} title="Aperturas manuales" size="xl" closeOnEscape={!covered}>
      <Text size="sm" c="dimmed" mb="sm">
        Cada vez que alguien abrió la puerta desde la aplicación.
      </Text>
      <PagedTable
        {...address}
        label="Aperturas manuales"
        pages="Páginas de aperturas"
        columns={columns}
        rowKey={({ id }) => id}
        query={list}
        unprinted
        empty="Nadie ha abierto la puerta a mano"
      />
    </Dialog>
  )
}

function reasonOf({ reason, payment }: DoorOpening): string {
  const sale = payment && `${payment.name}, factura N.º ${payment.number}`
  return [sale, reason].filter(Boolean).join(' · ') || 'Sin motivo'
}

const Earlier = ({ reason, user, at, zone }: DoorOpening['earlier'][number] & { zone: string }) => (
  <Text size="sm" c="dimmed">
    Antes: «{reason}». Lo cambió {user?.name ?? 'alguien'}: <InstantText instant={at} zone={zone} />
  </Text>
)

function openingColumns(zone: string | undefined): Column<DoorOpening>[] {
  return [
    { header: 'Fecha', folded: 'first', cell: ({ at }) => zone && <InstantText instant={at} zone={zone} /> },
    { header: 'Usuario', folded: 'first', cell: ({ user }) => <ClampedName>{user?.name ?? '—'}</ClampedName> },
    {
      header: 'Puerta',
      cell: ({ device, opened }) => (
        <StatusMark good={opened} goodLabel={device.name} badLabel={`${device.name}: no abrió`} />
      ),
    },
    {
      header: 'Motivo',
      cell: (opening) => (
        <>
          {reasonOf(opening)}
          {zone && opening.earlier.map((before) => <Earlier key={before.at} {...before} zone={zone} />)}
        </>
      ),
    },
    makeActionsColumn(({ id, user, reason }) => (
      <Button
        size="sm"
        variant="default"
        px="sm"
        aria-label={`Anotar motivo de ${user?.name ?? 'la apertura'}`}
        onClick={() => doorReasonRequestStore.set({ id, reason: reason ?? '' })}
      >
        <IconPencil size={18} aria-hidden />
      </Button>
    )),
  ]
}
