import { Button, Text } from '@mantine/core'
import type { ClientCard } from '@torniquete/contract/members/clients.ts'
import { useState } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { ClientPicker } from '../../../features/memberships/ClientPicker.tsx'
import { type Buyer, isAnonymous } from '../../../features/memberships/membership-sale.ts'
import { Picture } from '../../../kit/Picture.tsx'
import { useGymClock } from '../../../session/gym-clock.ts'
import { similarQuery, similarReasons } from '../similar.ts'
import classes from './merge.module.css'

/** Candidates for a merge: similar clients, or search results. */
export function OtherPicker({ client, onPick }: { client: ClientCard; onPick: (id: number) => void }) {
  const today = useGymClock()?.today ?? null
  const [refused, setRefused] = useState<Buyer | null>(null)
  const query = { ...similarQuery(client), except: client.id }
  const similar = useEndpoint('clients.similar', { query }, { staleTime: 0 })
  const pick = (other: Buyer | null) => {
    const unfit = other !== null && (other.id === client.id || isAnonymous(other))
    setRefused(unfit ? other : null)
    if (other && !unfit) onPick(other.id)
  }
  return (
    <>
      {similar.data && similar.data.length > 0 && (
        <>
          <Text size="sm">Pueden ser la misma persona:</Text>
          <ul className={classes.similar}>
            {similar.data.map(({ id, name, id_zkteco, photo_url, reason }) => (
              <li key={id}>
                <Button
                  variant="default"
                  fullWidth
                  h="auto"
                  py="xs"
                  justify="start"
                  leftSection={<Picture src={photo_url} alt="" size={36} />}
                  onClick={() => onPick(id)}
                >
                  <span className={classes.person}>
                    {name}
                    <small>
                      Tiene {similarReasons[reason]} · ID {id_zkteco ?? '—'}
                    </small>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <ClientPicker
        client={refused}
        onChange={pick}
        today={today}
        error={refused !== null && 'Elige a otro cliente'}
        autoFocus
      />
    </>
  )
}
