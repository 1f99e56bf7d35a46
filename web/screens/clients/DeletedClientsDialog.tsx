import { Button, Modal, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { DeletedClient } from '@torniquete/contract/clients.ts'
import { useMemo, useRef, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSave } from '../../api/use-save.ts'
import { Named } from '../../kit/Clamped.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { Pagination } from '../../kit/Pagination.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import type { Column } from '../../kit/table-column.ts'
import { usePastEnd } from '../../kit/use-past-end.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import classes from './clients.module.css'

export function DeletedClientsDialog({ onClose }: { onClose: () => void }) {
  const zone = useGymClock()?.zone
  const [name, setName] = useState('')
  const [{ page, size }, setPage] = useState({ page: 0, size: 10 })
  const query = { client_name: name.trim() || undefined, page, size_page: size }
  const deleted = useEndpoint('clients.deleted', { query }, { staleTime: 0 })
  usePastEnd(deleted, page, (last) => setPage({ page: last, size }))
  const list = useRef<HTMLDivElement>(null)
  const restoration = useSave({
    run: ({ id }: DeletedClient, send) => send('clients.restore', { params: { id_client: id } }),
    done: 'Cliente restaurado',
    // The button that was pressed goes away with its row.
    onSaved: () => list.current?.focus(),
  })
  const { pending, submit } = restoration
  const columns = useMemo(() => deletedColumns(zone, pending, submit), [zone, pending, submit])
  const search = (next: string) => {
    setName(next)
    setPage({ page: 0, size })
  }
  const { data } = deleted
  return (
    <Modal opened onClose={onClose} title="Clientes eliminados" size="lg" centered>
      <Text size="sm" c="dimmed" mb="sm">
        Un cliente restaurado recupera su número, su foto y su acceso a la puerta.
      </Text>
      <SearchField label="Buscar eliminado por nombre" value={name} onChange={search} autoFocus />
      <div ref={list} tabIndex={-1} className={classes.deleted}>
        <DataTable
          label="Clientes eliminados"
          columns={columns}
          rows={data?.items}
          rowKey={(client) => client.id}
          query={deleted}
          empty={name.trim() ? 'No se encontró ningún cliente.' : 'No hay clientes eliminados'}
        />
      </div>
      <Pagination
        page={page}
        pages={data?.pages ?? 0}
        total={data?.total ?? 0}
        size={size}
        onChange={setPage}
        label="Páginas de eliminados"
      />
    </Modal>
  )
}

function deletedColumns(
  zone: string | undefined,
  pending: boolean,
  restore: (client: DeletedClient) => void,
): Column<DeletedClient>[] {
  return [
    { key: 'name', header: 'Nombre', folded: 'first', cell: ({ name }) => <Named>{name}</Named> },
    {
      key: 'deleted_at',
      header: 'Eliminado',
      cell: ({ deleted_at }) => zone && <InstantText instant={deleted_at} zone={zone} />,
    },
    { key: 'user', header: 'Por', cell: ({ user }) => user?.name ?? '—' },
    {
      key: 'restore',
      header: 'Acciones',
      align: 'right',
      folded: 'first',
      cell: (client) => (
        <Button
          size="sm"
          variant="default"
          px="sm"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          aria-label={`Restaurar ${client.name}`}
          aria-disabled={pending || undefined}
          data-disabled={pending || undefined}
          onClick={() => !pending && restore(client)}
        >
          Restaurar
        </Button>
      ),
    },
  ]
}
