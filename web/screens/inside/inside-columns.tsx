import type { Insider } from '@torniquete/contract/inside.ts'
import { Named } from '../../kit/Clamped.tsx'
import { IconLogout } from '../../kit/icons.ts'
import { Picture } from '../../kit/Picture.tsx'
import { RowButton } from '../../kit/RowActions.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { actionsColumn, type Column, pictureColumn } from '../../kit/table-column.ts'
import { screens } from '../../navigation/screens.ts'

interface Shown {
  /** 'a las 10:15', as the gym's clocks show it. */
  at: (instant: string) => string
  /** They are taken to have left already. */
  supposed: boolean
  onLeave: (who: Insider) => void
}

const Who = ({ id_client, name, is_anonymous }: Insider) =>
  is_anonymous ? (
    <Named>{name}</Named>
  ) : (
    <RowLink to={screens.clients.path} search={{ client: id_client }}>
      {name}
    </RowLink>
  )

export function insideColumns({ at, supposed, onLeave }: Shown): Column<Insider>[] {
  return [
    pictureColumn('Foto', ({ photo_url }) => <Picture src={photo_url} alt="" />),
    { key: 'name', header: 'Nombre', folded: 'first', cell: (row) => <Who {...row} />, paper: ({ name }) => name },
    { key: 'since', header: 'Entró', cell: ({ since }) => at(since) },
    { key: 'door', header: 'Por', cell: ({ door }) => door ?? 'Anotado a mano' },
    {
      key: 'until',
      header: supposed ? 'Se supone que salió' : 'Se dará por salido',
      cell: ({ until }) => at(until),
    },
    actionsColumn((row) => (
      <RowButton label="Anotar salida" name={row.name} color="teal" onPress={() => onLeave(row)}>
        <IconLogout size={20} aria-hidden />
      </RowButton>
    )),
  ]
}
