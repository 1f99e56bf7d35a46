// Sends templates to every terminal with the same algorithm, until the terminal acknowledges them.

import { parseTerminalPin } from '@torniquete/contract/door/terminal-people.ts'
import { enrolledByUserInfix, notificationTitles } from '@torniquete/contract/reports/notifications.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import { uncertainVerifyMode } from './desired-state.ts'
import { isAllowedRecordSql } from './desired-state-diff.ts'
import {
  busyResultCodes,
  type CommandResult,
  invalidateHeldRecords,
  selectRetryInterval,
  unknownPinCodes,
} from './terminal-users.ts'
import type { Terminal } from './terminals.ts'

/** Template types (protocol §5.2); 0 is a photo of a face. */
export const templateTypes = { photo: 0, finger: 1, infraredFace: 2, vein: 7, palm: 8, face: 9 } as const

/** A finger or face template. `type`, `number`, `part`, `minor` and `format` have the values of the protocol. */
export interface Template {
  type: number
  number: number
  part: number
  /** Major version of the algorithm; 0 for a photo. */
  major: number
  minor: number
  format: number
  /** True for a duress finger, which opens the door and raises an alarm. */
  duress: boolean
  content: Buffer
}

/** A template as uploaded. `major` is null if the template has the terminal's own algorithm. */
export interface UploadedTemplate extends Omit<Template, 'major'> {
  pin: string
  major: number | null
}

/** Sealed bytes per answer, so that their base64 fits (command-lines.ts). A larger template is sent alone. */
const answerBytes = 6_000
const templatesAtOnce = 100
const readingsAtOnce = 10
const readingTries = 5

/** Associated data of the seal: a template can be unsealed only for this client, type, number and part. */
export const formatTemplateSealContext = (
  gym: number,
  client: number,
  { type, number, part, major }: Omit<Template, 'content'>,
): string => [gym, client, type, number, part, major].join(' ')

/** SQL number: the major version of the algorithm of terminal state `s`; null if unknown. */
const selectAlgorithmVersion = (state: Statement, type: Statement): Statement =>
  sql`(${state}.algorithms ->> ${type}::text)::integer`

/**
 * SQL condition: the terminal has the algorithm of template `b`; or `b` is a photo, from which the terminal can
 * compute a face, and no newer face is stored.
 */
export const isUsableTemplateSql = (keyName: string): Statement => sql`
  b.key_name = ${keyName} and case when b.type = ${templateTypes.photo} then s.takes_photos and not exists (
      select from biometrics f where f.gym_id = b.gym_id and f.id_client = b.id_client and f.type = ${templateTypes.face}
        and f.major = ${selectAlgorithmVersion(sql`s`, sql`${templateTypes.face}`)} and f.key_name = b.key_name and f.taken_at >= b.taken_at)
    else b.major > 0 and b.major = ${selectAlgorithmVersion(sql`s`, sql`b.type`)} end`

/** SQL condition: record `u` of the terminal is certainly that of client `c`. */
export const isOwnerAcknowledgedSql = sql`not u.leaving and u.sent is null and (u.held).holder = 'c' || c.id and (u.held).verify <> ${uncertainVerifyMode}`

/** SQL condition: the PIN was freed within an hour, so late uploads may be templates of its former holder. */
export const wasPinFreedRecentlySql = (pin: Statement, gym: number): Statement => sql`exists (
  select from freed_pins f where f.gym_id = ${gym} and f.pin = ${pin} and f.freed_at > now() - interval '1 hour')`

interface Claimed extends Template {
  id_client: number
  pin: number
  command: number
}

export interface SentTemplate {
  pin: number
  command: number
  template: Template
}

/** Claims templates to send with the next answer, those of members who may enter first. */
export async function claimTemplates(
  tx: Transaction,
  terminal: Terminal,
  seal: Sealer,
  now: Date,
): Promise<SentTemplate[]> {
  const { gym, id } = terminal
  if (!terminal.keepsBiometrics) return []
  const claimed = await tx.many<Claimed>(sql`
    with lacking as (
      select b.id_client, b.type, b.number, b.part, b.major, b.digest, octet_length(b.data) as size, c.id_zkteco as pin, coalesce(t.tries, 0) as tries,
        ${isAllowedRecordSql(sql`u.held`)} as enters
      from biometrics b
        join clients c on c.gym_id = b.gym_id and c.id = b.id_client and c.biometrics_agreed_at is not null and c.deleted_at is null
        join gym_info i on i.gym_id = b.gym_id and i.keeps_biometrics
        join terminal_users u on u.gym_id = b.gym_id and u.id_device = ${id} and u.pin = c.id_zkteco and ${isOwnerAcknowledgedSql}
        join terminal_states s on s.gym_id = b.gym_id and s.id_device = ${id}
        left join (select *, sent_at + ${selectRetryInterval(terminal)} as due from terminal_templates where gym_id = ${gym} and id_device = ${id}) t
          on t.pin = u.pin and t.type = b.type and t.number = b.number and t.part = b.part and t.major = b.major
      where b.gym_id = ${gym} and ${isUsableTemplateSql(seal.keyName)} and t.held is distinct from b.digest
        and (t.sent is distinct from b.digest or t.error is null and t.due <= ${now})
    ), chosen as (
      select *, sum(size) over (order by enters desc, tries > 3, pin, type, number, part) - size as before
      from lacking order by enters desc, tries > 3, pin, type, number, part limit ${templatesAtOnce}
    ), marked as (
      insert into terminal_templates as t (gym_id, id_device, pin, type, number, part, major, sent, command, sent_at, tries)
      select ${gym}, ${id}, pin, type, number, part, major, digest, nextval('terminal_commands'), ${now}, 1 from chosen
      where before + size <= ${answerBytes} or before = 0
      on conflict (gym_id, id_device, pin, type, number, part, major) do update
        set sent = excluded.sent, command = excluded.command, sent_at = excluded.sent_at, error = null,
          tries = case when t.sent = excluded.sent then t.tries + 1 else 1 end
      returning pin, type, number, part, major, command
    )
    select c.id_client, c.pin, c.type, c.number, c.part, c.major, b.minor, b.format, b.duress, b.data as content, m.command
    from chosen c join marked m using (pin, type, number, part, major)
      join biometrics b on b.gym_id = ${gym} and b.id_client = c.id_client and b.type = c.type and b.number = c.number and b.part = c.part and b.major = c.major
    order by c.before`)
  return claimed.flatMap(({ id_client, pin, command, content, ...template }) => {
    const opened = seal.open(content, formatTemplateSealContext(gym, id_client, template))
    return opened ? { pin, command, template: { ...template, content: opened } } : []
  })
}

export interface TemplateRequest {
  pin: number
  type: number
  command: number
}

/** Claims requests for templates made at the terminal, one for each, once nothing else must be sent. */
export async function claimTemplateRequests(
  tx: Transaction,
  { gym, id, keepsBiometrics }: Terminal,
  now: Date,
): Promise<TemplateRequest[]> {
  if (!keepsBiometrics) return []
  return tx.many(sql`
    with unread as (
      select u.pin, a.key::smallint as type
      from clients c
        join terminal_users u on u.gym_id = c.gym_id and u.id_device = ${id} and u.pin = c.id_zkteco and ${isOwnerAcknowledgedSql}
        join terminal_states s on s.gym_id = c.gym_id and s.id_device = ${id} and not s.census_skipped
        cross join jsonb_each(s.algorithms) a
        left join template_readings t on t.gym_id = c.gym_id and t.id_device = ${id} and t.pin = u.pin and t.type = a.key::smallint
      where c.gym_id = ${gym} and c.biometrics_agreed_at is not null and c.deleted_at is null
        and not ${wasPinFreedRecentlySql(sql`u.pin`, gym)}
        and (t.pin is null or t.result is null and t.tries < ${readingTries} and t.sent_at <= ${now}::timestamptz - make_interval(secs => 60))
      order by 1, 2 limit ${readingsAtOnce}
    ), asked as (
      insert into template_readings as r (gym_id, id_device, pin, type, command, sent_at)
      select ${gym}, ${id}, pin, type, nextval('terminal_commands'), ${now}
      from unread
      on conflict (gym_id, id_device, pin, type) do update
        set command = excluded.command, sent_at = excluded.sent_at, tries = r.tries + 1
      returning pin, type, command
    )
    select * from asked order by pin, type`)
}

export interface EnrolmentRequest {
  pin: number
  type: number
  number: number
  command: number
}

/** Claims pending enrolments that have not timed out and whose PIN still belongs to the client. */
export const claimEnrolments = (tx: Transaction, { gym, id }: Terminal, now: Date): Promise<EnrolmentRequest[]> =>
  tx.many(sql`
    update enrolments e set command = nextval('terminal_commands')
    from clients c, terminal_users u, gym_info i
    where e.gym_id = ${gym} and e.id_device = ${id} and e.command is null and e.result is null and e.deadline > ${now}
      and c.gym_id = e.gym_id and c.id = e.id_client and c.deleted_at is null and c.id_zkteco = e.pin
      and i.gym_id = e.gym_id and (not i.keeps_biometrics or c.biometrics_agreed_at is not null)
      and u.gym_id = e.gym_id and u.id_device = e.id_device and u.pin = e.pin and ${isOwnerAcknowledgedSql}
    returning e.pin, e.type, e.number, e.command`)

const lookedFor = sql`interval '10 minutes'`

export const nextTemplateRetryTimeSql = (terminal: Terminal, now: Date): Statement => sql`
  least(
    (select min(t.sent_at + ${selectRetryInterval(terminal)}) from terminal_templates t
     where t.gym_id = ${terminal.gym} and t.id_device = ${terminal.id} and t.command is not null and t.error is null and t.sent_at > ${now}::timestamptz - ${lookedFor}),
    (select min(t.sent_at + make_interval(secs => 60)) from template_readings t
     where t.gym_id = ${terminal.gym} and t.id_device = ${terminal.id} and t.result is null and t.tries < ${readingTries} and t.sent_at > ${now}::timestamptz - ${lookedFor}))`

/** Stores results; repeats and unknown commands change nothing. */
export async function acknowledgeTemplates(
  tx: Transaction,
  terminal: Terminal,
  results: readonly CommandResult[],
  now: Date,
): Promise<void> {
  const { gym, id } = terminal
  const commands = results.map(({ command }) => command)
  const answers = sql`unnest(${commands}::bigint[], ${results.map(({ code }) => code)}::integer[]) as r (command, code)`
  const ours = sql`t.gym_id = ${gym} and t.id_device = ${id} and t.command = r.command`
  const isBusy = sql`r.code = any(${busyResultCodes}::integer[])`
  const answered = await tx.many<{ pin: number; code: number; is_old: boolean }>(sql`
    update terminal_templates t
    set held = case when r.code >= 0 then t.sent else t.held end, sent = case when r.code >= 0 then null else t.sent end,
      error = case when r.code >= 0 or ${isBusy} then null else r.code end,
      tries = case when r.code >= 0 then 0 else t.tries end, command = case when ${isBusy} then t.command end
    from ${answers} where ${ours} returning t.pin, r.code,
      exists (select from terminal_users u where u.gym_id = t.gym_id and u.id_device = t.id_device and u.pin = t.pin and u.sent_at < ${now}::timestamptz - interval '1 hour') as is_old`)
  await tx.run(
    sql`update template_readings t set result = r.code, command = null from ${answers} where ${ours} and not ${isBusy}`,
  )
  const enrolled = await tx.run(sql`
    update enrolments t set result = r.code from ${answers} where ${ours} and t.result is null`)
  // The terminal lacks these users, so their records are sent again, but only if they are over an hour old.
  const gone = answered.filter(({ code, is_old }) => is_old && unknownPinCodes.includes(code)).map(({ pin }) => pin)
  if (gone.length > 0) await invalidateHeldRecords(tx, terminal, gone)
  if (enrolled > 0) await notifyEnrolled(tx, terminal, commands, now)
  // Accepted templates are not announced, since there are thousands while a terminal is filled.
  if (enrolled > 0 || answered.some(({ code }) => code < 0)) await tx.run(sql`select announce(${gym}, 'biometrics')`)
}

/** Notifies that a user had a client enrolled, since the template opens a door. */
const notifyEnrolled = (
  tx: Transaction,
  { gym, id }: Terminal,
  commands: readonly number[],
  now: Date,
): Promise<number> =>
  tx.run(sql`
    insert into notifications (gym_id, title, message, id_client, created_at)
    select ${gym}, ${notificationTitles.access},
      coalesce(u.name, 'Alguien') || ${enrolledByUserInfix} || c.name || ' en ' || e.device_name || '.', c.id, ${now}
    from enrolments e join clients c on c.gym_id = e.gym_id and c.id = e.id_client left join users u on u.gym_id = e.gym_id and u.id = e.id_user
    where e.gym_id = ${gym} and e.id_device = ${id} and e.command = any(${commands}::bigint[]) and e.result = 0`)

/** Handles templates that changed at the terminal: requests its templates again, and sends the stored ones again. */
export async function requestAndResendTemplates(
  tx: Transaction,
  { gym, id }: Terminal,
  pins: readonly string[],
): Promise<void> {
  const numbers = pins.flatMap((pin) => parseTerminalPin(pin) ?? [])
  const theirs = sql`gym_id = ${gym} and id_device = ${id} and pin = any(${numbers}::integer[])`
  await tx.run(sql`delete from terminal_templates where ${theirs}`)
  await tx.run(sql`delete from template_readings where ${theirs}`)
}
