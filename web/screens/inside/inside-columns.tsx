import type { Insider } from '@torniquete/contract/members/inside.ts'
import { IconLogout } from '../../kit/icons.ts'
import { Picture } from '../../kit/Picture.tsx'
import { RowButton } from '../../kit/RowActions.tsx'
import { actionsColumn, type Column, pictureColumn } from '../../kit/table-column.ts'
import { clientColumn } from '../../navigation/link-columns.tsx'

interface Shown {
  /** 'a las 10:15' in the gym's time. */
  at: (instant: string) => string
  /** True if assumed to have left. */
  supposed: boolean
  onLeave: (who: Insider) => void
}

export function insideColumns({ at, supposed, onLeave }: Shown): Column<Insider>[] {
  return [
    pictureColumn('Foto', ({ photo_url }) => <Picture src={photo_url} alt="" />),
    clientColumn('Nombre', ({ id_client, name, is_anonymous }) => ({ id: id_client, name, anonymous: is_anonymous })),
    { header: 'Entró', cell: ({ since }) => at(since) },
    { header: 'Puerta', cell: ({ door }) => door ?? 'Anotado a mano' },
    { header: supposed ? 'Se supone que salió' : 'Se dará por salido', cell: ({ until }) => at(until) },
    actionsColumn((row) => (
      <RowButton Icon={IconLogout} label="Anotar salida" name={row.name} color="teal" onPress={() => onLeave(row)} />
    )),
  ]
}
