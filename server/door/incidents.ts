// What was done at a terminal, or to it, that a person is to hear of: as news, which is kept with the others.
import { pinOfTerminal } from '@torniquete/contract/device-people.ts'
import { incidentMessage, notificationTitles } from '@torniquete/contract/notifications.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { type Statement, sql } from '../db/sql.ts'
import { echoWindow } from './terminal-users.ts'
import type { Terminal } from './terminals.ts'

export interface Incident {
  at: Date
  kind: 'forced' | 'tampered' | 'duress' | 'administrators cleared' | 'emptied' | 'deleted' | 'finger deleted' | 'rival'
  /** From where another one calls in its name. */
  address?: string
  /** Whom it is about, where it is about somebody. */
  pin: string | null
}

/** Milliseconds for which what was done at a terminal is news, and whoever was changed there is asked for. */
const lately = 86_400_000
export const isRecent = ({ at }: Pick<Incident, 'at'>, now: Date): boolean => now.getTime() - at.getTime() < lately

/** Minutes in which a door that stands open, or somebody who tries again, is told once. */
const toldOnceIn = 10
const namesToldAtMost = 3

/** Members and staff among these numbers whom the terminal held, by name, but for those whom it was told of from then on. */
const namesOf = (tx: Transaction, { gym, id }: Terminal, pins: readonly number[], untoldSince: Statement) =>
  tx.many<{ name: string }>(sql`
    select coalesce(c.name, u.name) as name
    from terminal_users t join pins p on p.gym_id = ${gym} and p.id = t.pin
      left join clients c on c.gym_id = ${gym} and c.id = p.id_client left join users u on u.gym_id = ${gym} and u.id = p.id_user
    where t.gym_id = ${gym} and t.id_device = ${id} and t.pin = any(${pins}::integer[]) and t.held <> ''
      and coalesce(t.sent_at <= ${untoldSince}, true)
    order by t.pin`)

const wasToldToEmpty = async (tx: Transaction, { gym, id }: Terminal, now: Date): Promise<boolean> =>
  (
    await tx.one<{ told: boolean }>(sql`
      select exists (select from terminal_orders where gym_id = ${gym} and id_device = ${id} and kind = 'empty'
        and sent_at > ${now}::timestamptz - ${echoWindow}::interval) as told`)
  ).told

function enumerated(names: readonly string[]): string {
  const told = names.slice(0, namesToldAtMost)
  const rest = names.length - told.length
  const last = rest > 0 ? `${rest} más` : told.pop()
  return told.length > 0 ? `${told.join(', ')} y ${last}` : (last ?? '')
}

/** Those of one kind, the earliest first, in heaps of what is told at once. */
function heapsOf(incidents: readonly Incident[]): [Incident, ...Incident[]][] {
  const heaps: [Incident, ...Incident[]][] = []
  for (const incident of [...incidents].sort((one, other) => one.at.getTime() - other.at.getTime())) {
    const heap = heaps.findLast(([{ kind }]) => kind === incident.kind)
    if (heap && incident.at.getTime() - heap[0].at.getTime() < toldOnceIn * 60_000) heap.push(incident)
    else heaps.push([incident])
  }
  return heaps
}

/** The message; null where nobody asks. */
async function messageOf(
  tx: Transaction,
  terminal: Terminal,
  heap: readonly [Incident, ...Incident[]],
  now: Date,
): Promise<string | null> {
  const [{ kind, address }] = heap
  if (address) return incidentMessage(kind, terminal.name, address)
  const pins = heap.flatMap(({ pin }) => pinOfTerminal(pin ?? '') ?? [])
  // Some log our commands as done at their menus; nobody is told to be under duress.
  const isDeletion = kind === 'deleted' || kind === 'finger deleted'
  const untoldSince = isDeletion ? sql`${now}::timestamptz - ${echoWindow}::interval` : sql`'infinity'`
  const names = isDeletion || kind === 'duress' ? await namesOf(tx, terminal, pins, untoldSince) : []
  // Of whom the gym does not know nobody asks.
  if (isDeletion && names.length === 0) return null
  if (kind === 'emptied' && (await wasToldToEmpty(tx, terminal, now))) return null
  return incidentMessage(kind, terminal.name, enumerated(names.map(({ name }) => name)))
}

/** As news of when it was. */
export async function notifyIncidents(
  tx: Transaction,
  terminal: Terminal,
  incidents: readonly Incident[],
  now: Date,
): Promise<void> {
  const told: { message: string; at: Date }[] = []
  for (const heap of heapsOf(incidents)) {
    const message = await messageOf(tx, terminal, heap, now)
    if (message !== null) told.push({ message, at: heap[0].at })
  }
  await tx.run(sql`
    insert into notifications (gym_id, title, message, created_at)
    select ${terminal.gym}, ${notificationTitles.access}, m.message, m.at
    from unnest(${told.map(({ message }) => message)}::text[], ${told.map(({ at }) => at)}::timestamptz[]) as m (message, at)
    where not exists (select from notifications n where n.gym_id = ${terminal.gym} and n.message = m.message
      and n.created_at > m.at - make_interval(mins => ${toldOnceIn}) and n.created_at < m.at + make_interval(mins => ${toldOnceIn}))
    order by m.at`)
}
