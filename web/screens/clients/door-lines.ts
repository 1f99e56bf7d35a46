// A client's pending state on each terminal.
import type { ClientAccess, ClientAtDoor, RefusedClient } from '@torniquete/contract/door/door.ts'
import type { Entry } from '@torniquete/contract/door/may-enter.ts'
import { atText, type Clock, type StateLine, sinceText } from '../../features/terminals/terminal-words.ts'

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function why({ reason, since }: ClientAtDoor, clock: Clock): string {
  const parts = [reason && lowered(reason), since && sinceText(clock, since)].filter(Boolean)
  return parts.length > 0 ? ` (${parts.join(' ')})` : ''
}

/** True if a terminal admits a client without a right; a membership that has not begun is there with its start date. */
const stillOpens = (entry: Entry, { state }: ClientAtDoor) =>
  !entry.allowed && entry.reason !== 'not-begun' && state === 'allowed'

/** The client's plans cover no door of the gym. */
export const opensNothing = ({ limited, doors }: ClientAccess): boolean => limited && doors.length === 0

/** Hours and doors of the client's plans, if limited. */
export const accessLines = ({ doors }: ClientAccess): StateLine[] =>
  doors.map(({ device, doors: some, hours, ignores_hours }) => ({
    tone: ignores_hours ? 'warn' : 'plain',
    text: [
      `Puede entrar: ${hours ?? 'a cualquier hora'}`,
      some.length > 0 ? `${device.name} (${some.join(', ')})` : device.name,
      ...(ignores_hours ? ['no sabe de horarios, deja entrar a cualquier hora'] : []),
    ].join(' · '),
  }))

/** The client's last refusal, so that the desk can explain it. */
export const refusalLine = ({ device, at, reason }: RefusedClient, clock: Clock): StateLine => ({
  tone: 'warn',
  text: `${device.name} no le abrió ${atText(clock, at)}: ${reason}`,
})

/** A line for each terminal without the current record; otherwise one line for all. */
export function doorLines(entry: Entry, door: readonly ClientAtDoor[], clock: Clock): StateLine[] {
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
      : { tone: 'warn', text: `${at.device} aún no lo sabe${why(at, clock)}` },
  )
}
