import { parseTerminalPin } from '@torniquete/contract/door/terminal-people.ts'
import {
  formatEnrolmentMessage,
  formatReplacedTemplateMessage,
  notificationTitles,
} from '@torniquete/contract/reports/notifications.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import { canReceiveNamesSql } from './origin-trust.ts'
import {
  formatTemplateSealContext,
  isOwnerAcknowledgedSql,
  type Template,
  templateTypes,
  type UploadedTemplate,
  wasPinFreedRecentlySql,
} from './templates.ts'
import type { Terminal } from './terminals.ts'

interface Owner {
  pin: number
  id_client: number
  name: string
  /** True if the front desk ordered an enrolment at that terminal within the last 10 minutes. */
  enrolled: boolean
  /** True if the client gave consent within the last 10 minutes, so that the terminal was asked for templates. */
  asked: boolean
  /** True if a photo was sent to the terminal within the last 10 minutes, from which it computes a face. */
  given: boolean
}

/** Templates uploaded within this time after an enrolment order, or after a photo was sent, result from it. */
const comesOfThat = sql`interval '10 minutes'`

/** Sort order by PIN, type and part, so that concurrent uploads lock rows in the same order. */
const inOrder = (one: UploadedTemplate, other: UploadedTemplate): number =>
  one.pin.localeCompare(other.pin) ||
  one.type - other.type ||
  one.number - other.number ||
  one.part - other.part ||
  (one.major ?? 0) - (other.major ?? 0)

/**
 * Stores uploaded templates of clients who gave consent and drops all others, also those from an untrusted origin. A
 * stored template is replaced only if the front desk ordered the enrolment; a new template notifies.
 */
export async function storeTemplates(
  tx: Transaction,
  terminal: Terminal,
  uploaded: readonly UploadedTemplate[],
  seal: Sealer,
  now: Date,
): Promise<void> {
  const { gym, id, name: deviceName } = terminal
  const pins = uploaded.flatMap(({ pin }) => parseTerminalPin(pin) ?? [])
  const since = sql`${now}::timestamptz - ${comesOfThat}`
  // The rows are locked, so that a withdrawal of consent waits and then deletes the stored templates.
  const owners = await tx.many<Owner>(sql`
    select c.id_zkteco as pin, c.id as id_client, c.name,
      exists (select from enrolments e where e.gym_id = c.gym_id and e.id_client = c.id and e.id_device = ${id} and e.asked_at > ${since}) as enrolled,
      c.biometrics_agreed_at > ${since} as asked, exists (
        select from terminal_templates t where t.gym_id = c.gym_id and t.id_device = ${id} and t.pin = c.id_zkteco and t.type = ${templateTypes.photo} and t.sent_at > ${since}) as given
    from clients c
      join gym_info i on i.gym_id = c.gym_id and i.keeps_biometrics
      join terminal_users u on u.gym_id = c.gym_id and u.id_device = ${id} and u.pin = c.id_zkteco
      join terminal_states s on s.gym_id = c.gym_id and s.id_device = ${id}
      join devices d on d.gym_id = c.gym_id and d.id = ${id}
    where c.gym_id = ${gym} and c.id_zkteco = any(${pins}::integer[]) and c.deleted_at is null and c.biometrics_agreed_at is not null
      and ${canReceiveNamesSql} and ${isOwnerAcknowledgedSql} and not ${wasPinFreedRecentlySql(sql`c.id_zkteco`, gym)}
      and (not s.census_skipped or exists (select from enrolments e where e.gym_id = c.gym_id and e.id_client = c.id and e.id_device = ${id} and e.asked_at > ${since}))
    order by c.id for share of c, i`)
  const ownerOf = new Map(owners.map((owner) => [String(owner.pin), owner]))
  const state = await tx.maybe<{ algorithms: Record<string, number> }>(
    sql`select algorithms from terminal_states where gym_id = ${gym} and id_device = ${id}`,
  )
  const changed = new Map<Owner, Stored>()
  for (const { pin, major, content, ...said } of uploaded.toSorted(inOrder)) {
    const owner = ownerOf.get(pin)
    if (!owner) continue
    const template = { ...said, content, major: major ?? state?.algorithms[said.type] ?? 0 }
    // A template that the front desk ordered replaces the stored template.
    const replaces = owner.enrolled || (owner.given && said.type === templateTypes.face)
    const stored = await storeTemplate(tx, { gym, id, deviceName, seal, now, replaces }, owner, template)
    if (stored !== 'same') changed.set(owner, stored)
  }
  for (const [owner, stored] of changed) await notifyEnrolment(tx, terminal, owner, stored, now)
}

interface Taking {
  gym: number
  /** Id of the terminal that uploaded the template; null if the template was made at the front desk. */
  id: number | null
  deviceName: string | null
  seal: Sealer
  now: Date
  /** True if the template replaces a different stored template. */
  replaces: boolean
}

/** 'kept': the template was stored. 'other': it differs from the stored template, which was not replaced. */
type Stored = 'kept' | 'same' | 'other'

export async function storeTemplate(
  tx: Transaction,
  { gym, id, deviceName, seal, now, replaces }: Taking,
  { id_client, pin }: Pick<Owner, 'id_client'> & { pin: number | null },
  { content, ...template }: Template,
): Promise<Stored> {
  const { type, number, part, major, minor, format, duress } = template
  const digest = seal.digest(Buffer.concat([Buffer.from(`${duress} `), content]))
  const changed = await tx.run(sql`
    insert into biometrics as b (gym_id, id_client, type, number, part, major, minor, format, duress, digest, key_name, data, device_name, taken_at)
    values (${gym}, ${id_client}, ${type}, ${number}, ${part}, ${major}, ${minor}, ${format}, ${duress}, ${digest}, ${seal.keyName},
      ${seal.close(content, formatTemplateSealContext(gym, id_client, template))}, ${deviceName}, ${now})
    on conflict (gym_id, id_client, type, number, part, major) do update
      set minor = excluded.minor, format = excluded.format, duress = excluded.duress, digest = excluded.digest, key_name = excluded.key_name,
        data = excluded.data, device_name = excluded.device_name, taken_at = excluded.taken_at
      where b.key_name <> excluded.key_name or ${replaces} and b.digest <> excluded.digest`)
  const kept = await tx.one<{ digest: string }>(sql`
    select digest from biometrics where gym_id = ${gym} and id_client = ${id_client} and type = ${type} and number = ${number} and part = ${part} and major = ${major}`)
  const isOther = kept.digest !== digest
  if (id === null || pin === null) return changed > 0 ? 'kept' : isOther ? 'other' : 'same'
  // If a terminal was sent the stored template and uploads the same difference again, it stores templates in another
  // form; without this rule the template would be sent for ever.
  const { held } = await tx.one<{ held: string }>(sql`
    insert into terminal_templates as t (gym_id, id_device, pin, type, number, part, major, held, told)
    select ${gym}, ${id}, ${pin}, ${type}, ${number}, ${part}, ${major}, ${digest}, ${isOther ? digest : null}
    on conflict (gym_id, id_device, pin, type, number, part, major) do update
      set held = case when t.told = excluded.told then ${kept.digest} else excluded.held end, told = excluded.told,
        sent = null, command = null, tries = 0, error = null
    returning held`)
  if (changed > 0) return 'kept'
  return held === kept.digest ? 'same' : 'other'
}

async function notifyEnrolment(
  tx: Transaction,
  terminal: Terminal,
  owner: Owner,
  stored: Stored,
  now: Date,
): Promise<void> {
  // An enrolment ordered by the front desk notifies with its result (templates.ts).
  if (stored === 'kept' && (owner.enrolled || owner.asked || owner.given)) return
  const message = (stored === 'other' ? formatReplacedTemplateMessage : formatEnrolmentMessage)(
    owner.name,
    terminal.name,
  )
  await tx.run(sql`
    insert into notifications (gym_id, title, message, id_client, created_at)
    select ${terminal.gym}, ${notificationTitles.access}, ${message}, ${owner.id_client}, ${now}
    where not exists (
      select from notifications n where n.gym_id = ${terminal.gym} and n.id_client = ${owner.id_client} and n.message = ${message}
        and n.created_at > ${now}::timestamptz - interval '1 day')`)
}
