import { Anchor } from '@mantine/core'
import type { Gym } from '@torniquete/contract/admin/gyms.ts'
import { ContactText } from '../../features/contacts/ContactLink.tsx'
import { ContactSelector } from '../../features/contacts/ContactSelector.tsx'
import { safeLink } from '../../features/contacts/contact-links.ts'
import { Clamped, Named } from '../../kit/Clamped.tsx'
import { logoFallback, Picture } from '../../kit/Picture.tsx'
import { type RowActs, rowActsColumn } from '../../kit/RowActions.tsx'
import { StatusMark } from '../../kit/StatusMark.tsx'
import { type Column, pictureColumn } from '../../kit/table-column.ts'

function Website({ address }: { address: string | null }) {
  const href = address && safeLink(address)
  if (!href) return '—'
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" size="sm" display="block" maw="18rem">
      <Clamped>{new URL(href).host}</Clamped>
    </Anchor>
  )
}

export function gymColumns(acts: RowActs<Gym>): Column<Gym>[] {
  return [
    pictureColumn('Logo', (gym) => <Picture src={gym.logo_url} alt="" square fallback={logoFallback} />),
    { header: 'Nombre', folded: 'first', cell: (gym) => <Named>{gym.name}</Named> },
    { header: 'Username', cell: (gym) => gym.username || 'Sin Super Administrador' },
    { header: 'Propietario', cell: (gym) => gym.owner },
    { header: 'Dirección', cell: (gym) => gym.address ?? '—' },
    { header: 'Sitio web', cell: (gym) => <Website address={gym.website_url} /> },
    { header: 'Activo', cell: (gym) => <StatusMark good={gym.is_active} /> },
    {
      header: 'Contacto',
      cell: (gym) => <ContactSelector {...gym} />,
      paper: ({ phone_number, email }) => <ContactText phone={phone_number} email={email} />,
    },
    rowActsColumn(acts),
  ]
}
