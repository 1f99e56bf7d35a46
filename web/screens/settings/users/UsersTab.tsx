import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { errorText } from '@torniquete/contract/errors.ts'
import { mayDeleteUser, otherSuperAdmins, type User } from '@torniquete/contract/users.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { DataTable } from '../../../kit/DataTable.tsx'
import { Spinner } from '../../../kit/Spinner.tsx'
import { useFocusReturn } from '../../../kit/use-focus-return.ts'
import { usePageKeys } from '../../../kit/use-page-keys.ts'
import { useSignedIn } from '../../../session/session.tsx'
import { hotkeys } from '../../../shell/shortcuts.ts'
import { useOpening } from '../../../shell/use-opening.ts'
import { DeleteUserDialog } from './DeleteUserDialog.tsx'
import { EditUserDialog } from './EditUserDialog.tsx'
import { UserForm } from './UserForm.tsx'
import { userColumns } from './user-columns.tsx'

const HistoryDialog = lazy(() =>
  import('../../history/HistoryDialog.tsx').then(({ HistoryDialog }) => ({ default: HistoryDialog })),
)

type OpenDialog = { kind: 'new' } | { kind: 'edit' | 'delete' | 'history'; user: User } | null

/** Why a user may not be deleted; null where nothing stands against it. */
function deleteRefusal(user: User, self: User, users: readonly User[]): string | null {
  const rule = mayDeleteUser(self, user, otherSuperAdmins(users, user.id))
  return rule && errorText(rule)
}

export function UsersTab() {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const users = useEndpoint('users.list', {})
  const { user: self } = useSignedIn()
  const { open: asked } = useSearch({ from: '/shell/settings' })
  const navigate = useNavigate({ from: '/settings' })
  const forgetAsked = () =>
    void navigate({ search: (before) => ({ ...before, open: undefined }), replace: true, resetScroll: false })
  useOpening(asked, forgetAsked, () => setDialog({ kind: 'new' }))
  const close = () => setDialog(null)
  const openNew = () => !dialog && setDialog({ kind: 'new' })
  useFocusReturn(dialog !== null)
  usePageKeys({ [hotkeys.newUser]: openNew })
  const columns = useMemo(
    () =>
      userColumns({
        deleteRefusal: (user) => deleteRefusal(user, self, users.data ?? []),
        onHistory: (user) => setDialog({ kind: 'history', user }),
        onEdit: (user) => setDialog({ kind: 'edit', user }),
        onDelete: (user) => setDialog({ kind: 'delete', user }),
      }),
    [self, users.data],
  )
  return (
    <>
      <Group mb="md">
        <Button
          leftSection={<IconPlus size={20} aria-hidden />}
          flex={{ base: '1 1 auto', xs: '0 0 auto' }}
          aria-keyshortcuts={hotkeys.newUser}
          title={hotkeys.newUser}
          onClick={openNew}
        >
          Nuevo usuario
        </Button>
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
      {dialog?.kind === 'new' && <UserForm edited={null} onClose={close} onReload={close} />}
      {dialog?.kind === 'edit' && <EditUserDialog id={dialog.user.id} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteUserDialog user={dialog.user} onClose={close} />}
      {dialog?.kind === 'history' && (
        <Suspense fallback={null}>
          <HistoryDialog entity="users" id={dialog.user.id} name={dialog.user.name} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
