import '@mantine/core/styles/Indicator.layer.css'
import { Alert, Button, Checkbox, Code, Group, Indicator, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Device, DeviceStatus, UnknownDevice } from '@torniquete/contract/door/devices.ts'
import { useCallback, useMemo, useState } from 'react'
import { now } from '../../../api/server-clock.ts'
import { pollIntervalMs, useEndpoint } from '../../../api/use-endpoint.ts'
import { TerminalConnectionMark, TerminalStateLines } from '../../../features/terminals/TerminalStateLines.tsx'
import { formatUndecidedCount } from '../../../features/terminals/terminal-people-texts.ts'
import {
  formatBlockTest,
  formatExpiryEnforcement,
  formatLastSeen,
  formatStillAdmittedCount,
  formatStoredUserCount,
  formatTerminalDirection,
  listTerminalStateLines,
} from '../../../features/terminals/terminal-texts.ts'
import { DeleteDialog } from '../../../forms/DeleteDialog.tsx'
import { ClampedName } from '../../../kit/ClampedText.tsx'
import { DataTable } from '../../../kit/DataTable.tsx'
import { IconInfoCircle, IconPlus, IconUpload, IconUsers } from '../../../kit/icons.ts'
import { makeRowActionsColumn, type RowActionHandlers, RowButton } from '../../../kit/RowActions.tsx'
import { type Column, makeActionsColumn } from '../../../kit/table-column.ts'
import { OpenDialogButton } from '../../../navigation/OpenDialogButton.tsx'
import { dialogNavigationOptions, useOpenDialog } from '../../../navigation/open-dialog.ts'
import { hotkeys } from '../../../navigation/shortcuts.ts'
import { useGymClock } from '../../../session/gym-clock.ts'
import { ConnectionHelp } from './ConnectionHelp.tsx'

export function DevicesTab() {
  const [deleted, setDeleted] = useState<Device | null>(null)
  const navigate = useNavigate()
  const open = useOpenDialog()
  const devices = useEndpoint('devices.list', {}, { refetchInterval: pollIntervalMs })
  const statuses = useEndpoint('devices.status', {}, { refetchInterval: pollIntervalMs })
  const unknown = useEndpoint('devices.unknown', {}, { refetchInterval: pollIntervalMs })
  const zone = useGymClock()?.zone
  const register = useCallback(
    (sn: string) =>
      void navigate({ to: '/settings/devices/new', ...dialogNavigationOptions, search: { tab: 'devices', sn } }),
    [navigate],
  )
  const columns = useMemo(
    () =>
      deviceColumns({
        statusOf: ({ id }) => statuses.data?.find((status) => status.id === id),
        zone,
        onState: ({ id }) => open('/settings/devices/$id/state', id),
        onPeople: ({ id }) => open('/settings/devices/$id/people', id),
        onEdit: ({ id }) => open('/settings/devices/$id/edit', id),
        onDelete: setDeleted,
      }),
    [statuses.data, zone, open],
  )
  return (
    <>
      <Group gap="sm" mb="md">
        <OpenDialogButton Icon={IconPlus} hotkey={hotkeys.newDevice} to="/settings/devices/new">
          Nuevo dispositivo
        </OpenDialogButton>
        <Button
          variant="default"
          leftSection={<IconUpload size={20} aria-hidden />}
          flex={{ base: '1 1 auto', xs: '0 0 auto' }}
          disabled
          aria-describedby="load-clients-reason"
        >
          Cargar Clientes
        </Button>
        <Text id="load-clients-reason" size="sm" c="dimmed">
          Los clientes se envían solos a los dispositivos.
        </Text>
      </Group>
      <DataTable
        label="Dispositivos"
        columns={columns}
        rows={devices.data}
        rowKey={(device) => device.id}
        query={devices}
        empty="No hay dispositivos registrados"
      />
      {devices.data && unknown.data && <ConnectionHelp devices={devices.data} unknown={unknown.data} />}
      <DoorAddress />
      <UnknownDevices zone={zone} query={unknown} onRegister={register} />
      {deleted && (
        <DeleteDeviceDialog
          device={deleted}
          status={statuses.data?.find(({ id }) => id === deleted.id)}
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  )
}

const Serial = ({ children }: { children: string }) => (
  <Text span ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)

interface DeviceColumns extends RowActionHandlers<Device> {
  statusOf: (device: Device) => DeviceStatus | undefined
  zone: string | undefined
  onState: (device: Device) => void
  onPeople: (device: Device) => void
}

function deviceColumns({ statusOf, zone, onState, onPeople, ...acts }: DeviceColumns): Column<Device>[] {
  const state = (device: Device) => <DeviceState device={device} status={statusOf(device)} zone={zone} />
  const serial = ({ sn }: Device) => <Serial>{sn}</Serial>
  return [
    { header: 'Nombre', folded: 'first', cell: ({ name }) => <ClampedName>{name}</ClampedName> },
    { header: 'Serial number', cell: serial },
    { header: 'Delay', cell: ({ delay }) => (delay === null ? '—' : `${delay} s`) },
    { header: 'Conectado', cell: ({ connected }) => <TerminalConnectionMark connected={connected} /> },
    { header: 'Estado', cell: state },
    makeRowActionsColumn(acts, (device) => (
      <>
        <RowButton Icon={IconInfoCircle} label="Estado de" name={device.name} onPress={() => onState(device)} />
        <PeopleButton device={device} status={statusOf(device)} onPress={() => onPeople(device)} />
      </>
    )),
  ]
}

function PeopleButton({ device, status, onPress }: Omit<DeviceStateProps, 'zone'> & { onPress: () => void }) {
  const waiting = (status?.strangers ?? 0) + (status?.proposals ?? 0)
  const name = waiting > 0 ? `${device.name}: ${formatUndecidedCount(waiting)}` : device.name
  return (
    <Indicator label={waiting} disabled={waiting === 0} maxValue={999} size={18} color="red" inline>
      <RowButton Icon={IconUsers} label="Personas en" name={name} onPress={onPress} />
    </Indicator>
  )
}

interface DeviceStateProps {
  device: Device
  status: DeviceStatus | undefined
  zone: string | undefined
}

function DeviceState({ device, status, zone }: DeviceStateProps) {
  if (!status || !zone) return '—'
  const clock = { zone, now: now() }
  return (
    <Stack gap="0.1rem">
      <TerminalStateLines lines={listTerminalStateLines(status, clock, device)} />
      <Text span size="xs" c="dimmed">
        {formatStoredUserCount(status)} · {formatLastSeen(clock, status.last_seen)}
      </Text>
      <Text span size="xs" c="dimmed">
        {formatExpiryEnforcement(status)} · {formatBlockTest(zone, status)}
        {formatTerminalDirection(status) && ` · ${formatTerminalDirection(status)}`}
      </Text>
    </Stack>
  )
}

interface UnknownDevicesProps {
  zone: string | undefined
  query: UseQueryResult<UnknownDevice[]>
  onRegister: (serialNumber: string) => void
}

function UnknownDevices({ zone, query, onRegister }: UnknownDevicesProps) {
  const columns = useMemo<Column<UnknownDevice>[]>(
    () => [
      { header: 'Serial number', folded: 'first', cell: ({ sn }) => <Serial>{sn}</Serial> },
      {
        header: 'Última llamada',
        cell: ({ last_seen }) => (zone ? formatLastSeen({ zone, now: now() }, last_seen) : '—'),
      },
      makeActionsColumn(({ sn }) => (
        <Button size="sm" variant="default" aria-label={`Registrar ${sn}`} onClick={() => onRegister(sn)}>
          Registrar
        </Button>
      )),
    ],
    [zone, onRegister],
  )
  if (!query.error && !query.data?.length) return null
  return (
    <Stack gap="xs" mt="xl">
      <Title order={2} size="h4">
        Dispositivos desconocidos
      </Title>
      <Text size="sm" c="dimmed">
        Llamaron sin estar registrados. Para registrar uno hacen falta los últimos cuatro caracteres de su número, que
        están en la etiqueta del dispositivo.
      </Text>
      <DataTable
        label="Dispositivos desconocidos"
        columns={columns}
        rows={query.data}
        rowKey={({ sn, first_seen }) => `${sn} ${first_seen}`}
        query={query}
        empty=""
      />
    </Stack>
  )
}

/** Question before a device is deleted. The text says client, as the specification requires. */
function DeleteDeviceDialog({ device, status, onClose }: Omit<DeviceStateProps, 'zone'> & { onClose: () => void }) {
  const [empty, setEmpty] = useState(false)
  const opening = status && formatStillAdmittedCount(status)
  return (
    <DeleteDialog
      remove={(send) => send('devices.delete', { params: { id_device: device.id }, query: empty ? { empty } : {} })}
      done={
        empty ? 'El dispositivo se está vaciando; se elimina cuando lo confirme' : 'Dispositivo eliminado correctamente'
      }
      failed="Error al eliminar el cliente"
      tryAgain="No se pudo eliminar el cliente, inténtelo de nuevo"
      onClose={onClose}
    >
      <div>¿Estás seguro de que deseas eliminar este cliente?</div>
      <Text fw={600} mt="xs">
        Dispositivo {device.name}
      </Text>
      {opening && (
        <Alert color="yellow" mt="md">
          {!empty && (
            <Text size="sm" mb="sm">
              {opening}
            </Text>
          )}
          <Checkbox
            label="Vaciarlo antes"
            description="Borra a todos los que tiene, con sus huellas y rostros; se elimina cuando el dispositivo lo confirme."
            checked={empty}
            onChange={({ currentTarget }) => setEmpty(currentTarget.checked)}
          />
        </Alert>
      )}
    </DeleteDialog>
  )
}

/** Server address to type into a terminal. Renders nothing if gyms have no host names of their own. */
function DoorAddress() {
  const host = useEndpoint('devices.address', {}).data?.host
  if (!host) return null
  return (
    <Stack gap="xs" mt="xl">
      <Title order={2} size="h4">
        Dirección para los dispositivos
      </Title>
      <Text>
        <Code fz="md">{host}</Code>
      </Text>
      <Text size="sm" c="dimmed">
        Es solo de este gimnasio: no la compartas. Escríbela como nombre de dominio del servidor en el menú de la nube
        (ADMS) del dispositivo. El que llame por ella se ofrece aquí con su número completo, y desde entonces ya no se
        le atiende por otra.
      </Text>
    </Stack>
  )
}
