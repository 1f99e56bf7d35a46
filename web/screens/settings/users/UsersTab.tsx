import { Group } from '@mantine/core'
import { mayDeleteUser, otherSuperAdmins, type User } from '@torniquete/contract/admin/users.ts'
import { errorText } from '@torniquete/contract/shared/errors.ts'
import { useMemo } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { ContactLink } from '../../../features/contacts/ContactLink.tsx'
import { Named } from '../../../kit/Clamped.tsx'
import { DataTable } from '../../../kit/DataTable.tsx'
import { IconHistory, IconPlus } from '../../../kit/icons.ts'
import { Picture } from '../../../kit/Picture.tsx'
import { type RowActs, RowButton, rowActsColumn } from '../../../kit/RowActions.tsx'
import { Spinner } from '../../../kit/Spinner.tsx'
import { StatusMark } from '../../../kit/StatusMark.tsx'
import { type Column, pictureColumn } from '../../../kit/table-column.ts'
import { DeletedButton } from '../../../navigation/ListButton.tsx'
import { OpenButton } from '../../../navigation/OpenButton.tsx'
import { useOpenDialog } from '../../../navigation/opening.ts'
import { hotkeys } from '../../../navigation/shortcuts.ts'
import { useSignedIn } from '../../../session/session.tsx'
import { roleLabel, users } from './UserForm.tsx'

/** Reason why a user cannot be deleted; otherwise null. */
function deleteRefusal(user: User, self: User, users: readonly User[]): string | null {
  const rule = mayDeleteUser(self, user, otherSuperAdmins(users, user.id))
  return rule && errorText(rule)
}

export function UsersTab() {
  const open = useOpenDialog()
  const list = useEndpoint('users.list', {})
  const { user: self } = useSignedIn()
  const { acts, question } = users.useRowActs()
  const columns = useMemo(
    () =>
      userColumns({
        deleteRefusal: (user) => deleteRefusal(user, self, list.data ?? []),
        onHistory: ({ id }) => open('/settings/users/$id/history', id),
        ...acts,
      }),
    [self, list.data, open, acts],
  )
  return (
    <>
      <Group mb="md">
        <OpenButton Icon={IconPlus} hotkey={hotkeys.newUser} to="/settings/users/new">
          Nuevo usuario
        </OpenButton>
        <DeletedButton title="Usuarios eliminados" to="/settings/users/deleted" />
      </Group>
      {list.isPending ? (
        <Spinner />
      ) : (
        <DataTable
          label="Usuarios"
          columns={columns}
          rows={list.data}
          rowKey={(user) => user.id}
          query={list}
          empty="No hay usuarios"
        />
      )}
      {question}
    </>
  )
}

interface UserColumns extends RowActs<User> {
  onHistory: (user: User) => void
}

function userColumns({ onHistory, ...acts }: UserColumns): Column<User>[] {
  return [
    pictureColumn('Foto', ({ photo_url }) => <Picture src={photo_url} alt="" />),
    { header: 'Nombre', folded: 'first', cell: ({ name }) => <Named>{name}</Named> },
    { header: 'Username', cell: ({ username }) => username },
    { header: 'Teléfono', cell: ({ phone_number }) => <ContactLink phone={phone_number} /> },
    { header: 'Correo', cell: ({ email }) => <ContactLink email={email} /> },
    { header: 'Rol', cell: ({ role }) => roleLabel(role) },
    { header: 'Activo', cell: ({ is_active }) => <StatusMark good={is_active} /> },
    rowActsColumn(acts, (user) => (
      <RowButton Icon={IconHistory} label="Historial" name={`de ${user.name}`} onPress={() => onHistory(user)} />
    )),
  ]
}
