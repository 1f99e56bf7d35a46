// What is kept of fingers and faces: of whoever agrees, as terminals tell it or the desk takes it.
import { createHash } from 'node:crypto'
import { pinOfTerminal } from '@torniquete/contract/device-people.ts'
import { enrolledMessage, notificationTitles } from '@torniquete/contract/notifications.ts'
import type { Transaction } from '../db/gym-statements.ts'
import { sql } from '../db/sql.ts'
import type { Seal } from '../seal.ts'
import { placeOf, type Template, type UploadedTemplate } from './templates.ts'
import type { Terminal } from './terminals.ts'

interface Owner {
  pin: number
  id_client: number
  name: string
}

/**
 * Keeps what a terminal tells of the fingers and faces of whoever agrees, and drops all else. Whoever was enrolled without
 * having been asked about is news: it opens at every terminal from now on.
 */
export async function storeTemplates(
  tx: Transaction,
  terminal: Terminal,
  uploaded: readonly UploadedTemplate[],
  seal: Seal,
  now: Date,
): Promise<void> {
  const { gym, id, name: deviceName } = terminal
  const pins = uploaded.flatMap(({ pin }) => pinOfTerminal(pin) ?? [])
  const owners = await tx.many<Owner>(sql`
    select c.id_zkteco as pin, c.id as id_client, c.name
    from clients c join terminal_users u on u.gym_id = c.gym_id and u.id_device = ${id} and u.pin = c.id_zkteco
    where c.gym_id = ${gym} and c.id_zkteco = any(${pins}::integer[]) and c.deleted_at is null and c.biometrics_agreed_at is not null
      and (split_part(u.held, E'\\t', 1) = 'c' || c.id or u.held = '' and split_part(u.sent, E'\\t', 1) = 'c' || c.id)`)
  const ownerOf = new Map(owners.map((owner) => [String(owner.pin), owner]))
  const state = await tx.maybe<{ algorithms: Record<string, number> }>(
    sql`select algorithms from terminal_states where gym_id = ${gym} and id_device = ${id}`,
  )
  const news = new Set<Owner>()
  for (const { pin, major, content, ...said } of uploaded) {
    const owner = ownerOf.get(pin)
    if (!owner) continue
    const template = { ...said, content, major: major ?? state?.algorithms[said.type] ?? 0 }
    if (await store(tx, { gym, id, deviceName, seal, now }, owner, template)) news.add(owner)
  }
  for (const owner of news) await tellUnlessAsked(tx, terminal, owner, now)
}

interface Taking {
  gym: number
  /** The terminal that has it already; null: it was taken at the desk. */
  id: number | null
  deviceName: string | null
  seal: Seal
  now: Date
}

/** Answers whether it is another than was kept before. */
export async function store(
  tx: Transaction,
  { gym, id, deviceName, seal, now }: Taking,
  { id_client, pin }: Pick<Owner, 'id_client'> & { pin: number | null },
  { content, ...template }: Template,
): Promise<boolean> {
  const { type, number, part, major, minor, format, duress } = template
  const digest = createHash('sha256').update(`${duress} `).update(content).digest('base64url').slice(0, 22)
  const changed = await tx.run(sql`
    insert into biometrics as b (gym_id, id_client, type, number, part, major, minor, format, duress, digest, key_name, data, device_name, taken_at)
    values (${gym}, ${id_client}, ${type}, ${number}, ${part}, ${major}, ${minor}, ${format}, ${duress}, ${digest}, ${seal.keyName},
      ${seal.close(content, placeOf(gym, id_client, template))}, ${deviceName}, ${now})
    on conflict (gym_id, id_client, type, number, part, major) do update
      set minor = excluded.minor, format = excluded.format, duress = excluded.duress, digest = excluded.digest, key_name = excluded.key_name,
        data = excluded.data, device_name = excluded.device_name, taken_at = excluded.taken_at
      where b.digest <> excluded.digest or b.key_name <> excluded.key_name`)
  if (id !== null && pin !== null)
    await tx.run(sql`
      insert into terminal_templates (gym_id, id_device, pin, type, number, part, major, held)
      select ${gym}, ${id}, ${pin}, ${type}, ${number}, ${part}, ${major}, ${digest}
      on conflict (gym_id, id_device, pin, type, number, part, major) do update
        set held = excluded.held, sent = null, command = null, tries = 0, error = null`)
  return changed > 0
}

/** What a terminal says for this long after it was asked, or somebody was enrolled by the desk, is the answer. */
const answersWithin = '10 minutes'

async function tellUnlessAsked(tx: Transaction, terminal: Terminal, { pin, id_client, name }: Owner, now: Date) {
  const { gym, id } = terminal
  await tx.run(sql`
    insert into notifications (gym_id, title, message, id_client, created_at)
    select ${gym}, ${notificationTitles.access}, ${enrolledMessage(name, terminal.name)}, ${id_client}, ${now}
    where not exists (
      select from template_readings r where r.gym_id = ${gym} and r.id_device = ${id} and r.pin = ${pin} and not r.again and r.sent_at > ${now}::timestamptz - ${answersWithin}::interval)
    and not exists (
      select from enrolments e where e.gym_id = ${gym} and e.id_device = ${id} and e.pin = ${pin} and e.asked_at > ${now}::timestamptz - ${answersWithin}::interval)
    and not exists (
      select from notifications n where n.gym_id = ${gym} and n.id_client = ${id_client} and n.message = ${enrolledMessage(name, terminal.name)}
        and n.created_at > ${now}::timestamptz - ${answersWithin}::interval)`)
}
