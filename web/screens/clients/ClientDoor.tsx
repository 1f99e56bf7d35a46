import { Box, Button, Group } from '@mantine/core'
import { type ClientAtDoor, verifyAllowed, verifyBlocked } from '@torniquete/contract/door/door.ts'
import { type Entry, mayEnter } from '@torniquete/contract/door/may-enter.ts'
import type { ListedClient } from '@torniquete/contract/members/clients.ts'
import { findShownPause, isPausedOn, pauseText } from '@torniquete/contract/members/pauses.ts'
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { type DebtSummary, getLastDayWithAccess, owedText } from '@torniquete/contract/till/debts.ts'
import { now } from '../../api/server-clock.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { TerminalLines } from '../../features/terminals/TerminalLines.tsx'
import { useSave } from '../../forms/use-save.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import classes from './ClientCard.module.css'
import { useClientDebts } from './ClientDebt.tsx'
import { usePauses } from './ClientPause.tsx'
import { accessLines, doorLines, opensNothing, refusalLine } from './door-lines.ts'
import { EntryLine } from './EntryLine.tsx'
import { useHours } from './use-hours.ts'

/** The client's plans open no door of the gym. */
const nowhere = { allowed: false, reason: 'no-door' } as const

/** Refusal messages use the same words. */
const usedUp = { allowed: false, reason: 'used-up' } as const

const standsStill = (text: string) =>
  ({ allowed: false, reason: 'paused', pause: text.charAt(0).toLowerCase() + text.slice(1) }) as const

const owing = (debt: DebtSummary) => ({ allowed: false, reason: 'owing', debt: owedText(debt).toLowerCase() }) as const

/** A debtor is let in until the day that the gym set, or not at all. */
function withDebt(entry: Entry, debt: DebtSummary | null | undefined, today: string) {
  const last = debt && getLastDayWithAccess(debt)
  if (!entry.allowed || !debt || !last) return entry
  if (last < today) return owing(debt)
  return last < entry.until ? { ...entry, until: last, why: 'por la deuda' } : entry
}

/** A terminal that opens for them is in the wrong state. */
const stillOut = { allowed: false, reason: 'blocked' } as const

type Decision = 'block' | 'allow' | 'remove' | 'send'

const told: Record<Decision, string> = {
  block: 'Bloqueado en la puerta.',
  allow: 'Ya no está bloqueado en la puerta.',
  remove: 'Quitado de los dispositivos.',
  send: 'Enviado otra vez a los dispositivos.',
}

function useDecide(pin: number, onDone: () => void) {
  return useSave({
    run: (decision: Decision, send) => {
      if (decision === 'remove') return send('door.delete-user', { query: { pin } })
      if (decision === 'send') return send('door.add-user', { body: { pin } })
      const new_verify = decision === 'block' ? verifyBlocked : verifyAllowed
      return send('door.edit-user-verify', { query: { pin, new_verify } })
    },
    done: ({ pending }, decision) => `${told[decision]}${pending ? ' Falta que el dispositivo lo reciba.' : ''}`,
    onSaved: onDone,
  })
}

interface ClientDoorProps {
  client: ListedClient
  /** The client's state on each terminal; undefined while loading. */
  terminals: readonly ClientAtDoor[] | undefined
  /** True while a confirmation handles Escape. */
  asking: boolean
  onAsk: (asking: boolean) => void
}

/** The client's state at the door with manual decisions. */
export function ClientDoor({ client, terminals, asking, onAsk }: ClientDoorProps) {
  const clock = useGymClock()
  const door = { blocked: client.door_blocked, removed: client.door_removed }
  const entry = clock && mayEnter({ ...client, door }, clock.today)
  const pauses = usePauses(client.id)
  const access = useEndpoint('door.access', { params: { id_client: client.id } }).data
  const isUsedUp = client.status?.visits?.left === 0 && !entry?.allowed && entry?.reason === 'expired'
  const hours = useHours(access, clock?.zone)
  const refused = useEndpoint('door.refused', {}).data?.find(({ id_client }) => id_client === client.id)
  const pause = clock && pauses && findShownPause(pauses.pauses, clock.today)
  const paused =
    entry?.allowed && pause && isPausedOn(pause, clock.today) ? standsStill(pauseText(pause, clock.today)) : null
  const debt = useClientDebts(client.id)?.owed
  const told = entry && clock && withDebt(entry, debt, clock.today)
  // A future pause closes the door first.
  const beforePause =
    told?.allowed && pause && pause.start_date <= told.until
      ? { ...told, until: addDays(pause.start_date, -1), why: 'por la pausa' }
      : told
  const kept = paused ?? (entry?.allowed && told?.allowed === false ? told : null)
  const seen = clock && { zone: clock.zone, now: now() }
  return (
    <Box component="section" aria-label="Puerta" mb="md">
      {entry && (
        <EntryLine
          entry={
            kept ??
            (entry.allowed && access && opensNothing(access) ? nowhere : isUsedUp ? usedUp : (beforePause ?? entry))
          }
          hours={hours}
          today={clock.today}
        />
      )}
      <div role="status" className={classes.terminals}>
        {entry?.allowed && !kept && access && <TerminalLines lines={accessLines(access)} />}
        {refused && seen && <TerminalLines lines={[refusalLine(refused, seen)]} />}
        {entry && terminals && seen && <TerminalLines lines={doorLines(kept ? stillOut : entry, terminals, seen)} />}
      </div>
      {client.id_zkteco !== null && <Decisions pin={client.id_zkteco} {...client} asking={asking} onAsk={onAsk} />}
    </Box>
  )
}

interface DecisionsProps
  extends Omit<ClientDoorProps, 'client' | 'terminals'>,
    Pick<ListedClient, 'name' | 'door_blocked' | 'door_removed'> {
  pin: number
}

function Decisions({ pin, name, door_blocked, door_removed, asking, onAsk }: DecisionsProps) {
  const { submit, pending } = useDecide(pin, () => onAsk(false))
  const shared = { size: 'compact-md', variant: 'default', h: 44, 'aria-disabled': pending || undefined }
  if (door_removed)
    return (
      <Button {...shared} onClick={() => submit('send')}>
        Volver a enviar a los dispositivos
      </Button>
    )
  return (
    <Group gap="xs">
      <Button {...shared} onClick={() => submit(door_blocked ? 'allow' : 'block')}>
        {door_blocked ? 'Permitir en la puerta' : 'Bloquear en la puerta'}
      </Button>
      <Button {...shared} onClick={() => onAsk(true)}>
        Quitar de los dispositivos
      </Button>
      {asking && (
        <ConfirmDialog
          title="Quitar de los dispositivos"
          confirmLabel="Quitar"
          pendingLabel="Quitando"
          pending={pending}
          onConfirm={() => submit('remove')}
          onCancel={() => onAsk(false)}
        >
          {name} deja de estar en los dispositivos, con las huellas que tenga allí, hasta que se vuelva a enviar.
        </ConfirmDialog>
      )}
    </Group>
  )
}
