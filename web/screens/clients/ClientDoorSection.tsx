import { Box, Button, Group } from '@mantine/core'
import { decideEntry, type EntryDecision } from '@torniquete/contract/door/decide-entry.ts'
import {
  allowingVerifyMode,
  blockingVerifyMode,
  type ClientDoorAccess,
  type ClientTerminalState,
  type RefusedClient,
} from '@torniquete/contract/door/door.ts'
import {
  findOpeningState,
  formatNextOpening,
  formatTodayHours,
  type OpeningState,
} from '@torniquete/contract/door/opening-hours.ts'
import type { ListedClient } from '@torniquete/contract/members/clients.ts'
import { findCurrentOrNextPause, formatPause, isPausedOn } from '@torniquete/contract/members/pauses.ts'
import { addDays, formatDate, toLocalTime } from '@torniquete/contract/shared/dates.ts'
import { type DebtSummary, formatDebt, getDebtorLastAccessDay } from '@torniquete/contract/till/debts.ts'
import { useEffect, useState } from 'react'
import { now } from '../../api/server-clock.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { TerminalStateLines } from '../../features/terminals/TerminalStateLines.tsx'
import {
  formatAtTime,
  formatSinceTime,
  type TerminalStateLine,
  type ZonedClock,
} from '../../features/terminals/terminal-texts.ts'
import { useSave } from '../../forms/use-save.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { IconDoorEnter, IconDoorOff } from '../../kit/icons.ts'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import { useClientDebts } from './ClientDebtsSection.tsx'

/** A client's pauses, and the pause days that the plan still allows; undefined while loading. */
export const useClientPauses = (client: number) =>
  useEndpoint('pauses.of-client', { params: { id_client: client } }).data

const nowhere = { allowed: false, reason: 'no-door' } as const

const usedUp = { allowed: false, reason: 'used-up' } as const

const standsStill = (text: string) =>
  ({ allowed: false, reason: 'paused', pause: text.charAt(0).toLowerCase() + text.slice(1) }) as const

const owing = (debt: DebtSummary) =>
  ({ allowed: false, reason: 'owing', debt: formatDebt(debt).toLowerCase() }) as const

/** Restricts the entry of a client with debts: it ends on the day that the gym set, or is not allowed at all. */
function withDebt(entry: EntryDecision, debt: DebtSummary | null | undefined, today: string) {
  const last = debt && getDebtorLastAccessDay(debt)
  if (!entry.allowed || !debt || !last) return entry
  if (last < today) return owing(debt)
  return last < entry.until ? { ...entry, until: last, why: 'por la deuda' } : entry
}

/** Entry of a blocked or removed client: a terminal that still opens for the client is an alarm. */
const stillOut = { allowed: false, reason: 'blocked' } as const

type Decision = 'block' | 'allow' | 'remove' | 'send'

const told: Record<Decision, string> = {
  block: 'Bloqueado en la puerta.',
  allow: 'Ya no está bloqueado en la puerta.',
  remove: 'Quitado de los dispositivos.',
  send: 'Enviado otra vez a los dispositivos.',
}

export interface ClientDoorSectionProps {
  client: ListedClient
  terminals: readonly ClientTerminalState[] | undefined
}

export function ClientDoorSection({ client, terminals }: ClientDoorSectionProps) {
  const clock = useGymClock()
  const door = { blocked: client.door_blocked, removed: client.door_removed }
  const entry = clock && decideEntry({ ...client, door }, clock.today)
  const pauses = useClientPauses(client.id)
  const access = useEndpoint('door.access', { params: { id_client: client.id } }).data
  const isUsedUp = client.status?.visits?.left === 0 && !entry?.allowed && entry?.reason === 'expired'
  const hours = useHours(access, clock?.zone)
  const refused = useEndpoint('door.refused', {}).data?.find(({ id_client }) => id_client === client.id)
  const pause = clock && pauses && findCurrentOrNextPause(pauses.pauses, clock.today)
  const paused =
    entry?.allowed && pause && isPausedOn(pause, clock.today) ? standsStill(formatPause(pause, clock.today)) : null
  const debt = useClientDebts(client.id)?.owed
  const told = entry && clock && withDebt(entry, debt, clock.today)
  // A pause that starts before the entry ends is its earlier end.
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
      <Box role="status" mb="sm" fz="sm">
        {entry?.allowed && !kept && access && <TerminalStateLines lines={accessLines(access)} />}
        {refused && seen && <TerminalStateLines lines={[formatDoorRefusalLine(refused, seen)]} />}
        {entry && terminals && seen && (
          <TerminalStateLines lines={formatClientTerminalLines(kept ? stillOut : entry, terminals, seen)} />
        )}
      </Box>
      {client.id_zkteco !== null && <Decisions pin={client.id_zkteco} {...client} />}
    </Box>
  )
}

type DecisionsProps = Pick<ListedClient, 'name' | 'door_blocked' | 'door_removed'> & { pin: number }

function Decisions({ pin, name, door_blocked, door_removed }: DecisionsProps) {
  const [isAsking, setAsking] = useState(false)
  const { submit, pending } = useSave({
    run: (decision: Decision, send) => {
      if (decision === 'remove') return send('door.delete-user', { query: { pin } })
      if (decision === 'send') return send('door.add-user', { body: { pin } })
      const new_verify = decision === 'block' ? blockingVerifyMode : allowingVerifyMode
      return send('door.edit-user-verify', { query: { pin, new_verify } })
    },
    done: ({ pending }, decision) => `${told[decision]}${pending ? ' Falta que el dispositivo lo reciba.' : ''}`,
    onSaved: () => setAsking(false),
  })
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
      <Button {...shared} onClick={() => setAsking(true)}>
        Quitar de los dispositivos
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Quitar de los dispositivos"
          confirmLabel="Quitar"
          pendingLabel="Quitando"
          pending={pending}
          onConfirm={() => submit('remove')}
          onCancel={() => setAsking(false)}
        >
          {name} deja de estar en los dispositivos, con las huellas que tenga allí, hasta que se vuelva a enviar.
        </ConfirmDialog>
      )}
    </Group>
  )
}

/**
 * Entry as shown. `no-door`: the plan's doors were removed; `used-up`: no visits are left; `owing`: debts close the
 * door. `why`: reason why the entry ends earlier than the paid period.
 */
type Shown =
  | (EntryDecision & { why?: string })
  | { allowed: false; reason: 'no-door' | 'used-up' }
  | { allowed: false; reason: 'paused'; pause: string }
  | { allowed: false; reason: 'owing'; debt: string }

const reasons = {
  inactive: 'está inactivo',
  blocked: 'bloqueado a mano en la puerta',
  removed: 'quitado de los dispositivos',
  'no-membership': 'sin membresía',
  'no-number': 'sin número en el dispositivo',
  'used-up': 'usó todas sus visitas',
  'no-door': 'su plan no abre ninguna puerta',
}

function reasonOf(entry: Exclude<Shown, { allowed: true }>): string {
  if (entry.reason === 'paused') return entry.pause
  if (entry.reason === 'owing') return entry.debt
  if (entry.reason === 'expired') return `la membresía venció el ${formatDate(entry.day)}`
  return entry.reason === 'not-begun' ? `la membresía empieza el ${formatDate(entry.day)}` : reasons[entry.reason]
}

interface EntryLineProps {
  entry: Shown
  hours: OpeningState | null
  today: string
}

function textOf({ entry, hours, today }: EntryLineProps): string {
  if (!entry.allowed) return `No puede entrar: ${reasonOf(entry)}`
  const until = `hasta el ${formatDate(entry.until)}${entry.why ? `, ${entry.why}` : ''}`
  if (!hours) return `Puede entrar ${until}`
  if (hours.open) return `Puede entrar ${until} · ${formatTodayHours(hours.today)}`
  const again = hours.next && hours.next.day <= entry.until && formatNextOpening(hours.next, today)
  return `Fuera de su horario: ${again ? `puede entrar ${again}` : `vence el ${formatDate(entry.until)}`}`
}

function EntryLine(props: EntryLineProps) {
  const { entry, hours } = props
  const isOpen = entry.allowed && hours?.open !== false
  const Icon = isOpen ? IconDoorEnter : IconDoorOff
  return (
    <Group component="p" gap="0.5rem" wrap="nowrap" m={0} mb="sm" fw={600} data-tone={isOpen ? 'good' : 'bad'}>
      <Icon size={20} aria-hidden style={{ flex: 'none' }} />
      <span>
        <UnbrokenAmountsText>{textOf(props)}</UnbrokenAmountsText>
      </span>
    </Group>
  )
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function why({ reason, since }: ClientTerminalState, clock: ZonedClock): string {
  const parts = [reason && lowered(reason), since && formatSinceTime(clock, since)].filter(Boolean)
  return parts.length > 0 ? ` (${parts.join(' ')})` : ''
}

/**
 * True if a terminal opens for a client without a right. Terminals check the start of a future membership themselves.
 */
const stillOpens = (entry: EntryDecision, { state }: ClientTerminalState) =>
  !entry.allowed && entry.reason !== 'not-begun' && state === 'allowed'

const opensNothing = ({ limited, doors }: ClientDoorAccess): boolean => limited && doors.length === 0

const accessLines = ({ doors }: ClientDoorAccess): TerminalStateLine[] =>
  doors.map(({ device, doors: some, hours, ignores_hours }) => ({
    tone: ignores_hours ? 'warn' : 'plain',
    text: [
      `Puede entrar: ${hours ?? 'a cualquier hora'}`,
      some.length > 0 ? `${device.name} (${some.join(', ')})` : device.name,
      ...(ignores_hours ? ['no sabe de horarios, deja entrar a cualquier hora'] : []),
    ].join(' · '),
  }))

export const formatDoorRefusalLine = ({ device, at, reason }: RefusedClient, clock: ZonedClock): TerminalStateLine => ({
  tone: 'warn',
  text: `${device.name} no le abrió ${formatAtTime(clock, at)}: ${reason}`,
})

/** Returns one line for each terminal without the client's current record; otherwise one line for all terminals. */
export function formatClientTerminalLines(
  entry: EntryDecision,
  door: readonly ClientTerminalState[],
  clock: ZonedClock,
): TerminalStateLine[] {
  const behind = door.filter(({ current }) => !current)
  const [only] = door
  if (!only) return []
  if (behind.length === 0)
    return [
      { tone: 'plain', text: door.length === 1 ? `Al día en ${only.device}` : `Al día en ${door.length} puertas` },
    ]
  return behind.map((at) =>
    stillOpens(entry, at)
      ? { tone: 'bad', text: `${at.device} todavía le abre${why(at, clock)}` }
      : { tone: 'warn', text: `${at.device} todavía no recibió el cambio${why(at, clock)}` },
  )
}

/** Milliseconds between checks whether opening hours have begun or ended. */
const lookEvery = 2000

/** Current state of the client's opening hours, in the gym's time zone; null if the client may enter at any time. */
function useHours(access: ClientDoorAccess | undefined, zone: string | undefined): OpeningState | null {
  const weeks = access?.doors.map(({ week }) => week) ?? []
  const watched = zone !== undefined && weeks.length > 0 && weeks.every((week) => week !== null)
  const [, setMinute] = useState('')
  useEffect(() => {
    if (!watched) return
    // The state changes only with the minute, so React does not render more often.
    const timer = setInterval(() => setMinute(toLocalTime(zone, now()).slice(0, 16)), lookEvery)
    return () => clearInterval(timer)
  }, [zone, watched])
  if (!watched) return null
  const [day = '', time = ''] = toLocalTime(zone, now()).split(' ')
  return findOpeningState(weeks, { day, time: time.slice(0, 5) })
}
