import type { ListedClient } from '@torniquete/contract/members/clients.ts'
import { shownPlanName } from '@torniquete/contract/members/memberships.ts'
import { pauseText } from '@torniquete/contract/members/pauses.ts'
import { ContactText } from '../../features/contacts/ContactLink.tsx'
import { ContactSelector } from '../../features/contacts/ContactSelector.tsx'
import { ExpiryDay } from '../../features/memberships/ExpiryDay.tsx'
import { PlanName } from '../../features/memberships/PlanName.tsx'
import { DayText } from '../../kit/DayText.tsx'
import { Picture } from '../../kit/Picture.tsx'
import { type RowActs, rowActsColumn } from '../../kit/RowActions.tsx'
import { StatusMark } from '../../kit/StatusMark.tsx'
import { type Column, pictureColumn } from '../../kit/table-column.ts'
import { openColumn } from '../../navigation/link-columns.tsx'

interface StatusCellProps extends Pick<ListedClient, 'is_active' | 'door_blocked' | 'door_removed' | 'status'> {
  today: string | undefined
}

/** Shows manual door decisions, which have no other column. */
const StatusCell = ({ is_active, door_blocked, door_removed, status, today }: StatusCellProps) => (
  <>
    <StatusMark good={is_active} />
    {door_blocked && <StatusMark good={false} badLabel="Bloqueado en la puerta" />}
    {door_removed && <StatusMark good={false} badLabel="Fuera de los dispositivos" />}
    {status?.pause && today && <StatusMark good={false} badLabel={pauseText(status.pause, today)} />}
  </>
)

export function clientColumns(today: string | undefined, acts: RowActs<ListedClient>): Column<ListedClient>[] {
  return [
    pictureColumn('Foto', ({ photo_url }) => <Picture src={photo_url} alt="" />),
    { header: 'ID', width: 64, cell: ({ id_zkteco }) => id_zkteco ?? '—' },
    openColumn('Nombre', '/clients/$id/card', ({ name }) => name),
    { header: 'Estado', cell: (client) => <StatusCell {...client} today={today} /> },
    {
      header: 'Membresía',
      cell: ({ membership, status }) => (
        <PlanName name={membership?.name} visits={status?.visits} debt={status?.debt} />
      ),
      paper: ({ membership }) => shownPlanName(membership?.name) ?? '—',
    },
    { header: 'Inicio', cell: ({ membership }) => <DayText day={membership?.start_date ?? null} /> },
    {
      header: 'Vencimiento',
      cell: ({ membership }) => <ExpiryDay expire={membership?.expire_membership} today={today} />,
    },
    {
      header: 'Contacto',
      cell: (client) => <ContactSelector {...client} />,
      paper: ({ phone_number, email }) => <ContactText phone={phone_number} email={email} />,
    },
    rowActsColumn(acts),
  ]
}
