import type { ListedClient } from '@torniquete/contract/members/clients.ts'
import { dayInZone } from '@torniquete/contract/shared/dates.ts'
import type { ReactNode } from 'react'
import { ExpiryDay } from '../../features/memberships/ExpiryDay.tsx'
import { PlanName } from '../../features/memberships/PlanName.tsx'
import { DayText } from '../../kit/DayText.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import classes from './ClientCard.module.css'

function Entry({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={classes.entry} data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>{children || '—'}</dd>
    </div>
  )
}

export function ClientDetails({ client }: { client: ListedClient }) {
  const clock = useGymClock()
  const { membership } = client
  const registered = clock && dayInZone(clock.zone, new Date(client.created_at))
  return (
    <>
      <dl className={classes.membership}>
        <Entry label="Membresía" wide>
          {membership ? <PlanName name={membership.name} visits={client.status?.visits} /> : 'Sin membresía'}
        </Entry>
        <Entry label="Inicio">
          <DayText day={membership?.start_date ?? null} />
        </Entry>
        <Entry label="Vencimiento">
          <ExpiryDay expire={membership?.expire_membership} today={clock?.today} />
        </Entry>
        {client.paid_until && client.paid_until > (membership?.expire_membership ?? '') && (
          <Entry label="Pagado hasta" wide>
            <ExpiryDay expire={client.paid_until} today={clock?.today} />
          </Entry>
        )}
      </dl>
      <dl className={classes.entries}>
        <Entry label="Correo" wide>
          {client.email}
        </Entry>
        <Entry label="Teléfono">{client.phone_number}</Entry>
        <Entry label="Número de tarjeta">{client.card_number}</Entry>
        <Entry label="Dirección" wide>
          {client.address}
        </Entry>
        <Entry label="Fecha de nacimiento">
          <DayText day={client.birth_date} />
        </Entry>
        <Entry label="Fecha de registro">
          <DayText day={registered} />
        </Entry>
        <Entry label="Número en el dispositivo" wide>
          {client.id_zkteco}
        </Entry>
        <Entry label="Notas" wide>
          {client.notes}
        </Entry>
      </dl>
    </>
  )
}
