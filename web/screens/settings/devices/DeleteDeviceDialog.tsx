import { Alert, Checkbox, Text } from '@mantine/core'
import type { Device, DeviceStatus } from '@torniquete/contract/door/devices.ts'
import { useState } from 'react'
import { goesOnOpeningText } from '../../../features/terminals/terminal-words.ts'
import { DeleteDialog } from '../../../forms/DeleteDialog.tsx'

interface DeleteDeviceProps {
  device: Device
  /** Undefined while loading. */
  status: DeviceStatus | undefined
  onClose: () => void
}

/** The specification's text says client here too. */
export function DeleteDeviceDialog({ device, status, onClose }: DeleteDeviceProps) {
  const [empty, setEmpty] = useState(false)
  const opening = status && goesOnOpeningText(status)
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
