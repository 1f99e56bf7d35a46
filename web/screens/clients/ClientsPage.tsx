import { Group, Text } from '@mantine/core'
import type { ListedClient } from '@torniquete/contract/members/clients.ts'
import { formatPlanName } from '@torniquete/contract/members/memberships.ts'
import { formatPause } from '@torniquete/contract/members/pauses.ts'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { formatDebt } from '@torniquete/contract/till/debts.ts'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ContactSelector, PrintedContact } from '../../features/contacts/ContactSelector.tsx'
import { ExpiryDay } from '../../features/memberships/ExpiryDay.tsx'
import { PlanWithVisitsAndDebt } from '../../features/memberships/PlanWithVisitsAndDebt.tsx'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'
import { DayText } from '../../kit/DayText.tsx'
import { IconPlus, IconTicket } from '../../kit/icons.ts'
import { Picture } from '../../kit/Picture.tsx'
import { makeRowActionsColumn, type RowActionHandlers } from '../../kit/RowActions.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { StatusMark } from '../../kit/StatusMark.tsx'
import { type Column, makePictureColumn } from '../../kit/table-column.ts'
import { useIsPageIdle } from '../../kit/wait-until-page-idle.ts'
import { makeDialogLinkColumn } from '../../navigation/link-columns.tsx'
import { DeletedRowsButton, ImportButton, OpenDialogButton } from '../../navigation/OpenDialogButton.tsx'
import { useOpenDialog, useRowIdOfOpenDialog } from '../../navigation/open-dialog.ts'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useScreenSearch } from '../../navigation/use-screen-search.ts'
import { useGymClock, useRefetchAtMidnight } from '../../session/gym-clock.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'

const usualSize = 10

/** Clients on the list page given by the URL. The client card shows the row from here until the client is loaded. */
export function useClientList() {
  const { name, page = 0, size = usualSize } = useScreenSearch('/clients').search
  return useEndpoint('clients.list', { query: { client_name: name, page, size_page: size, include_status: true } })
}

export function ClientsPage() {
  const { search, change } = useScreenSearch('/clients')
  const { name } = search
  const { role } = useSignedInUser()
  const today = useGymClock()?.today
  const open = useOpenDialog()
  const [deleted, setDeleted] = useState<ListedClient | null>(null)
  const list = useClientList()
  // Membership states and visits depend on the day, so the list is loaded again at midnight.
  useRefetchAtMidnight('clients')
  // The plans are loaded when the page is idle, for the sale dialog. The event stream announces changes of plans.
  useEndpoint('memberships.list', {}, { enabled: useIsPageIdle(), staleTime: Number.POSITIVE_INFINITY })
  const columns = useMemo(
    () =>
      makeClientColumns(today, {
        deleteRefusal: () => (isCallAllowed(role, 'clients.delete') ? null : formatError('role.forbidden')),
        onEdit: ({ id }) => open('/clients/$id/edit', id),
        onDelete: setDeleted,
      }),
    [today, role, open],
  )
  return (
    <>
      <PageHeader>
        <OpenDialogButton Icon={IconPlus} hotkey={hotkeys.newClient} to="/clients/new">
          Nuevo cliente
        </OpenDialogButton>
        <OpenDialogButton Icon={IconTicket} hotkey={hotkeys.sellToClient} to="/clients/sell" variant="default">
          Vender membresía
        </OpenDialogButton>
      </PageHeader>
      <Group gap="sm" wrap="nowrap" mb="md">
        <SearchField
          label="Buscar cliente"
          placeholder="Buscar cliente por nombre"
          value={name ?? ''}
          onChange={(typed) => change({ name: typed.trim() || undefined, page: undefined }, true)}
        />
        {isCallAllowed(role, 'clients.import') && <ImportButton title="Importar clientes" to="/clients/import" />}
        {isCallAllowed(role, 'clients.restore') && (
          <DeletedRowsButton title="Clientes eliminados" to="/clients/deleted" />
        )}
      </Group>
      <PagedTable
        label="Clientes"
        columns={columns}
        rowKey={(client) => client.id}
        query={list}
        empty="No hay clientes"
        selectedKey={useRowIdOfOpenDialog('/clients/$id/card')}
        filter={name && `Búsqueda: ${name}`}
        pages="Paginación"
        search={search}
        change={change}
        usualSize={usualSize}
      />
      {deleted && <DeleteClientDialog client={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}

function DeleteClientDialog({ client, onClose }: { client: ListedClient; onClose: () => void }) {
  const debt = client.status?.debt
  return (
    <DeleteDialog
      remove={(send) => send('clients.delete', { params: { id_client: client.id } })}
      done="Cliente eliminado correctamente"
      name={client.name}
      failed="Error al eliminar el cliente"
      tryAgain="No se pudo eliminar el cliente, inténtelo de nuevo"
      onClose={onClose}
    >
      <div>¿Estás seguro de que deseas eliminar este cliente?</div>
      <Text fw={600} mt="xs">
        {client.name}
      </Text>
      {debt && <Text mt="xs">{formatDebt(debt)}: no se le podrá cobrar mientras esté eliminado.</Text>}
    </DeleteDialog>
  )
}

interface StatusCellProps extends Pick<ListedClient, 'is_active' | 'door_blocked' | 'door_removed' | 'status'> {
  today: string | undefined
}

/** Shows whether the client is active, blocked, removed from terminals or paused; these states share one column. */
const StatusCell = ({ is_active, door_blocked, door_removed, status, today }: StatusCellProps) => (
  <>
    <StatusMark good={is_active} />
    {door_blocked && <StatusMark good={false} badLabel="Bloqueado en la puerta" />}
    {door_removed && <StatusMark good={false} badLabel="Fuera de los dispositivos" />}
    {status?.pause && today && <StatusMark good={false} badLabel={formatPause(status.pause, today)} />}
  </>
)

export function makeClientColumns(
  today: string | undefined,
  acts: RowActionHandlers<ListedClient>,
): Column<ListedClient>[] {
  return [
    makePictureColumn('Foto', ({ photo_url }) => <Picture src={photo_url} alt="" />),
    { header: 'ID', width: 64, cell: ({ id_zkteco }) => id_zkteco ?? '—' },
    makeDialogLinkColumn('Nombre', '/clients/$id/card', ({ name }) => name),
    { header: 'Estado', cell: (client) => <StatusCell {...client} today={today} /> },
    {
      header: 'Membresía',
      cell: ({ membership, status }) => (
        <PlanWithVisitsAndDebt name={membership?.name} visits={status?.visits} debt={status?.debt} />
      ),
      paper: ({ membership }) => formatPlanName(membership?.name) ?? '—',
    },
    { header: 'Inicio', cell: ({ membership }) => <DayText day={membership?.start_date ?? null} /> },
    {
      header: 'Vencimiento',
      cell: ({ membership }) => <ExpiryDay expire={membership?.expire_membership} today={today} />,
    },
    {
      header: 'Contacto',
      cell: (client) => <ContactSelector {...client} />,
      paper: ({ phone_number, email }) => <PrintedContact phone={phone_number} email={email} />,
    },
    makeRowActionsColumn(acts),
  ]
}
