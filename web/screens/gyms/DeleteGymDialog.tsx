import type { Gym } from '@torniquete/contract/gyms.ts'
import { useSave } from '../../api/use-save.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'

export function DeleteGymDialog({ gym, onClose }: { gym: Gym; onClose: () => void }) {
  const deletion = useSave({
    run: (id: number, send) => send('gyms.delete', { params: { id } }),
    done: 'Gimnasio eliminado correctamente',
    invalidates: ['gyms'],
    onSaved: onClose,
    failure: () => ({
      title: 'Error al eliminar el gimnasio',
      description: 'No se pudo eliminar el gimnasio, intentelo de nuevo',
    }),
  })
  return (
    <ConfirmDialog
      opened
      typed={gym.name}
      pending={deletion.pending}
      onCancel={onClose}
      onConfirm={() => deletion.submit(gym.id)}
    >
      ¿Estás seguro de que deseas eliminar el gimnasio <strong>{gym.name}</strong>? Su personal dejará de entrar al
      sistema enseguida. Sus datos se conservan 30 días y después se borran para siempre, con sus imágenes.
    </ConfirmDialog>
  )
}
