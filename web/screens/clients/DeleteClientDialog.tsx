import { Text } from '@mantine/core'
import type { Client } from '@torniquete/contract/clients.ts'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'

export function DeleteClientDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  return (
    <DeleteDialog
      remove={(send) => send('clients.delete', { params: { id_client: client.id } })}
      done="Cliente eliminado correctamente"
      failed="Error al eliminar el cliente"
      tryAgain="No se pudo eliminar el cliente, inténtelo de nuevo"
      onClose={onClose}
    >
      ¿Estás seguro de que deseas eliminar este cliente?
      <Text fw={600} mt="xs">
        {client.name}
      </Text>
    </DeleteDialog>
  )
}
