import { Button, Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Device } from '@torniquete/contract/door/devices.ts'
import { useCallback, useMemo, useState } from 'react'
import { pollInterval, useEndpoint } from '../../../api/use-endpoint.ts'
import { DataTable } from '../../../kit/DataTable.tsx'
import { IconPlus, IconUpload } from '../../../kit/icons.ts'
import { OpenButton } from '../../../navigation/OpenButton.tsx'
import { opening, useOpenDialog } from '../../../navigation/opening.ts'
import { hotkeys } from '../../../navigation/shortcuts.ts'
import { useGymClock } from '../../../session/gym-clock.ts'
import { ConnectionHelp } from './ConnectionHelp.tsx'
import { DeleteDeviceDialog } from './DeleteDeviceDialog.tsx'
import { DoorAddress } from './DoorAddress.tsx'
import { deviceColumns } from './device-columns.tsx'
import { UnknownDevices } from './UnknownDevices.tsx'

export function DevicesTab() {
  const [deleted, setDeleted] = useState<Device | null>(null)
  const navigate = useNavigate()
  const open = useOpenDialog()
  const devices = useEndpoint('devices.list', {}, { refetchInterval: pollInterval })
  const statuses = useEndpoint('devices.status', {}, { refetchInterval: pollInterval })
  const unknown = useEndpoint('devices.unknown', {}, { refetchInterval: pollInterval })
  const zone = useGymClock()?.zone
  const register = useCallback(
    (sn: string) => void navigate({ to: '/settings/devices/new', ...opening, search: { tab: 'devices', sn } }),
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
        <OpenButton Icon={IconPlus} hotkey={hotkeys.newDevice} to="/settings/devices/new">
          Nuevo dispositivo
        </OpenButton>
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
          Los clientes llegan solos a los dispositivos.
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
