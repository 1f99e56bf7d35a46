import { Group } from '@mantine/core'
import { mayDeleteUser, otherSuperAdmins, type User } from '@torniquete/contract/admin/users.ts'
import { errorText } from '@torniquete/contract/shared/errors.ts'
import { useMemo, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { DeleteDialog } from '../../../forms/DeleteDialog.tsx'
import { DataTable } from '../../../kit/DataTable.tsx'
import { IconPlus } from '../../../kit/icons.ts'
import { Spinner } from '../../../kit/Spinner.tsx'
import { DeletedButton } from '../../../navigation/ListButton.tsx'
import { OpenButton } from '../../../navigation/OpenButton.tsx'
import { useOpenDialog } from '../../../navigation/opening.ts'
import { hotkeys } from '../../../navigation/shortcuts.ts'
import { useSignedIn } from '../../../session/session.tsx'
import { userColumns } from './user-columns.tsx'

/** Reason why a user cannot be deleted; otherwise null. */
function deleteRefusal(user: User, self: User, users: readonly User[]): string | null {
  const rule = mayDeleteUser(self, user, otherSuperAdmins(users, user.id))
  return rule && errorText(rule)
}

export function UsersTab() {
  const [deleted, setDeleted] = useState<User | null>(null)
  const open = useOpenDialog()
  const users = useEndpoint('users.list', {})
  const { user: self } = useSignedIn()
  const columns = useMemo(
    () =>
      userColumns({
        deleteRefusal: (user) => deleteRefusal(user, self, users.data ?? []),
        onHistory: ({ id }) => open('/settings/users/$id/history', id),
        onEdit: ({ id }) => open('/settings/users/$id/edit', id),
        onDelete: setDeleted,
      }),
    [self, users.data, open],
  )
  return (
    <>
      <Group mb="md">
        <OpenButton Icon={IconPlus} hotkey={hotkeys.newUser} to="/settings/users/new">
          Nuevo usuario
        </OpenButton>
        <DeletedButton title="Usuarios eliminados" to="/settings/users/deleted" />
      </Group>
      {users.isPending ? (
        <Spinner />
      ) : (
        <DataTable
          label="Usuarios"
          columns={columns}
          rows={users.data}
          rowKey={(user) => user.id}
          query={users}
          empty="No hay usuarios"
        />
      )}
      {deleted && <DeleteUserDialog user={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}

/** One of two texts of the specification. */
function describe(error: Error): string {
  if (!(error instanceof ApiError)) return 'Error desconocido'
  return error.reason === 'refused' ? error.message : 'No se pudo eliminar el usuario, inténtelo de nuevo'
}

function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { id, id_zkteco } = user
  const query = id_zkteco === null ? {} : { id_zkteco: String(id_zkteco) }
  return (
    <DeleteDialog
      remove={(send) => send('users.delete', { params: { id_user: id }, query })}
      done="Usuario eliminado correctamente"
      name={user.name}
      failed="Error al eliminar el usuario"
      tryAgain={describe}
      onClose={onClose}
    >
      ¿Estás seguro de que deseas eliminar el usuario <strong>{user.name}</strong>? Sale del sistema enseguida y los
      dispositivos lo olvidan; lo que vendió se conserva.
    </DeleteDialog>
  )
}
