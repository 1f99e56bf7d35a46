import { ActionIcon, Anchor, Group } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { User } from '@torniquete/contract/users.ts'
import { contactLinks } from '../../../kit/contact-links.ts'
import { Picture } from '../../../kit/Picture.tsx'
import { RowActions } from '../../../kit/RowActions.tsx'
import { StatusMark } from '../../../kit/StatusMark.tsx'
import type { Column } from '../../../kit/table-column.ts'
import { roleLabel } from './RoleSelect.tsx'
import classes from './users.module.css'

interface UserColumns {
  deleteRefusal: (user: User) => string | null
  onHistory: (user: User) => void
  onEdit: (user: User) => void
  onDelete: (user: User) => void
}

/** A link that calls or writes; what the address is, its text says. */
function ContactLink({ phone, email }: { phone?: string | null; email?: string | null }) {
  const text = phone ?? email
  const [link] = contactLinks({ phone, email })
  if (!link) return '—'
  return (
    <Anchor size="sm" href={link.href} className={phone ? classes.phone : classes.long}>
      {text}
    </Anchor>
  )
}

export function userColumns({ deleteRefusal, onHistory, onEdit, onDelete }: UserColumns): Column<User>[] {
  return [
    {
      key: 'photo',
      header: 'Foto',
      width: 64,
      hideOnMobile: true,
      cell: ({ photo_url }) => <Picture src={photo_url} alt="" />,
    },
    {
      key: 'name',
      header: 'Nombre',
      cell: (user) => (
        <>
          <strong className={classes.name}>{user.name}</strong>
          <span className={classes.onPhone}>
            {roleLabel(user.role)}
            {!user.is_active && ' · Inactivo'}
          </span>
        </>
      ),
    },
    {
      key: 'username',
      header: 'Username',
      hideOnMobile: true,
      cell: ({ username }) => <span className={classes.long}>{username}</span>,
    },
    { key: 'phone', header: 'Teléfono', cell: ({ phone_number }) => <ContactLink phone={phone_number} /> },
    { key: 'email', header: 'Correo', hideOnMobile: true, cell: ({ email }) => <ContactLink email={email} /> },
    { key: 'role', header: 'Rol', hideOnMobile: true, cell: ({ role }) => roleLabel(role) },
    { key: 'active', header: 'Activo', hideOnMobile: true, cell: ({ is_active }) => <StatusMark good={is_active} /> },
    {
      key: 'actions',
      header: 'Acciones',
      align: 'right',
      cell: (user) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            title="Historial"
            aria-label={`Historial de ${user.name}`}
            onClick={() => onHistory(user)}
          >
            <IconHistory size={20} aria-hidden />
          </ActionIcon>
          <RowActions
            name={user.name}
            deleteRefusal={deleteRefusal(user)}
            onEdit={() => onEdit(user)}
            onDelete={() => onDelete(user)}
          />
        </Group>
      ),
    },
  ]
}
