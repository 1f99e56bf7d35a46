import { Button, Text } from '@mantine/core'
import type { Departure } from '@torniquete/contract/members/inside.ts'
import { useMemo } from 'react'
import { now } from '../../api/server-clock.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { Named } from '../../kit/Clamped.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { actionsColumn, type Column } from '../../kit/table-column.ts'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import type { PageAddress } from '../../navigation/use-pages.ts'
import { useUndo } from './use-leave.ts'

/** Milliseconds after which an entry no longer counts as inside. */
const countsFor = 86_400_000
const everybody = 'Todos los que estaban dentro'

/** Clients marked as departed, with the user who did it. */
export function Departures({ zone, ...address }: PageAddress & { zone: string }) {
  const { page = 0, size = address.usualSize } = address.search
  const list = useEndpoint('inside.departures', { query: { page, size_page: size } }, { staleTime: 0 })
  const undo = useUndo()
  const columns = useMemo(() => departureColumns(zone, undo), [zone, undo])
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        Lo que alguien anotó a mano, en los últimos 90 días. Lo que cuentan los dispositivos no está aquí.
      </Text>
      <PagedTable
        {...address}
        label="Salidas anotadas"
        columns={columns}
        rowKey={({ id }) => id}
        query={list}
        empty="Nadie ha anotado ninguna salida"
      />
    </>
  )
}

function departureColumns(zone: string, undo: (id: number) => void): Column<Departure>[] {
  return [
    { header: 'Quién salió', folded: 'first', cell: ({ name }) => <Named>{name ?? everybody}</Named> },
    { header: 'Fecha', cell: ({ left_at }) => <InstantText instant={left_at} zone={zone} /> },
    {
      header: 'Anotado por',
      cell: ({ user, undone_by }) => (undone_by ? `${user.name} · deshecho por ${undone_by}` : user.name),
    },
    actionsColumn(
      ({ id, name, left_at, undone_by }) =>
        !undone_by &&
        now().getTime() - Date.parse(left_at) < countsFor && (
          <Button
            size="sm"
            variant="default"
            px="sm"
            aria-label={`Deshacer la salida de ${name ?? 'todos'}`}
            onClick={() => undo(id)}
          >
            Deshacer
          </Button>
        ),
    ),
  ]
}
