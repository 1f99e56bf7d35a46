import type { User } from '@torniquete/contract/users.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useSave } from '../../../api/use-save.ts'
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx'

function reasonOf(error: Error): string {
  if (!(error instanceof ApiError)) return 'Error desconocido'
  return error.reason === 'refused' ? error.message : 'No se pudo eliminar el usuario, inténtelo de nuevo'
}

export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const deletion = useSave({
    run: ({ id, id_zkteco }: User, send) =>
      send('users.delete', {
        params: { id_user: id },
        query: id_zkteco === null ? {} : { id_zkteco: String(id_zkteco) },
      }),
    done: 'Usuario eliminado correctamente',
    invalidates: ['users'],
    onSaved: onClose,
    failure: (error) => ({ title: 'Error al eliminar el usuario', description: reasonOf(error) }),
  })
  return (
    <ConfirmDialog opened pending={deletion.pending} onCancel={onClose} onConfirm={() => deletion.submit(user)}>
      ¿Estás seguro de que deseas eliminar el usuario <strong>{user.name}</strong>? Sale del sistema enseguida y los
      dispositivos lo olvidan; lo que vendió se conserva.
    </ConfirmDialog>
  )
}
