import type { Client } from '@torniquete/contract/clients.ts'
import { ContactSelector } from '../../kit/ContactSelector.tsx'
import { DayText } from '../../kit/DayText.tsx'
import { Picture } from '../../kit/Picture.tsx'
import { RowActions } from '../../kit/RowActions.tsx'
import { StatusMark } from '../../kit/StatusMark.tsx'
import type { Column } from '../../kit/table-column.ts'
import { linksOfClient } from './client-links.ts'
import classes from './clients.module.css'
import { ExpiryDay } from './ExpiryDay.tsx'

interface ClientColumns {
  today: string | undefined
  deleteRefusal: string | null
  onEdit: (client: Client) => void
  onDelete: (client: Client) => void
}

/** On a phone, what has no column there stands below the name. */
function NameCell({ client: { name, is_active, membership } }: { client: Client }) {
  return (
    <>
      <strong className={classes.name}>{name}</strong>
      <span className={classes.onPhone}>
        {!is_active && <StatusMark good={false} />}
        <span className={classes.plan}>{membership?.name ?? 'Sin membresía'}</span>
      </span>
    </>
  )
}

export function clientColumns({ today, deleteRefusal, onEdit, onDelete }: ClientColumns): Column<Client>[] {
  return [
    {
      key: 'photo',
      header: 'Foto',
      width: 64,
      hideOnMobile: true,
      cell: ({ photo_url }) => <Picture src={photo_url} alt="" />,
    },
    { key: 'pin', header: 'ID', width: 64, hideOnMobile: true, cell: ({ id_zkteco }) => id_zkteco ?? '—' },
    { key: 'name', header: 'Nombre', cell: (client) => <NameCell client={client} /> },
    { key: 'status', header: 'Estado', hideOnMobile: true, cell: ({ is_active }) => <StatusMark good={is_active} /> },
    { key: 'plan', header: 'Membresía', hideOnMobile: true, cell: ({ membership }) => membership?.name ?? '—' },
    {
      key: 'start',
      header: 'Inicio',
      hideOnMobile: true,
      cell: ({ membership }) => <DayText day={membership?.start_date ?? null} />,
    },
    {
      key: 'expiry',
      header: 'Vencimiento',
      cell: ({ membership }) => <ExpiryDay expire={membership?.expire_membership} today={today} />,
    },
    {
      key: 'contact',
      header: 'Contacto',
      hideOnMobile: true,
      cell: (client) => <ContactSelector name={client.name} links={linksOfClient(client)} />,
    },
    {
      key: 'actions',
      header: 'Acciones',
      align: 'right',
      cell: (client) => (
        <RowActions
          name={client.name}
          deleteRefusal={deleteRefusal}
          onEdit={() => onEdit(client)}
          onDelete={() => onDelete(client)}
        />
      ),
    },
  ]
}
