import { Button, Modal, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { HistoryEntry } from '@torniquete/contract/history.ts'
import { holdsWords } from '@torniquete/contract/names.ts'
import { useMemo, useRef, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSave } from '../../api/use-save.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import type { Column } from '../../kit/table-column.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import classes from './clients.module.css'
import { type DeletedClient, standingDeletions } from './deleted-clients.ts'

/** How far back it looks. */
const newest = 1000

const useDeeds = (action: HistoryEntry['action']) =>
  useEndpoint('history.list', { query: { entity: 'clients', action, size_page: newest } }, { staleTime: 0 })

export function DeletedClientsDialog({ onClose }: { onClose: () => void }) {
  const deletions = useDeeds('delete')
  const restorations = useDeeds('restore')
  const zone = useGymClock()?.zone
  const [name, setName] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const restoration = useSave({
    run: ({ id }: DeletedClient, send) => send('clients.restore', { params: { id_client: id } }),
    done: 'Cliente restaurado',
    invalidates: ['clients', 'attendances', 'history'],
    // The button that was pressed goes away with its row.
    onSaved: () => list.current?.focus(),
  })
  const deleted = useMemo(
    () => deletions.data && restorations.data && standingDeletions(deletions.data.items, restorations.data.items),
    [deletions.data, restorations.data],
  )
  const { pending, submit } = restoration
  const columns = useMemo(() => deletedColumns(zone, pending, submit), [zone, pending, submit])
  // Both are needed; the one that failed is asked again.
  const query = restorations.error ? restorations : deletions
  return (
    <Modal opened onClose={onClose} title="Clientes eliminados" size="lg" centered>
      <Text size="sm" c="dimmed" mb="sm">
        Un cliente restaurado recupera su número, su foto y su acceso a la puerta.
      </Text>
      <SearchField label="Buscar eliminado por nombre" value={name} onChange={setName} delay={0} autoFocus />
      <div ref={list} tabIndex={-1} className={classes.deleted}>
        <DataTable
          label="Clientes eliminados"
          columns={columns}
          rows={deleted?.filter((client) => holdsWords(client.name, name))}
          rowKey={(client) => client.id}
          query={query}
          empty={name.trim() ? 'No se encontró ningún cliente.' : 'No hay clientes eliminados'}
          virtual
          height="min(26rem, 50dvh)"
        />
      </div>
      {(deletions.data?.total ?? 0) > newest && (
        <Text size="sm" c="dimmed" mt="xs">
          Se muestran las {newest.toLocaleString('es-ES')} eliminaciones más recientes.
        </Text>
      )}
    </Modal>
  )
}

function deletedColumns(
  zone: string | undefined,
  pending: boolean,
  restore: (client: DeletedClient) => void,
): Column<DeletedClient>[] {
  return [
    {
      key: 'name',
      header: 'Nombre',
      cell: ({ name, at, user }) => (
        <>
          <strong className={classes.name}>{name}</strong>
          <span className={classes.onPhone}>
            {zone && <InstantText instant={at} zone={zone} />}
            {user}
          </span>
        </>
      ),
    },
    {
      key: 'at',
      header: 'Eliminado',
      hideOnMobile: true,
      cell: ({ at }) => zone && <InstantText instant={at} zone={zone} />,
    },
    { key: 'user', header: 'Por', hideOnMobile: true, cell: ({ user }) => user ?? '—' },
    {
      key: 'restore',
      header: 'Acciones',
      align: 'right',
      cell: (client) => (
        <Button
          size="sm"
          variant="default"
          px="sm"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          aria-label={`Restaurar ${client.name}`}
          disabled={pending}
          onClick={() => restore(client)}
        >
          Restaurar
        </Button>
      ),
    },
  ]
}
