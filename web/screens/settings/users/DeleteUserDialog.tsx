import type { User } from '@torniquete/contract/users.ts'
import { ApiError } from '../../../api/api-error.ts'
import { DeleteDialog } from '../../../forms/DeleteDialog.tsx'

/** The one or the other, as the specification has it. */
function describe(error: Error): string {
  if (!(error instanceof ApiError)) return 'Error desconocido'
  return error.reason === 'refused' ? error.message : 'No se pudo eliminar el usuario, inténtelo de nuevo'
}

export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { id, id_zkteco } = user
  const query = id_zkteco === null ? {} : { id_zkteco: String(id_zkteco) }
  return (
    <DeleteDialog
      remove={(send) => send('users.delete', { params: { id_user: id }, query })}
      done="Usuario eliminado correctamente"
      failed="Error al eliminar el usuario"
      tryAgain={describe}
      onClose={onClose}
    >
      ¿Estás seguro de que deseas eliminar el usuario <strong>{user.name}</strong>? Sale del sistema enseguida y los
      dispositivos lo olvidan; lo que vendió se conserva.
    </DeleteDialog>
  )
}
