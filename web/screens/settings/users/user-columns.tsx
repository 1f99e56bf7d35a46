import type { User } from '@torniquete/contract/admin/users.ts'
import { ContactLink } from '../../../features/contacts/ContactLink.tsx'
import { Named } from '../../../kit/Clamped.tsx'
import { IconHistory } from '../../../kit/icons.ts'
import { Picture } from '../../../kit/Picture.tsx'
import { type RowActs, RowButton, rowActsColumn } from '../../../kit/RowActions.tsx'
import { StatusMark } from '../../../kit/StatusMark.tsx'
import { type Column, pictureColumn } from '../../../kit/table-column.ts'
import { roleLabel } from './RoleSelect.tsx'

interface UserColumns extends RowActs<User> {
  onHistory: (user: User) => void
}

export function userColumns({ onHistory, ...acts }: UserColumns): Column<User>[] {
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
