import type { Client } from '@torniquete/contract/members/clients.ts'
import { shownPlanName } from '@torniquete/contract/members/memberships.ts'
import { type Pause, pauseText } from '@torniquete/contract/members/pauses.ts'
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

/** What was decided at the door by hand is told beside it: nothing else in the row shows it. */
const StatusCell = ({ is_active, door_blocked, door_removed, pause }: Client & { pause: string | undefined }) => (
  <>
    <StatusMark good={is_active} />
    {door_blocked && <StatusMark good={false} badLabel="Bloqueado en la puerta" />}
    {door_removed && <StatusMark good={false} badLabel="Fuera de los dispositivos" />}
    {pause !== undefined && <StatusMark good={false} badLabel={pause} />}
  </>
)

interface Beside {
  /** Of whom the membership stands still. */
  paused: ReadonlyMap<number, Pick<Pause, 'start_date' | 'resume_date' | 'open'>>
  /** What is left of whose plan counts visits. */
  visits: ReadonlyMap<number, string>
  owed: ReadonlyMap<number, string>
}

export function clientColumns(
  today: string | undefined,
  { paused, visits, owed }: Beside,
  acts: RowActs<Client>,
): Column<Client>[] {
  return [
    pictureColumn('Foto', ({ photo_url }) => <Picture src={photo_url} alt="" />),
    { header: 'ID', width: 64, cell: ({ id_zkteco }) => id_zkteco ?? '—' },
    openColumn({
      header: 'Nombre',
      from: '/clients',
      textOf: ({ name }) => name,
      searchOf: ({ id }) => ({ client: id }),
    }),
    {
      header: 'Estado',
      cell: (client) => {
        const pause = paused.get(client.id)
        return <StatusCell {...client} pause={pause && today ? pauseText(pause, today) : undefined} />
      },
    },
    {
      header: 'Membresía',
      cell: ({ id, membership }) => <PlanName name={membership?.name} visits={visits.get(id)} owed={owed.get(id)} />,
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
