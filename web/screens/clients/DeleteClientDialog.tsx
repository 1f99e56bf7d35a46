import { Text } from '@mantine/core'
import type { Client } from '@torniquete/contract/clients.ts'
import { isRefusal } from '../../api/api-error.ts'
import { useSave } from '../../api/use-save.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'

const tryAgain = 'No se pudo eliminar el cliente, inténtelo de nuevo'

interface DeleteClientDialogProps {
  client: Client
  onClose: () => void
}

export function DeleteClientDialog({ client, onClose }: DeleteClientDialogProps) {
  const deletion = useSave({
    run: (id: number, send) => send('clients.delete', { params: { id_client: id } }),
    done: 'Cliente eliminado correctamente',
    invalidates: ['clients'],
    onSaved: onClose,
    failure: (error) => ({
      title: 'Error al eliminar el cliente',
      description: isRefusal(error) ? `${tryAgain}. ${error.message}` : tryAgain,
    }),
  })
  return (
    <ConfirmDialog opened pending={deletion.pending} onCancel={onClose} onConfirm={() => deletion.submit(client.id)}>
      ¿Estás seguro de que deseas eliminar este cliente?
      <Text fw={600} mt="xs">
        {client.name}
      </Text>
    </ConfirmDialog>
  )
}
