// What was done at a terminal, or to it, that a person is to hear of: as news, which is kept with the others.
import { pinOfTerminal } from '@torniquete/contract/device-people.ts'
import { happeningMessage, notificationTitles } from '@torniquete/contract/notifications.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { type Statement, sql } from '../db/sql.ts'
import { echoWithin } from './terminal-users.ts'
import type { Terminal } from './terminals.ts'

export interface Happening {
  kind: 'forced' | 'tampered' | 'duress' | 'administrators cleared' | 'emptied' | 'deleted'
  /** Whom it is about, where it is about somebody. */
  pin: string | null
}

/** A door that stands open, or somebody who tries again, is told once in that time. */
const toldOnceIn = '10 minutes'
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
        and sent_at > ${now}::timestamptz - ${echoWithin}::interval) as told`)
  ).told

function enumerated(names: readonly string[]): string {
  const told = names.slice(0, namesToldAtMost)
  const rest = names.length - told.length
  const last = rest > 0 ? `${rest} más` : told.pop()
  return told.length > 0 ? `${told.join(', ')} y ${last}` : (last ?? '')
}

export async function noteHappenings(
  tx: Transaction,
  terminal: Terminal,
  happenings: readonly Happening[],
  now: Date,
): Promise<void> {
  const messages: string[] = []
  for (const kind of new Set(happenings.map((each) => each.kind))) {
    const pins = happenings.flatMap((each) => (each.kind === kind ? (pinOfTerminal(each.pin ?? '') ?? []) : []))
    // Some note our commands as somebody's deeds; nobody is told to be under duress.
    const untoldSince = kind === 'deleted' ? sql`${now}::timestamptz - ${echoWithin}::interval` : sql`'infinity'`
    const names = kind === 'deleted' || kind === 'duress' ? await namesOf(tx, terminal, pins, untoldSince) : []
    // Of whom the gym does not know nobody asks.
    if (kind === 'deleted' && names.length === 0) continue
    if (kind === 'emptied' && (await wasToldToEmpty(tx, terminal, now))) continue
    messages.push(happeningMessage(kind, terminal.name, enumerated(names.map(({ name }) => name))))
  }
  await tx.run(sql`
    insert into notifications (gym_id, title, message, created_at)
    select ${terminal.gym}, ${notificationTitles.access}, m.message, ${now} from unnest(${messages}::text[]) as m (message)
    where not exists (select from notifications n where n.gym_id = ${terminal.gym} and n.message = m.message
      and n.created_at > ${now}::timestamptz - ${toldOnceIn}::interval)`)
}
