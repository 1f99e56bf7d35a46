import { Button } from '@mantine/core'
import { useFocusReturn, useHotkeys } from '@mantine/hooks'
import { IconPlus, IconTicket } from '@tabler/icons-react'
import type { Client } from '@torniquete/contract/clients.ts'
import { errorText } from '@torniquete/contract/errors.ts'
import { may } from '@torniquete/contract/permissions.ts'
import { useEffect, useMemo, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { Pagination } from '../../kit/Pagination.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import { useSignedIn } from '../../session/session.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { ClientCard } from './ClientCard.tsx'
import { type ClientDialog, ClientDialogs } from './ClientDialogs.tsx'
import { clientColumns } from './client-columns.tsx'
import { usualPageSize } from './clients-search.ts'
import { useClientsSearch } from './use-clients-search.ts'

const keys = ['alt+N', 'alt+V'] as const
const fillsPhone = { flex: { base: '1 1 auto', xs: '0 0 auto' } }

export function ClientsPage() {
  const { search, setName, setPage, openCard, closeCard } = useClientsSearch()
  const { name, page = 0, size = usualPageSize } = search
  const { role } = useSignedIn()
  const today = useGymClock()?.today
  const [dialog, setDialog] = useState<ClientDialog | null>(null)
  const list = useEndpoint('clients.list', { query: { client_name: name, page, size_page: size } })
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
  useFocusReturn({ opened: dialog !== null })
  useFocusReturn({ opened: search.client !== undefined })
  const open = (next: ClientDialog) => () => !dialog && setDialog(next)
  useHotkeys(
    [
      [keys[0], open({ kind: 'new' }), { usePhysicalKeys: true }],
      [keys[1], open({ kind: 'sell', client: null }), { usePhysicalKeys: true }],
    ],
    [],
  )
  const { data } = list
  const lastPage = Math.max((data?.pages ?? 1) - 1, 0)
  const beyond = data !== undefined && !list.isPlaceholderData && data.total > 0 && page > lastPage
  useEffect(() => {
    if (beyond) setPage({ page: lastPage, size })
  })

  return (
    <>
      <PageHeader title="Clientes">
        <Button
          leftSection={<IconPlus size={20} aria-hidden />}
          {...fillsPhone}
          aria-keyshortcuts={keys[0]}
          title={keys[0]}
          onClick={open({ kind: 'new' })}
        >
          Nuevo cliente
        </Button>
        <Button
          variant="default"
          leftSection={<IconTicket size={20} aria-hidden />}
          {...fillsPhone}
          aria-keyshortcuts={keys[1]}
          title={keys[1]}
          onClick={open({ kind: 'sell', client: null })}
        >
          Vender membresía
        </Button>
        <SearchField label="Buscar cliente por nombre" value={name ?? ''} onChange={setName} />
      </PageHeader>
      <DataTable
        label="Clientes"
        columns={columns}
        rows={beyond ? undefined : data?.items}
        rowKey={(client) => client.id}
        query={list}
        empty="No hay clientes"
        onRowClick={(client: Client) => openCard(client.id)}
        selectedKey={search.client}
      />
      <Pagination page={page} pages={data?.pages ?? 0} total={data?.total ?? 0} size={size} onChange={setPage} />
      {search.client && (
        <ClientCard
          id={search.client}
          listed={data?.items.find((client) => client.id === search.client)}
          covered={dialog !== null}
          onSell={(client) => setDialog({ kind: 'sell', client })}
          onEdit={(client) => setDialog({ kind: 'edit', client })}
          onClose={closeCard}
        />
      )}
      <ClientDialogs dialog={dialog} onClose={() => setDialog(null)} />
    </>
  )
}
