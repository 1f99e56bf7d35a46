import { Combobox } from '@mantine/core'
import type { Client } from '@torniquete/contract/clients.ts'
import { Picture } from '../../../kit/Picture.tsx'
import { ExpiryDay } from '../../clients/ExpiryDay.tsx'
import classes from '../option.module.css'
import { isAnonymous } from './membership-sale.ts'

export function ClientOption({ client, today }: { client: Client; today: string | null }) {
  const expire = client.membership?.expire_membership
  return (
    <Combobox.Option value={String(client.id)} className={classes.row}>
      <span className={classes.option}>
        <Picture src={client.photo_url} alt="" size={36} />
        <span className={classes.main}>
          {client.name}
          <span className={classes.aside}>
            {isAnonymous(client) ? 'Visitante sin registro' : `ID ${client.id_zkteco ?? '—'}`}
          </span>
        </span>
        {!isAnonymous(client) &&
          (expire ? <ExpiryDay expire={expire} today={today} /> : <span className={classes.aside}>Sin membresía</span>)}
      </span>
    </Combobox.Option>
  )
}
