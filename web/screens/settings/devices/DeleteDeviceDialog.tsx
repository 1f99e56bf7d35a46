import { Text } from '@mantine/core'
import type { Device } from '@torniquete/contract/devices.ts'
import { DeleteDialog } from '../../../forms/DeleteDialog.tsx'

/** The specification speaks of a client here too. */
export function DeleteDeviceDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  return (
    <DeleteDialog
      remove={(send) => send('devices.delete', { params: { id_device: device.id } })}
      done="Dispositivo eliminado correctamente"
      failed="Error al eliminar el cliente"
      tryAgain="No se pudo eliminar el cliente, inténtelo de nuevo"
      onClose={onClose}
    >
      ¿Estás seguro de que deseas eliminar este cliente?
      <Text fw={600} mt="xs">
        Dispositivo {device.name}
      </Text>
    </DeleteDialog>
  )
}
