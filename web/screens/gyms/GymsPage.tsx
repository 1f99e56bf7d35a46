import { Alert, Anchor, Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Gym } from '@torniquete/contract/admin/gyms.ts'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { InstallationState, installationInterval } from '../../features/installation/InstallationState.tsx'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { IconLogout, IconPlus } from '../../kit/icons.ts'
import { lazyComponent } from '../../kit/lazy-component.tsx'
import { ownZone } from '../../kit/own-zone.ts'
import { useStore } from '../../kit/store.ts'
import { DeletedButton } from '../../navigation/ListButton.tsx'
import { OpenButton } from '../../navigation/OpenButton.tsx'
import { useOpenDialog } from '../../navigation/opening.ts'
import { logOut } from '../../session/session.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { entryNotices, forgetEntry, openEntry, showEntry } from './entry-notices.ts'
import { gymColumns } from './gym-columns.tsx'

const HandOver = lazyComponent(async () => (await import('./HandOver.tsx')).HandOver)

const FirstGym = lazyComponent(async () => (await import('./FirstGym.tsx')).FirstGym)

export function GymsPage() {
  const [deleted, setDeleted] = useState<Gym | null>(null)
  const open = useOpenDialog()
  const gyms = useEndpoint('gyms.list', {})
  const status = useEndpoint('status.read', {}, { refetchInterval: installationInterval }).data
  const { entries, open: opened } = useStore(entryNotices)
  const columns = useMemo(
    () =>
      gymColumns({
        onEdit: ({ id }) => open('/admin/gyms/$id/edit', id),
        onDelete: setDeleted,
      }),
    [open],
  )
  return (
    <>
      <PageHeader>
        <OpenButton Icon={IconPlus} to="/admin/gyms/new">
          Nuevo gimnasio
        </OpenButton>
        <DeletedButton title="Gimnasios eliminados" to="/admin/gyms/deleted" />
        <Button variant="default" leftSection={<IconLogout size={20} aria-hidden />} onClick={() => void logOut()}>
          Cerrar sesión
        </Button>
      </PageHeader>
      {entries.length > 0 && !opened && (
        <Group mb="md">
          {entries.map((entry) => (
            <Button key={entry.username} variant="light" onClick={() => openEntry(entry)}>
              {/* With a single gym, its name appears only in the list. */}
              {entries.length === 1 ? 'Cómo entra el gimnasio nuevo' : `Cómo entra ${entry.name}`}
            </Button>
          ))}
        </Group>
      )}
      <TwoStepNotice />
      <InstallationState state={status?.installation} zone={ownZone()} />
      {gyms.data?.length === 0 && <FirstGym onMade={(entry) => showEntry(entry, true)} />}
      <DataTable
        label="Gimnasios"
        columns={columns}
        rows={gyms.data}
        rowKey={(gym) => gym.id}
        query={gyms}
        empty="No hay gimnasios registardos"
      />
      {deleted && <DeleteGymDialog gym={deleted} onClose={() => setDeleted(null)} />}
      {opened && <HandOver entry={opened} onClose={() => openEntry(null)} />}
    </>
  )
}

/** The master's login opens every gym: without a second factor the page asks for one. */
function TwoStepNotice() {
  const factor = useEndpoint('session.second-factor', {}).data
  if (!factor || factor.enabled) return null
  return (
    <Alert color="yellow" mb="md">
      Tu usuario abre todos los gimnasios y entra solo con la contraseña. Activa la verificación en dos pasos en{' '}
      <Anchor component={Link} to="/admin/profile" inherit td="underline">
        Mi perfil
      </Anchor>
      .
    </Alert>
  )
}

function DeleteGymDialog({ gym, onClose }: { gym: Gym; onClose: () => void }) {
  return (
    <DeleteDialog
      remove={(send) => send('gyms.delete', { params: { id: gym.id } })}
      done="Gimnasio eliminado correctamente"
      name={gym.name}
      onDeleted={() => forgetEntry(gym)}
      failed="Error al eliminar el gimnasio"
      tryAgain="No se pudo eliminar el gimnasio, intentelo de nuevo"
      onClose={onClose}
    >
      ¿Estás seguro de que deseas eliminar el gimnasio <strong>{gym.name}</strong>? Su personal dejará de entrar al
      sistema enseguida. Sus datos se conservan 30 días y después se borran para siempre, con sus imágenes.
    </DeleteDialog>
  )
}
