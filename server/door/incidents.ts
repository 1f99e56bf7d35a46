import { parseTerminalPin } from '@torniquete/contract/door/terminal-people.ts'
import { formatDeviceIncidentMessage, notificationTitles } from '@torniquete/contract/reports/notifications.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import { sentRecordReportInterval } from './terminal-users.ts'
import type { Terminal } from './terminals.ts'

export interface TerminalIncident {
  at: Date
  kind:
    | 'forced'
    | 'tampered'
    | 'duress'
    | 'administrators cleared'
    | 'emptied'
    | 'deleted'
    | 'finger deleted'
    | 'rival'
    | 'moved'
    | 'readdressed'
  address?: string
  pin: string | null
}

/** Age in milliseconds up to which an incident notifies, and a change at the terminal is queried. */
const lately = 86_400_000
export const isRecentIncident = ({ at }: Pick<TerminalIncident, 'at'>, now: Date): boolean =>
  now.getTime() - at.getTime() < lately

const notifyOnceMinutes = 10
const maxNames = 3

/** Reads names of people with these PINs, without those whose records were sent after `untoldSince`. */
const namesOf = (tx: Transaction, { gym, id }: Terminal, pins: readonly number[], untoldSince: Statement) =>
  tx.many<{ name: string }>(sql`
    select coalesce(c.name, u.name) as name
    from terminal_users t join pins p on p.gym_id = ${gym} and p.id = t.pin
      left join clients c on c.gym_id = ${gym} and c.id = p.id_client left join users u on u.gym_id = ${gym} and u.id = p.id_user
    where t.gym_id = ${gym} and t.id_device = ${id} and t.pin = any(${pins}::integer[]) and (t.held).holder <> ''
      and coalesce(t.sent_at <= ${untoldSince}, true)
    order by t.pin`)

const wasToldToEmpty = async (tx: Transaction, { gym, id }: Terminal, now: Date): Promise<boolean> =>
  (
    await tx.one<{ told: boolean }>(sql`
      select exists (select from terminal_orders where gym_id = ${gym} and id_device = ${id} and kind = 'empty'
        and sent_at > ${now}::timestamptz - ${sentRecordReportInterval}::interval) as told`)
  ).told

function enumerated(names: readonly string[]): string {
  const rest = names.length - maxNames
  return new Intl.ListFormat('es').format([...names.slice(0, maxNames), ...(rest > 0 ? [`${rest} más`] : [])])
}

/** Groups incidents of one kind that lie within `notifyOnceMinutes` minutes, earliest first. */
function heapsOf(incidents: readonly TerminalIncident[]): [TerminalIncident, ...TerminalIncident[]][] {
  const heaps: [TerminalIncident, ...TerminalIncident[]][] = []
  for (const incident of [...incidents].sort((one, other) => one.at.getTime() - other.at.getTime())) {
    const heap = heaps.findLast(([{ kind }]) => kind === incident.kind)
    if (heap && incident.at.getTime() - heap[0].at.getTime() < notifyOnceMinutes * 60_000) heap.push(incident)
    else heaps.push([incident])
  }
  return heaps
}

async function messageOf(
  tx: Transaction,
  terminal: Terminal,
  heap: readonly [TerminalIncident, ...TerminalIncident[]],
  now: Date,
): Promise<string | null> {
  const [{ kind, address }] = heap
  if (address) return formatDeviceIncidentMessage(kind, terminal.name, address)
  const pins = heap.flatMap(({ pin }) => parseTerminalPin(pin ?? '') ?? [])
  // Some terminals log server commands like actions at their menu, except for duress, which no command causes.
  const isDeletion = kind === 'deleted' || kind === 'finger deleted'
  const untoldSince = isDeletion ? sql`${now}::timestamptz - ${sentRecordReportInterval}::interval` : sql`'infinity'`
  const names = isDeletion || kind === 'duress' ? await namesOf(tx, terminal, pins, untoldSince) : []
  // The deletion of unknown users needs no notification.
  if (isDeletion && names.length === 0) return null
  if (kind === 'emptied' && (await wasToldToEmpty(tx, terminal, now))) return null
  return formatDeviceIncidentMessage(kind, terminal.name, enumerated(names.map(({ name }) => name)))
}

export async function notifyIncidents(
  tx: Transaction,
  terminal: Terminal,
  incidents: readonly TerminalIncident[],
  now: Date,
): Promise<void> {
  const notifications: { message: string; at: Date }[] = []
  for (const heap of heapsOf(incidents)) {
    const message = await messageOf(tx, terminal, heap, now)
    if (message !== null) notifications.push({ message, at: heap[0].at })
  }
  await tx.run(sql`
    insert into notifications (gym_id, title, message, created_at)
    select ${terminal.gym}, ${notificationTitles.access}, m.message, m.at
    from unnest(${notifications.map(({ message }) => message)}::text[], ${notifications.map(({ at }) => at)}::timestamptz[]) as m (message, at)
    where not exists (select from notifications n where n.gym_id = ${terminal.gym} and n.message = m.message
      and n.created_at > m.at - make_interval(mins => ${notifyOnceMinutes}) and n.created_at < m.at + make_interval(mins => ${notifyOnceMinutes}))
    order by m.at`)
}
