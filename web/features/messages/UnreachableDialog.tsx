import { Modal, Text } from '@mantine/core'
import { showDay } from '@torniquete/contract/dates.ts'
import type { UnreachableClient } from '@torniquete/contract/outbox.ts'
import { useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { Pagination } from '../../kit/Pagination.tsx'
import type { Column } from '../../kit/table-column.ts'
import { usePastEnd } from '../../kit/use-past-end.ts'
import { clientColumn } from '../../navigation/link-columns.tsx'

const usualSize = 10

const columns: Column<UnreachableClient>[] = [
  clientColumn('Nombre', (client) => client),
  { header: 'Teléfono', cell: ({ phone_number }) => phone_number ?? '—' },
  { header: 'Vencimiento', align: 'right', cell: ({ expires }) => showDay(expires) },
]

/** Whom no message reaches, to be mended one by one. Mounted only while it is open. */
export function UnreachableDialog({ onClose }: { onClose: () => void }) {
  const [{ page, size }, setPage] = useState({ page: 0, size: usualSize })
  const list = useEndpoint('outbox.unreachable', { query: { page, size_page: size } })
  const pastEnd = usePastEnd(list, page, (last) => setPage({ page: last, size }))
  const { data } = list
  return (
    <Modal opened onClose={onClose} title="Clientes a los que no llega ningún mensaje" size="lg" centered>
      <Text size="sm" c="dimmed" mb="sm">
        No tienen un teléfono o un correo útil para los canales configurados. Corrígelo en su ficha.
      </Text>
      <DataTable
        label="Clientes a los que no llega ningún mensaje"
        columns={columns}
        rows={pastEnd ? undefined : data?.items}
        rowKey={({ id }) => id}
        query={list}
        unprinted
        empty="A todos los clientes con membresía les llegan los mensajes"
      />
      <Pagination page={page} list={data} size={size} onChange={setPage} />
    </Modal>
  )
}
