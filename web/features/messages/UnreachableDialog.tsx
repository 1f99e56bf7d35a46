import { Text } from '@mantine/core'
import type { UnreachableClient } from '@torniquete/contract/messaging/outbox.ts'
import { showDay } from '@torniquete/contract/shared/dates.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import type { Column } from '../../kit/table-column.ts'
import { clientColumn } from '../../navigation/link-columns.tsx'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import { useOwnPages } from '../../navigation/use-pages.ts'

const columns: Column<UnreachableClient>[] = [
  clientColumn('Nombre', (client) => client),
  { header: 'Teléfono', cell: ({ phone_number }) => phone_number ?? '—' },
  { header: 'Vencimiento', align: 'right', cell: ({ expires }) => showDay(expires) },
]

/** Clients whom no message can reach, to be corrected one by one. Mount it only while open. */
export function UnreachableDialog({ onClose }: { onClose: () => void }) {
  const { asked, address } = useOwnPages(10)
  const list = useEndpoint('outbox.unreachable', { query: asked })
  return (
    <Dialog onClose={onClose} title="Clientes a los que no llega ningún mensaje" size="lg">
      <Text size="sm" c="dimmed" mb="sm">
        No tienen un teléfono o un correo útil para los canales configurados. Corrígelo en su ficha.
      </Text>
      <PagedTable
        {...address}
        label="Clientes a los que no llega ningún mensaje"
        pages="Paginación"
        columns={columns}
        rowKey={({ id }) => id}
        query={list}
        unprinted
        empty="A todos los clientes con membresía les llegan los mensajes"
      />
    </Dialog>
  )
}
