import { IconHistory } from '@tabler/icons-react'
import type { User } from '@torniquete/contract/users.ts'
import { ContactLink } from '../../../features/contacts/ContactLink.tsx'
import { Named } from '../../../kit/Clamped.tsx'
import { Picture } from '../../../kit/Picture.tsx'
import { RowActions, RowButton } from '../../../kit/RowActions.tsx'
import { StatusMark } from '../../../kit/StatusMark.tsx'
import { actionsColumn, type Column, pictureColumn } from '../../../kit/table-column.ts'
import { roleLabel } from './RoleSelect.tsx'

interface UserColumns {
  deleteRefusal: (user: User) => string | null
  onHistory: (user: User) => void
  onEdit: (user: User) => void
  onDelete: (user: User) => void
}

export function userColumns({ deleteRefusal, onHistory, onEdit, onDelete }: UserColumns): Column<User>[] {
  return [
    pictureColumn('Foto', ({ photo_url }) => <Picture src={photo_url} alt="" />),
    { key: 'name', header: 'Nombre', folded: 'first', cell: ({ name }) => <Named>{name}</Named> },
    { key: 'username', header: 'Username', cell: ({ username }) => username },
    { key: 'phone', header: 'Teléfono', cell: ({ phone_number }) => <ContactLink phone={phone_number} /> },
    { key: 'email', header: 'Correo', cell: ({ email }) => <ContactLink email={email} /> },
    { key: 'role', header: 'Rol', cell: ({ role }) => roleLabel(role) },
    { key: 'active', header: 'Activo', cell: ({ is_active }) => <StatusMark good={is_active} /> },
    actionsColumn((user) => (
      <RowActions
        name={user.name}
        deleteRefusal={deleteRefusal(user)}
        onEdit={() => onEdit(user)}
        onDelete={() => onDelete(user)}
      >
        <RowButton label="Historial" name={`de ${user.name}`} onPress={() => onHistory(user)}>
          <IconHistory size={20} aria-hidden />
        </RowButton>
      </RowActions>
    )),
  ]
}
