import type { Gym } from '@torniquete/contract/gyms.ts'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'

export function DeleteGymDialog({ gym, onClose }: { gym: Gym; onClose: () => void }) {
  return (
    <DeleteDialog
      typed={gym.name}
      remove={(send) => send('gyms.delete', { params: { id: gym.id } })}
      done="Gimnasio eliminado correctamente"
      failed="Error al eliminar el gimnasio"
      tryAgain="No se pudo eliminar el gimnasio, intentelo de nuevo"
      onClose={onClose}
    >
      ¿Estás seguro de que deseas eliminar el gimnasio <strong>{gym.name}</strong>? Su personal dejará de entrar al
      sistema enseguida. Sus datos se conservan 30 días y después se borran para siempre, con sus imágenes.
    </DeleteDialog>
  )
}
