import { Box, Button, Text } from '@mantine/core'
import type { EndpointName } from '@torniquete/contract/endpoints.ts'
import type { DeletedRow } from '@torniquete/contract/shared/deleted-rows.ts'
import { useRef, useState } from 'react'
import type { CallFunction } from '../../api/call.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSave } from '../../forms/use-save.ts'
import { ClampedName } from '../../kit/ClampedText.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconArrowBackUp } from '../../kit/icons.ts'
import { SearchField } from '../../kit/SearchField.tsx'
import { type Column, makeActionsColumn } from '../../kit/table-column.ts'
import { useCloseDialog } from '../../navigation/open-dialog.ts'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import { useLocalPagination } from '../../navigation/use-screen-search.ts'
import { useGymClock } from '../../session/gym-clock.ts'

export interface DeletedRowsDialogTexts {
  title: string
  explanation: string
  done: string
  nothingFound: string
}

interface DeletedDialogProps extends DeletedRowsDialogTexts {
  list: Extract<EndpointName, `${string}.deleted`>
  restore: (id: number, send: CallFunction) => Promise<unknown>
}

export const DeletedRowsDialog = (props: DeletedDialogProps) => (
  <ZonedDeletedRowsDialog {...props} zone={useGymClock()?.zone} />
)

export function ZonedDeletedRowsDialog({ zone, ...props }: DeletedDialogProps & { zone: string | undefined }) {
  const { title, list, restore, done } = props
  const onClose = useCloseDialog()
  const [name, setName] = useState('')
  const { asked, address } = useLocalPagination(10)
  const query = { name: name.trim() || undefined, ...asked }
  const deleted = useEndpoint(list, { query }, { staleTime: 0 })
  const rows = useRef<HTMLDivElement>(null)
  const { pending, submit } = useSave({
    run: ({ id }: DeletedRow, send) => restore(id, send),
    done,
    // The focused button disappears with the restored row; the list gets the focus, so that Enter restores no other
    // row.
    onSaved: () => rows.current?.focus(),
  })
  const columns = deletedColumns(zone, pending, submit)
  const search = (next: string) => {
    setName(next)
    address.change({ page: 0 })
  }
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <Text size="sm" c="dimmed" mb="sm">
        {props.explanation}
      </Text>
      <SearchField label="Buscar eliminado por nombre" value={name} onChange={search} autoFocus />
      <Box ref={rows} tabIndex={-1} mt="sm" style={{ outline: 'none' }}>
        <PagedTable
          {...address}
          label={title}
          pages="Páginas de eliminados"
          columns={columns}
          rowKey={({ id }) => id}
          query={deleted}
          unprinted
          empty={name.trim() ? props.nothingFound : `No hay ${title.toLowerCase()}`}
        />
      </Box>
    </Dialog>
  )
}

function deletedColumns(
  zone: string | undefined,
  pending: boolean,
  restore: (row: DeletedRow) => void,
): Column<DeletedRow>[] {
  return [
    { header: 'Nombre', folded: 'first', cell: ({ name }) => <ClampedName>{name}</ClampedName> },
    { header: 'Eliminado', cell: ({ deleted_at }) => zone && <InstantText instant={deleted_at} zone={zone} /> },
    { header: 'Usuario', cell: ({ user }) => user?.name ?? '—' },
    makeActionsColumn((row) => (
      <Button
        size="sm"
        variant="default"
        px="sm"
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        aria-label={`Restaurar ${row.name}`}
        aria-disabled={pending || undefined}
        data-disabled={pending || undefined}
        onClick={() => !pending && restore(row)}
      >
        Restaurar
      </Button>
    )),
  ]
}
