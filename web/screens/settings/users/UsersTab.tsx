import { Group } from '@mantine/core'
import {
  checkUserDeletion,
  countOtherActiveSuperAdmins,
  type Role,
  type User,
} from '@torniquete/contract/admin/users.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { type RoleName, roleLabels } from '@torniquete/contract/shared/roles.ts'
import { useMemo } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { PhoneOrEmailLink } from '../../../features/contacts/ContactSelector.tsx'
import { useRowActions } from '../../../features/resource/use-row-actions.tsx'
import { ClampedName } from '../../../kit/ClampedText.tsx'
import { DataTable } from '../../../kit/DataTable.tsx'
import { IconHistory, IconPlus } from '../../../kit/icons.ts'
import { Picture } from '../../../kit/Picture.tsx'
import { makeRowActionsColumn, type RowActionHandlers, RowButton } from '../../../kit/RowActions.tsx'
import { StatusMark } from '../../../kit/StatusMark.tsx'
import { type Column, makePictureColumn } from '../../../kit/table-column.ts'
import { DeletedRowsButton, OpenDialogButton } from '../../../navigation/OpenDialogButton.tsx'
import { useOpenDialog } from '../../../navigation/open-dialog.ts'
import { hotkeys } from '../../../navigation/shortcuts.ts'
import { useSignedInUser } from '../../../session/session.tsx'

function deleteRefusal(user: User, self: User, users: readonly User[]): string | null {
  const rule = checkUserDeletion(self, user, countOtherActiveSuperAdmins(users, user.id))
  return rule && formatError(rule)
}

export const isAssignableRole = (name: string): name is Exclude<RoleName, 'master'> =>
  name in roleLabels && name !== 'master'

export const formatRole = ({ name }: Role) => (isAssignableRole(name) ? roleLabels[name] : name)

function describeDeletion(error: Error): string {
  if (!(error instanceof ApiError)) return 'Error desconocido'
  return error.reason === 'refused' ? error.message : 'No se pudo eliminar el usuario, inténtelo de nuevo'
}

const userRows = {
  area: 'users',
  inputOf: ({ id, id_zkteco }: User) => ({
    params: { id_user: id },
    query: id_zkteco === null ? {} : { id_zkteco: String(id_zkteco) },
  }),
  edit: '/settings/users/$id/edit',
  what: 'el usuario',
  consequence: 'Sale del sistema enseguida y los dispositivos lo olvidan; lo que vendió se conserva.',
  done: 'Usuario eliminado correctamente',
  failed: 'Error al eliminar el usuario',
  tryAgain: describeDeletion,
} as const

export function UsersTab() {
  const open = useOpenDialog()
  const list = useEndpoint('users.list', {})
  const { user: self } = useSignedInUser()
  const { acts, question } = useRowActions(userRows)
  const columns = useMemo(
    () =>
      userColumns({ ...acts, deleteRefusal: (user) => deleteRefusal(user, self, list.data ?? []) }, ({ id }) =>
        open('/settings/users/$id/history', id),
      ),
    [self, list.data, open, acts],
  )
  return (
    <>
      <Group mb="md">
        <OpenDialogButton Icon={IconPlus} hotkey={hotkeys.newUser} to="/settings/users/new">
          Nuevo usuario
        </OpenDialogButton>
        <DeletedRowsButton title="Usuarios eliminados" to="/settings/users/deleted" />
      </Group>
      <DataTable
        label="Usuarios"
        columns={columns}
        rows={list.data}
        rowKey={(user) => user.id}
        query={list}
        empty="No hay usuarios"
      />
      {question}
    </>
  )
}

function userColumns(acts: RowActionHandlers<User>, onHistory: (user: User) => void): Column<User>[] {
  return [
    makePictureColumn('Foto', ({ photo_url }) => <Picture src={photo_url} alt="" />),
    { header: 'Nombre', folded: 'first', cell: ({ name }) => <ClampedName>{name}</ClampedName> },
    { header: 'Username', cell: ({ username }) => username },
    { header: 'Teléfono', cell: ({ phone_number }) => <PhoneOrEmailLink phone={phone_number} /> },
    { header: 'Correo', cell: ({ email }) => <PhoneOrEmailLink email={email} /> },
    { header: 'Rol', cell: ({ role }) => formatRole(role) },
    { header: 'Activo', cell: ({ is_active }) => <StatusMark good={is_active} /> },
    makeRowActionsColumn(acts, (user) => (
      <RowButton Icon={IconHistory} label="Historial" name={`de ${user.name}`} onPress={() => onHistory(user)} />
    )),
  ]
}
