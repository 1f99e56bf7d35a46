import { Text } from '@mantine/core'
import type { Device } from '@torniquete/contract/devices.ts'
import { isRefusal } from '../../../api/api-error.ts'
import { useSave } from '../../../api/use-save.ts'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'

// The specification speaks of a client here too.
const tryAgain = 'No se pudo eliminar el cliente, inténtelo de nuevo'

export function DeleteDeviceDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const deletion = useSave({
    run: (id: number, send) => send('devices.delete', { params: { id_device: id } }),
    done: 'Dispositivo eliminado correctamente',
    invalidates: ['devices'],
    onSaved: onClose,
    failure: (error) => ({
      title: 'Error al eliminar el cliente',
      description: isRefusal(error) ? `${tryAgain}. ${error.message}` : tryAgain,
    }),
  })
  return (
    <ConfirmDialog opened pending={deletion.pending} onCancel={onClose} onConfirm={() => deletion.submit(device.id)}>
      ¿Estás seguro de que deseas eliminar este cliente?
      <Text fw={600} mt="xs">
        Dispositivo {device.name}
      </Text>
    </ConfirmDialog>
  )
}
