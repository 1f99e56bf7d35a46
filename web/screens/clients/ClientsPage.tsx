import { Button } from '@mantine/core'
import { IconPlus, IconTicket, IconTrashOff } from '@tabler/icons-react'
import { errorText } from '@torniquete/contract/errors.ts'
import { may } from '@torniquete/contract/permissions.ts'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { Pagination } from '../../kit/Pagination.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { useFocusReturn } from '../../kit/use-focus-return.ts'
import { usePageKeys } from '../../kit/use-page-keys.ts'
import { usePastEnd } from '../../kit/use-past-end.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { useSignedIn } from '../../session/session.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { hotkeys } from '../../shell/shortcuts.ts'
import { useOpening } from '../../shell/use-opening.ts'
import { ClientCard } from './ClientCard.tsx'
import { type ClientDialog, ClientDialogs } from './ClientDialogs.tsx'
import { clientColumns } from './client-columns.tsx'
import classes from './clients.module.css'
import { usualPageSize } from './clients-search.ts'
import { useClientsSearch } from './use-clients-search.ts'

/** On a phone two share a line, without their icons. */
const halfOnPhone = {
  flex: { base: '1 1 auto', xs: '0 0 auto' },
  px: { base: 6, xs: 'lg' },
  classNames: { section: classes.icon },
}

export function ClientsPage() {
  const { search, setName, setPage, closeCard, forgetAsked } = useClientsSearch()
  const { name, page = 0, size = usualPageSize } = search
  const { role } = useSignedIn()
  const today = useGymClock()?.today
  const [dialog, setDialog] = useState<ClientDialog | null>(null)
  const list = useEndpoint('clients.list', { query: { client_name: name, page, size_page: size } })
  // At hand when a sale begins: who types there does not wait for them.
  useEndpoint('memberships.list', {})
  const columns = useMemo(
    () =>
      clientColumns({
        today,
        deleteRefusal: may(role, 'clients.delete') ? null : errorText('role.forbidden'),
        onEdit: (client) => setDialog({ kind: 'edit', client }),
        onDelete: (client) => setDialog({ kind: 'delete', client }),
      }),
    [today, role],
  )
  useFocusReturn(dialog !== null)
  useFocusReturn(search.client !== undefined)
  useOpening(search.open, forgetAsked, (kind) => setDialog({ kind }))
  const open = (next: ClientDialog) => () => !dialog && setDialog(next)
  usePageKeys({
    [hotkeys.newClient]: open({ kind: 'new' }),
    [hotkeys.sellToClient]: open({ kind: 'sell', client: null }),
  })
  const { data } = list
  const pastEnd = usePastEnd(list, page, (last) => setPage({ page: last, size }, true))

  return (
    <>
      <PageHeader title="Clientes">
        <Button
          leftSection={<IconPlus size={20} aria-hidden />}
          {...halfOnPhone}
          aria-keyshortcuts={hotkeys.newClient}
          title={hotkeys.newClient}
          onClick={open({ kind: 'new' })}
        >
          Nuevo cliente
        </Button>
        <Button
          variant="default"
          leftSection={<IconTicket size={20} aria-hidden />}
          {...halfOnPhone}
          aria-keyshortcuts={hotkeys.sellToClient}
          title={hotkeys.sellToClient}
          onClick={open({ kind: 'sell', client: null })}
        >
          Vender membresía
        </Button>
        <div className={classes.search}>
          <SearchField label="Buscar cliente por nombre" value={name ?? ''} onChange={setName} />
          {may(role, 'clients.restore') && (
            <Button
              variant="default"
              px={{ base: 'xs', sm: 'lg' }}
              title="Clientes eliminados"
              onClick={open({ kind: 'deleted' })}
            >
              <IconTrashOff size={20} aria-hidden />
              <span className={classes.word}>Eliminados</span>
            </Button>
          )}
        </div>
      </PageHeader>
      <DataTable
        label="Clientes"
        columns={columns}
        rows={pastEnd ? undefined : data?.items}
        rowKey={(client) => client.id}
        query={list}
        empty="No hay clientes"
        selectedKey={search.client}
      />
      <Pagination
        page={page}
        pages={data?.pages ?? 0}
        total={data?.total ?? 0}
        size={size}
        onChange={(next) => setPage(next)}
      />
      {search.client && (
        <ClientCard
          id={search.client}
          listed={data?.items.find((client) => client.id === search.client)}
          covered={dialog !== null}
          onSell={(client) => setDialog({ kind: 'sell', client })}
          onEdit={(client) => setDialog({ kind: 'edit', client })}
          onHistory={may(role, 'history.list') ? (client) => setDialog({ kind: 'history', client }) : undefined}
          onClose={closeCard}
        />
      )}
      <ClientDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </>
  )
}
