import type {
  BiometricKind,
  BiometricsSettings,
  ClientBiometrics,
  DeviceBiometrics,
  Enrolment,
  EnrolmentOutcome,
} from '@torniquete/contract/members/biometrics.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import { isUsableTemplateSql, selectTerminalRecordDiff, type Template, templateTypes } from '../../door/queries.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { type Statement, sql } from '../../platform/db/sql.ts'

export async function readBiometricsSettings(
  tx: Transaction,
  gym: number,
  keyName: string,
): Promise<BiometricsSettings> {
  return tx.one(sql`
    select coalesce((select keeps_biometrics from gym_info where gym_id = ${gym}), false) as keeps,
      (select count(*) from clients where gym_id = ${gym} and biometrics_agreed_at is not null and deleted_at is null) as agreed,
      (select count(distinct id_client) from biometrics where gym_id = ${gym}) as kept,
      (select count(distinct id_client) from biometrics where gym_id = ${gym} and key_name <> ${keyName}) as unreadable`)
}

/** Sets whether the gym stores templates. Turning it off deletes templates and consents here, but not on terminals. */
export async function setTemplateStorage(tx: Transaction, gym: number, keeps: boolean): Promise<void> {
  await tx.run(
    sql`update gym_info set keeps_biometrics = ${keeps} where gym_id = ${gym} and keeps_biometrics <> ${keeps}`,
  )
  if (keeps) return
  await tx.run(
    sql`update clients set biometrics_agreed_at = null where gym_id = ${gym} and biometrics_agreed_at is not null`,
  )
  for (const table of [sql`biometrics`, sql`terminal_templates`, sql`template_readings`])
    await tx.run(sql`delete from ${table} where gym_id = ${gym}`)
}

export interface BiometricsClient {
  id: number
  name: string
  id_zkteco: number | null
  keeps: boolean
  agreed_at: string | null
}

/** Locks and reads the client. Fails with row.missing or client.anonymous. */
export async function lockBiometricsClient(tx: Transaction, gym: number, id: number): Promise<BiometricsClient> {
  const found = await tx.maybe<BiometricsClient & { is_anonymous: boolean }>(sql`
    select c.id, c.name, c.id_zkteco, c.is_anonymous, c.biometrics_agreed_at as agreed_at,
      coalesce((select keeps_biometrics from gym_info i where i.gym_id = c.gym_id), false) as keeps
    from clients c where c.gym_id = ${gym} and c.id = ${id} and c.deleted_at is null for update of c`)
  // Locks the setting too, so that it cannot be turned off while a template is being stored.
  await tx.run(sql`select from gym_info where gym_id = ${gym} for share`)
  if (!found) throwError('row.missing')
  if (found.is_anonymous) throwError('client.anonymous')
  return found
}

export const recordConsent = (tx: Transaction, gym: number, id: number, at: Date | null): Promise<number> =>
  tx.run(sql`
    update clients set biometrics_agreed_at = ${at}
    where gym_id = ${gym} and id = ${id} and (biometrics_agreed_at is null) <> ${at === null}`)

/** Turns storing off after a restore, until an admin confirms: consents in the backup may have been withdrawn. */
export async function stopStoringTemplates(tx: Transaction, gym: number): Promise<boolean> {
  await tx.run(sql`update gym_info set keeps_biometrics = false where gym_id = ${gym} and keeps_biometrics`)
  return (await tx.maybe(sql`select from biometrics where gym_id = ${gym} limit 1`)) !== null
}

export const hasTemplates = async (tx: Transaction, gym: number, client: number): Promise<boolean> =>
  (await tx.maybe(sql`select from biometrics where gym_id = ${gym} and id_client = ${client} limit 1`)) !== null

/** Deletes templates stored since `since`, when the PIN may have belonged to another person. */
export const deleteTemplatesSince = (tx: Transaction, gym: number, client: number, since: Date): Promise<number> =>
  tx.run(sql`delete from biometrics where gym_id = ${gym} and id_client = ${client} and taken_at >= ${since}`)

const kinds: ReadonlyMap<number, BiometricKind> = new Map([
  [templateTypes.photo, 'photo'],
  [templateTypes.finger, 'finger'],
  [templateTypes.infraredFace, 'face'],
  [templateTypes.face, 'face'],
  [templateTypes.vein, 'vein'],
  [templateTypes.palm, 'palm'],
])

/** Deletes one finger or palm vein by its number, or all templates of another kind. Returns the row count. */
export const deleteTemplates = (
  tx: Transaction,
  gym: number,
  client: number,
  kind: BiometricKind,
  finger: number | null,
): Promise<number> =>
  tx.run(sql`
    delete from biometrics where gym_id = ${gym} and id_client = ${client} and (${finger}::integer is null or number = ${finger}::integer)
      and type = any(${[...kinds].flatMap(([type, of]) => (of === kind ? [type] : []))}::integer[])`)

export async function readClientBiometrics(
  tx: Transaction,
  gym: number,
  id: number,
  keyName: string,
  now: Date,
): Promise<ClientBiometrics> {
  const person = await tx.maybe<Pick<BiometricsClient, 'keeps' | 'agreed_at'>>(sql`
    select c.biometrics_agreed_at as agreed_at, coalesce((select keeps_biometrics from gym_info i where i.gym_id = c.gym_id), false) as keeps
    from clients c where c.gym_id = ${gym} and c.id = ${id} and c.deleted_at is null`)
  if (!person) throwError('row.missing')
  const kept = await tx.many<{ type: number; number: number; device: string | null; taken_at: string }>(sql`
    select distinct on (type, number) type, number, device_name as device, taken_at from biometrics
    where gym_id = ${gym} and id_client = ${id} order by type, number, taken_at desc`)
  const devices = await tx.many<Omit<ClientBiometrics['devices'][number], 'enrols'> & { algorithms: object }>(sql`
    select d.id, d.name, coalesce(s.algorithms, '{}') as algorithms,
      coalesce((u.held).holder = 'c' || c.id, false) as knows, coalesce(u.leaving, false) as leaving,
      count(b.*) filter (where t.held = b.digest) as held,
      count(b.*) filter (where t.held is distinct from b.digest and t.error is null) as waiting,
      count(b.*) filter (where t.held is distinct from b.digest and t.error is not null) as refused
    from clients c join devices d on d.gym_id = c.gym_id and not d.leaving
      left join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id
      left join terminal_users u on u.gym_id = d.gym_id and u.id_device = d.id and u.pin = c.id_zkteco
      left join biometrics b on b.gym_id = c.gym_id and b.id_client = c.id and ${isUsableTemplateSql(keyName)}
      left join terminal_templates t on t.gym_id = d.gym_id and t.id_device = d.id and t.pin = c.id_zkteco
        and t.type = b.type and t.number = b.number and t.part = b.part and t.major = b.major
    where c.gym_id = ${gym} and c.id = ${id}
    group by d.gym_id, d.id, s.gym_id, s.id_device, u.gym_id, u.id_device, u.pin, c.gym_id, c.id order by fold(d.name), d.id`)
  return {
    ...person,
    kept: kept.map(({ type, number, ...row }) => {
      const kind = kinds.get(type) ?? 'face'
      return { kind, finger: kind === 'finger' || kind === 'vein' ? number : null, ...row }
    }),
    devices: devices.map(({ algorithms, ...row }) => ({ ...row, enrols: listEnrolmentKinds(algorithms) })),
    enrolment: await lastEnrolment(tx, gym, id, now),
  }
}

/** Kinds that a terminal can enrol. If it reports no algorithms, it is sent the request anyway and may refuse it. */
function listEnrolmentKinds(algorithms: object): ('finger' | 'face')[] {
  const has = (type: number) => String(type) in algorithms
  if (Object.keys(algorithms).length === 0) return ['finger', 'face']
  return [
    ...(has(templateTypes.finger) ? (['finger'] as const) : []),
    ...(has(templateTypes.face) || has(templateTypes.infraredFace) ? (['face'] as const) : []),
  ]
}

export interface NewEnrolment {
  device: { id: number; name: string }
  person: BiometricsClient
  kind: 'finger' | 'face'
  finger: number
  user: number
  now: Date
}

/** Time in which a terminal must fetch the request (some poll twice a minute); then time for the person to finish. */
const fetchTimeoutMs = 75_000
const enrolTimeoutMs = 180_000

export async function insertEnrolment(
  tx: Transaction,
  gym: number,
  { device, person, kind, finger, user, now }: NewEnrolment,
): Promise<Enrolment> {
  const { id, name, id_zkteco } = person
  const there = await tx.maybe<{ type: number }>(sql`
    select case when ${kind} = 'finger' then ${templateTypes.finger}::integer when s.algorithms ? '2' and not s.algorithms ? '9' then 2 else ${templateTypes.face}::integer end as type
    from terminal_users u left join terminal_states s on s.gym_id = u.gym_id and s.id_device = u.id_device
    where u.gym_id = ${gym} and u.id_device = ${device.id} and u.pin = ${id_zkteco} and (u.held).holder = ${`c${id}`}`)
  if (!there) throwError('biometrics.not-there', { name })
  // Locks the terminal, because it can have only one enrolment at a time.
  await tx.run(sql`select from devices where gym_id = ${gym} and id = ${device.id} for no key update`)
  // The new request replaces an earlier one for the client that no terminal has fetched.
  await cancelEnrolments(tx, gym, id)
  const busy = await tx.maybe(sql`
    select from enrolments e where e.gym_id = ${gym} and e.id_device = ${device.id} and e.result is null and ${isStillOpen(now)}`)
  if (busy) throwError('biometrics.enrolling')
  await tx.run(sql`
    insert into enrolments (gym_id, id_client, id_device, device_name, pin, type, number, id_user, asked_at, deadline)
    values (${gym}, ${id}, ${device.id}, ${device.name}, ${id_zkteco}, ${there.type}, ${kind === 'finger' ? finger : 0}, ${user}, ${now}, ${new Date(now.getTime() + fetchTimeoutMs)})`)
  return (await lastEnrolment(tx, gym, id, now)) ?? throwError('row.missing')
}

/** Cancels the client's enrolments that no terminal has fetched. */
export const cancelEnrolments = (tx: Transaction, gym: number, client: number): Promise<number> =>
  tx.run(sql`
    update enrolments set result = ${cancelled} where gym_id = ${gym} and id_client = ${client} and result is null and command is null`)

/** True while the terminal may still fetch enrolment `e` or report its result. */
const isStillOpen = (now: Date): Statement => sql`
  case when e.command is null then e.deadline > ${now} else e.asked_at > ${now}::timestamptz - make_interval(secs => ${enrolTimeoutMs / 1000}) end`

/** Result code that terminals report for a cancelled enrolment. */
const cancelled = 6

const outcomes: ReadonlyMap<number, EnrolmentOutcome> = new Map([
  [0, 'done'],
  [2, 'exists'],
  [4, 'failed'],
  [5, 'somebody-else'],
  [cancelled, 'cancelled'],
  [7, 'busy'],
  [-1003, 'failed'],
  [-1005, 'busy'],
  [-1002, 'unsupported'],
  [-1004, 'unsupported'],
  [-22, 'unsupported'],
])

interface EnrolmentRow {
  id: number
  id_device: number
  device_name: string
  type: number
  number: number
  asked_at: string
  claimed: boolean
  open: boolean
  result: number | null
}

async function lastEnrolment(tx: Transaction, gym: number, client: number, now: Date): Promise<Enrolment | null> {
  const row = await tx.maybe<EnrolmentRow>(sql`
    select e.id, e.id_device, e.device_name, e.type, e.number, e.asked_at, e.command is not null as claimed, ${isStillOpen(now)} as open, e.result
    from enrolments e where e.gym_id = ${gym} and e.id_client = ${client} and e.asked_at > ${now}::timestamptz - interval '10 minutes'
    order by e.id desc limit 1`)
  if (!row) return null
  const kind = row.type === templateTypes.finger ? 'finger' : 'face'
  const underWay = row.claimed ? 'waiting' : 'asked'
  return {
    id: row.id,
    device: { id: row.id_device, name: row.device_name },
    kind,
    finger: kind === 'finger' ? row.number : null,
    asked_at: row.asked_at,
    state: row.result === null ? (row.open ? underWay : 'silent') : (outcomes.get(row.result) ?? 'refused'),
  }
}

export const facePhotoTemplateFields: Omit<Template, 'content'> = {
  type: templateTypes.photo,
  number: 0,
  part: 0,
  major: 0,
  minor: 0,
  format: 0,
  duress: false,
}

const missingShown = 500

export async function readDeviceBiometrics(
  tx: Transaction,
  { gym, id, today }: { gym: number; id: number; today: string },
  keyName: string,
): Promise<DeviceBiometrics> {
  const people = sql`
    people as materialized (select c.pin, c.held, c.next, p.id_client from (${selectTerminalRecordDiff(gym, today, id)}) c join pins p on p.gym_id = ${gym} and p.id = c.pin)`
  const found = await tx.maybe<Omit<DeviceBiometrics, 'missing' | 'missing_count'>>(sql`
    with ${people}, usable as (
      select b.digest, t.held, t.error from people n join biometrics b on b.gym_id = ${gym} and b.id_client = n.id_client
        join terminal_states s on s.gym_id = b.gym_id and s.id_device = ${id}
        left join terminal_templates t on t.gym_id = b.gym_id and t.id_device = ${id} and t.pin = n.pin
          and t.type = b.type and t.number = b.number and t.part = b.part and t.major = b.major
      where (n.next).holder <> '' and ${isUsableTemplateSql(keyName)})
    select coalesce((select keeps_biometrics from gym_info where gym_id = ${gym}), false) as keeps,
      coalesce((select algorithms <> '{}' or takes_photos from terminal_states where gym_id = ${gym} and id_device = ${id}), false) as known,
      (select json_build_object('held', count(*) filter (where held = next), 'wanted', count(*)) from people where (next).holder <> '') as people,
      (select json_build_object('held', count(*) filter (where held = digest), 'wanted', count(*), 'refused', count(*) filter (where held is distinct from digest and error is not null)) from usable) as templates
    from devices where gym_id = ${gym} and id = ${id}`)
  if (!found) throwError('row.missing')
  const missing = await tx.many<{ id_client: number; name: string; reason: string; total: number }>(sql`
    with ${people}
    select c.id as id_client, c.name, count(*) over () as total,
      case when c.biometrics_agreed_at is null then 'No ha dado su consentimiento'
           when exists (select from terminal_templates t where t.gym_id = ${gym} and t.id_device = ${id} and t.pin = n.pin and t.error is not null) then 'El dispositivo no aceptó lo que se guarda'
           when exists (select from biometrics b where b.gym_id = ${gym} and b.id_client = c.id) then 'Lo que se guarda no sirve en este dispositivo'
           else 'No se guarda ninguna huella ni rostro' end as reason
    from people n join clients c on c.gym_id = ${gym} and c.id = n.id_client
    where (n.next).verify = 0
      -- a person with a card counts only if a finger or face is stored, since that person will not use the card
      and (coalesce(c.card_number, '') = '' or exists (select from biometrics b where b.gym_id = ${gym} and b.id_client = c.id and b.type <> ${templateTypes.photo}))
      and not exists (select from terminal_templates t where t.gym_id = ${gym} and t.id_device = ${id} and t.pin = n.pin and t.held is not null)
      and not exists (
        select from biometrics b join terminal_states s on s.gym_id = b.gym_id and s.id_device = ${id}
        where b.gym_id = ${gym} and b.id_client = c.id and ${isUsableTemplateSql(keyName)}
          and not exists (select from terminal_templates t where t.gym_id = ${gym} and t.id_device = ${id} and t.pin = n.pin
            and t.type = b.type and t.number = b.number and t.part = b.part and t.major = b.major and t.error is not null))
    order by c.search, c.id limit ${missingShown}`)
  return {
    ...found,
    missing_count: missing[0]?.total ?? 0,
    missing: missing.map(({ total: _, ...row }) => row),
  }
}
