// The pause of a membership on the card, with its actions.
import { Button } from '@mantine/core'
import { findShownPause, isPausedOn, type Pause, pauseText } from '@torniquete/contract/members/pauses.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSave } from '../../forms/use-save.ts'
import { IconPlayerPause, IconPlayerPlay } from '../../kit/icons.ts'
import { useOpenDialog } from '../../navigation/opening.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import classes from './ClientCard.module.css'

/** A client's pauses and remaining pause days; undefined while loading. */
export const usePauses = (client: number) => useEndpoint('pauses.of-client', { params: { id_client: client } }).data

export function ClientPause({ client }: { client: number }) {
  const told = usePauses(client)
  const open = useOpenDialog()
  const onPause = () => open('/clients/$id/card/pause', client)
  const today = useGymClock()?.today
  if (!told || !today) return null
  const pause = findShownPause(told.pauses, today)
  if (pause) return <Standing pause={pause} today={today} onPause={onPause} />
  if (!told.allowance && told.pauses.length === 0) return null
  return <PauseButton label="Pausar" onPause={onPause} />
}

const PauseButton = ({ label, onPause }: { label: string; onPause: () => void }) => (
  <Button variant="subtle" px="xs" leftSection={<IconPlayerPause size={20} aria-hidden />} onClick={onPause}>
    {label}
  </Button>
)

interface StandingProps {
  pause: Pause
  today: string
  onPause: () => void
}

function Standing({ pause, today, onPause }: StandingProps) {
  const runs = isPausedOn(pause, today)
  const { submit, pending } = useSave({
    run: (_: undefined, send) => send('pauses.end', { params: { id_pause: pause.id } }),
    done: runs ? 'Pausa terminada.' : 'Pausa quitada.',
  })
  return (
    <section aria-label="Pausa" className={classes.pause}>
      <p>
        <strong>{pauseText(pause, today)}</strong> · {pause.reason}
      </p>
      <Button
        variant="default"
        h={44}
        leftSection={<IconPlayerPlay size={20} aria-hidden />}
        aria-disabled={pending || undefined}
        onClick={() => submit(undefined)}
      >
        {runs ? 'Terminar pausa' : 'Quitar pausa'}
      </Button>
      <PauseButton label="Otra pausa" onPause={onPause} />
    </section>
  )
}
