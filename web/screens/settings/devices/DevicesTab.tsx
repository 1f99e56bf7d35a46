import { Button, Group } from '@mantine/core'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import type { Device } from '@torniquete/contract/devices.ts'
import { useCallback, useMemo, useState } from 'react'
import { pollInterval, useEndpoint } from '../../../api/use-endpoint.ts'
import { DataTable } from '../../../kit/DataTable.tsx'
import { useFocusReturn } from '../../../kit/use-focus-return.ts'
import { usePageKeys } from '../../../kit/use-page-keys.ts'
import { useGymClock } from '../../../session/gym-clock.ts'
import { hotkeys } from '../../../shell/shortcuts.ts'
import { DeleteDeviceDialog } from './DeleteDeviceDialog.tsx'
import { DeviceForm } from './DeviceForm.tsx'
import { deviceColumns } from './device-columns.tsx'
import { UnknownDevices } from './UnknownDevices.tsx'

type OpenDialog = { kind: 'new'; serialNumber?: string } | { kind: 'edit' | 'delete'; device: Device } | null

export function DevicesTab() {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const devices = useEndpoint('devices.list', {}, { refetchInterval: pollInterval })
  const statuses = useEndpoint('devices.status', {}, { refetchInterval: pollInterval })
  const zone = useGymClock()?.zone
  const close = () => setDialog(null)
  const openNew = () => !dialog && setDialog({ kind: 'new' })
  const register = useCallback((serialNumber: string) => setDialog({ kind: 'new', serialNumber }), [])
  useFocusReturn(dialog !== null)
  usePageKeys({ [hotkeys.newDevice]: openNew })
  const columns = useMemo(
    () =>
      deviceColumns({
        statusOf: ({ id }) => statuses.data?.find((status) => status.id === id),
        zone,
        onEdit: (device) => setDialog({ kind: 'edit', device }),
        onDelete: (device) => setDialog({ kind: 'delete', device }),
      }),
    [statuses.data, zone],
  )
  return (
    <>
      <Group gap="sm" mb="md">
        <Button
          leftSection={<IconPlus size={20} aria-hidden />}
          flex={{ base: '1 1 auto', xs: '0 0 auto' }}
          aria-keyshortcuts={hotkeys.newDevice}
          title={hotkeys.newDevice}
          onClick={openNew}
        >
          Nuevo dispositivo
        </Button>
        <Button
          variant="default"
          leftSection={<IconUpload size={20} aria-hidden />}
          flex={{ base: '1 1 auto', xs: '0 0 auto' }}
          disabled
          title="Los clientes llegan solos a los dispositivos"
        >
          Cargar Clientes
        </Button>
      </Group>
      <DataTable
        label="Dispositivos"
        columns={columns}
        rows={devices.data}
        rowKey={(device) => device.id}
        query={devices}
        empty="No hay dispositivos registrados"
      />
      <UnknownDevices zone={zone} onRegister={register} />
      {dialog?.kind === 'new' && <DeviceForm edited={null} serialNumber={dialog.serialNumber} onClose={close} />}
      {dialog?.kind === 'edit' && <DeviceForm edited={dialog.device} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteDeviceDialog device={dialog.device} onClose={close} />}
    </>
  )
}
