import { Alert, Anchor, Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Gym } from '@torniquete/contract/admin/gyms.ts'
import { useMemo } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ContactSelector, PrintedContact } from '../../features/contacts/ContactSelector.tsx'
import { toSafeUrl } from '../../features/contacts/contact-links.ts'
import { InstallationState, installationPollIntervalMs } from '../../features/installation/InstallationState.tsx'
import { useRowActions } from '../../features/resource/use-row-actions.tsx'
import { ClampedName, ClampedText } from '../../kit/ClampedText.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { readBrowserTimeZone } from '../../kit/InstantText.tsx'
import { IconLogout, IconPlus } from '../../kit/icons.ts'
import { makeLazyComponent } from '../../kit/lazy-component.tsx'
import { defaultLogoUrl, Picture } from '../../kit/Picture.tsx'
import { makeRowActionsColumn, type RowActionHandlers } from '../../kit/RowActions.tsx'
import { StatusMark } from '../../kit/StatusMark.tsx'
import { useStore } from '../../kit/store.ts'
import { type Column, makePictureColumn } from '../../kit/table-column.ts'
import { DeletedRowsButton, OpenDialogButton } from '../../navigation/OpenDialogButton.tsx'
import { logOut } from '../../session/session.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { addNewGymLogin, forgetNewGymLogin, newGymLoginsStore, openNewGymLogin } from './new-gym-logins.ts'

const HandOver = makeLazyComponent(async () => (await import('./FirstGymForm.tsx')).NewGymLoginPanel)
const FirstGym = makeLazyComponent(async () => (await import('./FirstGymForm.tsx')).FirstGymForm)

const gymRows = {
  area: 'gyms',
  inputOf: ({ id }: Gym) => ({ params: { id } }),
  edit: '/admin/gyms/$id/edit',
  what: 'el gimnasio',
  consequence:
    'Su personal dejará de entrar al sistema enseguida. Sus datos se conservan 30 días y después se borran para siempre, con sus imágenes. Si emitió comprobantes electrónicos, expórtalo antes: la ley pide guardar sus XML diez años.',
  done: 'Gimnasio eliminado correctamente',
  failed: 'Error al eliminar el gimnasio',
  tryAgain: 'No se pudo eliminar el gimnasio, intentelo de nuevo',
  onDeleted: (gym: Gym) => forgetNewGymLogin(gym),
} as const

export function GymsPage() {
  const { acts, question } = useRowActions(gymRows)
  const list = useEndpoint('gyms.list', {})
  const status = useEndpoint('status.read', {}, { refetchInterval: installationPollIntervalMs }).data
  const { entries, open: opened } = useStore(newGymLoginsStore)
  const columns = useMemo(() => gymColumns(acts), [acts])
  return (
    <>
      <PageHeader>
        <OpenDialogButton Icon={IconPlus} to="/admin/gyms/new">
          Nuevo gimnasio
        </OpenDialogButton>
        <DeletedRowsButton title="Gimnasios eliminados" to="/admin/gyms/deleted" />
        <Button variant="default" leftSection={<IconLogout size={20} aria-hidden />} onClick={() => void logOut()}>
          Cerrar sesión
        </Button>
      </PageHeader>
      {entries.length > 0 && !opened && (
        <Group mb="md">
          {entries.map((entry) => (
            <Button key={entry.username} variant="light" onClick={() => openNewGymLogin(entry)}>
              {/* If a single gym is new, the button does not need the gym's name. */}
              {entries.length === 1 ? 'Datos de acceso del gimnasio nuevo' : `Datos de acceso de ${entry.name}`}
            </Button>
          ))}
        </Group>
      )}
      <TwoStepNotice />
      <InstallationState state={status?.installation} zone={readBrowserTimeZone()} />
      {list.data?.length === 0 && <FirstGym onMade={(entry) => addNewGymLogin(entry, true)} />}
      <DataTable
        label="Gimnasios"
        columns={columns}
        rows={list.data}
        rowKey={(gym) => gym.id}
        query={list}
        empty="No hay gimnasios registardos"
      />
      {question}
      {opened && <HandOver entry={opened} onClose={() => openNewGymLogin(null)} />}
    </>
  )
}

/** Suggests a second factor to the master, whose login opens every gym. */
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

function Website({ address }: { address: string | null }) {
  const href = address && toSafeUrl(address)
  if (!href) return '—'
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" size="sm" display="block" maw="18rem">
      <ClampedText>{new URL(href).host}</ClampedText>
    </Anchor>
  )
}

function gymColumns(acts: RowActionHandlers<Gym>): Column<Gym>[] {
  return [
    makePictureColumn('Logo', (gym) => <Picture src={gym.logo_url} alt="" square fallback={defaultLogoUrl} />),
    { header: 'Nombre', folded: 'first', cell: (gym) => <ClampedName>{gym.name}</ClampedName> },
    { header: 'Username', cell: (gym) => gym.username || 'Sin Super Administrador' },
    { header: 'Propietario', cell: (gym) => gym.owner },
    { header: 'Dirección', cell: (gym) => gym.address ?? '—' },
    { header: 'Sitio web', cell: (gym) => <Website address={gym.website_url} /> },
    { header: 'Activo', cell: (gym) => <StatusMark good={gym.is_active} /> },
    {
      header: 'Contacto',
      cell: (gym) => <ContactSelector {...gym} />,
      paper: ({ phone_number, email }) => <PrintedContact phone={phone_number} email={email} />,
    },
    makeRowActionsColumn(acts),
  ]
}
