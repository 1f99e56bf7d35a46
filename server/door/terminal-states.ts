import { maxUploadLinesPerDay } from '@torniquete/contract/door/device-traffic.ts'
import { formatUploadQuotaMessage, notificationTitles } from '@torniquete/contract/reports/notifications.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { type Statement, sql } from '../platform/db/sql.ts'
import { expiryClockToleranceSeconds } from './desired-state-diff.ts'
import { cancelCommands, type DeviceCommandKind, enqueueCommands } from './device-commands.ts'
import { announceDoorChange, resendBlockedRecords } from './queries.ts'
import { detectReplacedTerminal } from './serial-conflicts.ts'
import { templateTypes } from './templates.ts'
import { beginCensus, endCensusWithoutList } from './terminal-census.ts'
import { invalidateHeldRecords } from './terminal-users.ts'
import { isZemBoardSql, type Terminal } from './terminals.ts'
import { deleteUnknownUsers } from './unknown-users.ts'

/** Reads template type → major version from the options (T6; `MultiBioVersion` lists one per type), null if none. */
function readAlgorithms(options: ReadonlyMap<string, string>): Record<string, number> | null {
  const listed = options.get('MultiBioVersion')?.split(':') ?? []
  const version = (text: string | undefined) => Math.floor(Number(text?.trim() || '0')) || 0
  const isOff = (key: string) => options.get(key)?.trim() === '0'
  const own: [number, string | undefined, string][] = [
    [templateTypes.finger, options.get('~ZKFPVersion') ?? options.get('FPVersion'), 'FingerFunOn'],
    [templateTypes.infraredFace, options.get('FaceVersion'), 'FaceFunOn'],
    [templateTypes.vein, options.get('FvVersion'), 'FvFunOn'],
    [templateTypes.palm, options.get('PvVersion'), 'PvFunOn'],
  ]
  const found: Record<string, number> = {}
  for (const type of Object.values(templateTypes))
    if (type !== templateTypes.photo && version(listed[type]) > 0) found[type] = version(listed[type])
  for (const [type, text, switched] of own)
    if (found[type] === undefined && version(text) > 0 && !isOff(switched)) found[type] = version(text)
  return Object.keys(found).length > 0 ? found : null
}

/** True if the terminal computes a face from a photo; null if the options do not state it. */
function readPhotoSupport(options: ReadonlyMap<string, string>): boolean | null {
  const listed = options.get('MultiBioPhotoSupport')?.split(':')[templateTypes.face]
  const said = listed ?? options.get('BioPhotoFun') ?? options.get('VisilightFun')
  return said === undefined || said.trim() === '' ? null : said.trim() === '1'
}

/** True if the terminal enforces dates; null while that is unknown. */
export const readDateEnforcement = async (tx: Transaction, { gym, id }: Terminal): Promise<boolean | null> =>
  (
    await tx.maybe<{ ends_itself: boolean | null }>(
      sql`select ends_itself from terminal_states where gym_id = ${gym} and id_device = ${id}`,
    )
  )?.ends_itself ?? null

/** Android attendance firmware enforces dates; one family accepts but ignores them. Nothing is known about others. */
const keepsDates = /senseface (?!3a)|speedface|proface|\bG4\b/i
const storesOnly = /aiface|zam180/i

const numberIn = (text: string | undefined): number | null => {
  const number = Number(text?.trim())
  return text !== undefined && Number.isSafeInteger(number) && number > 0 ? number : null
}

/** `~MaxUserCount` counts hundreds, on old and new firmware; a value above 1000 counts single users. */
const capacityOf = (text: string | undefined): number | null => {
  const hundreds = numberIn(text)
  return hundreds === null || hundreds > 1000 ? hundreds : hundreds * 100
}

const textOf = (text: string | undefined): string | null =>
  text
    ?.replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 100) || null

/** Stores a terminal's description. After a firmware update, commands test again whether it enforces dates. */
export async function recordDescription(
  tx: Transaction,
  terminal: Terminal,
  { firmware, options, now }: { firmware?: string; options?: ReadonlyMap<string, string>; now: Date },
): Promise<void> {
  const { gym, id } = terminal
  const version = textOf(firmware ?? options?.get('FWVersion'))
  const found = options ? readAlgorithms(options) : null
  const algorithms = found && JSON.stringify(found)
  const photos = options ? readPhotoSupport(options) : null
  const weighed = sql`row(capacity, algorithms, takes_photos)::text as weighed`
  const known = (await tx.maybe<{ model: string | null; is_old: boolean; weighed: string }>(
    sql`select model, coalesce(${isZemBoardSql(sql`platform`)}, false) as is_old, ${weighed} from terminal_states where gym_id = ${gym} and id_device = ${id}`,
  )) ?? { model: null, is_old: false, weighed: null }
  const stored = await tx.one<{ answered: string | null; is_old: boolean; weighed: string }>(sql`
    insert into terminal_states as t (gym_id, id_device, model, platform, capacity, algorithms, takes_photos)
    values (${gym}, ${id}, ${textOf(options?.get('~DeviceName'))}, ${textOf(options?.get('~Platform'))}, ${capacityOf(options?.get('~MaxUserCount'))},
      coalesce(${algorithms}::jsonb, '{}'), coalesce(${photos}, false))
    on conflict (gym_id, id_device) do update
      set model = coalesce(excluded.model, t.model), platform = coalesce(excluded.platform, t.platform), capacity = coalesce(excluded.capacity, t.capacity),
        algorithms = coalesce(${algorithms}::jsonb, t.algorithms), takes_photos = coalesce(${photos}, t.takes_photos)
    returning ends_answered_by as answered, coalesce(${isZemBoardSql(sql`t.platform`)}, false) as is_old, ${weighed}`)
  if (options) await detectReplacedTerminal(tx, terminal, options, now)
  // Records and templates depend on these values, so other servers must compare again.
  if (stored.weighed !== known.weighed) await announceDoorChange(tx, gym)
  // Terminals of the access dialect enforce dates without an option.
  if (version !== null && version !== stored.answered && !terminal.isAccess) {
    await tx.run(sql`
      update terminal_states set ends_answered_by = ${version}, ends_itself = null where gym_id = ${gym} and id_device = ${id}`)
    await enqueueCommands(tx, terminal, ['keep-logs'])
    await announceDoorChange(tx, gym)
  }
  // The ways of blocking in blockWays exist only in the attendance dialect.
  if (options && known.model === null && !terminal.isAccess)
    await blockAsFamily(tx, terminal, `${options.get('~DeviceName')} ${options.get('~Platform')}`)
  // Until the terminal was known to use `VerifyMode`, blocked people may have entered, so they are sent again.
  if (stored.is_old && !known.is_old) {
    terminal.sendsVerifyMode = true
    await resendBlockedRecords(tx, gym, id)
    await tx.run(sql`select announce(${gym}, 'devices')`)
  }
}

/** Families whose way of blocking is known from field reports. Other families keep the default. */
const blockWays: readonly [RegExp, Statement][] = [
  [storesOnly, sql`block = 'group', block_group = 100`],
  [/\bF22|ZLM60/i, sql`block = 'group', block_group = 2`],
  [/\bMB360/i, sql`block = 'disable'`],
]

async function blockAsFamily(tx: Transaction, { gym, id }: Terminal, family: string): Promise<void> {
  const way = blockWays.find(([pattern]) => pattern.test(family))?.[1]
  if (!way) return
  const chosen = await tx.run(sql`
    update devices set ${way} where gym_id = ${gym} and id = ${id} and block = 'verify'`)
  if (chosen > 0) await resendBlockedRecords(tx, gym, id)
}

/**
 * After a reset the terminal may lack its options. With the option to end rights, but without the option to keep
 * expired users, it would delete them. If it accepted both before, both are sent again in the same order.
 */
export async function resendExpiryOptions(tx: Transaction, terminal: Terminal): Promise<void> {
  const { gym, id } = terminal
  const took = await tx.maybe(sql`
    select from terminal_states where gym_id = ${gym} and id_device = ${id} and ends_answered_by is not null and ends_itself is not false`)
  if (!took || terminal.isAccess) return
  await cancelCommands(tx, terminal, ['end-rights'])
  await enqueueCommands(tx, terminal, ['keep-logs'])
}

/** After an earlier success a refusal is doubted, so the command is repeated once. */
async function noteEnds(tx: Transaction, terminal: Terminal, ends: boolean | null): Promise<void> {
  const { gym, id } = terminal
  const isRepeated = ends === false && (await readDateEnforcement(tx, terminal)) === true
  const noted = await tx.run(sql`
    update terminal_states set ends_itself = ${isRepeated ? null : ends}
    where gym_id = ${gym} and id_device = ${id} and ends_itself is distinct from ${isRepeated ? null : ends}::boolean`)
  if (isRepeated) await enqueueCommands(tx, terminal, ['keep-logs'])
  if (noted > 0) await announceDoorChange(tx, gym)
}

export async function recordCommandResult(
  tx: Transaction,
  terminal: Terminal,
  { kind, code }: { kind: DeviceCommandKind; code: number },
  now: Date,
): Promise<void> {
  const { gym, id } = terminal
  const ours = sql`gym_id = ${gym} and id_device = ${id}`
  // A terminal that refused 'keep-logs' must not get 'end-rights', since it might delete expired users.
  if (kind === 'keep-logs' && code >= 0) await enqueueCommands(tx, terminal, ['end-rights'])
  // A terminal without a stored description sends it with the result of 'count'.
  if (kind === 'keep-logs')
    await tx.run(sql`
      insert into terminal_orders (gym_id, id_device, kind) select gym_id, id_device, 'count' from terminal_states where ${ours} and model is null
      on conflict (gym_id, id_device, kind) do nothing`)
  if (kind === 'keep-logs' && code < 0) await noteEnds(tx, terminal, false)
  if (kind === 'end-rights') {
    const described = await tx.maybe<{ model: string | null; platform: string | null }>(
      sql`select model, platform from terminal_states where ${ours}`,
    )
    const family = `${described?.model} ${described?.platform}`
    const ends = code < 0 || storesOnly.test(family) ? false : keepsDates.test(family) ? true : null
    await noteEnds(tx, terminal, ends)
  }
  if (kind === 'clock' && code >= 0) {
    await tx.run(sql`update terminal_states set clock_set_at = ${now} where ${ours}`)
    // Some terminals acknowledge the time but do not set it, so a wrong clock stays wrong until a pass shows otherwise.
    const set = await tx.run(sql`
      update devices set clock_offset = 0
      where gym_id = ${gym} and id = ${id} and coalesce(abs(clock_offset), 0) <= ${expiryClockToleranceSeconds} and clock_offset is distinct from 0`)
    if (set > 0) await announceDoorChange(tx, gym)
  }
  if (kind === 'empty' && code >= 0) {
    await invalidateHeldRecords(tx, terminal, null)
    await deleteUnknownUsers(tx, terminal, null)
    await endCensusWithoutList(tx, terminal, now)
    // A terminal that had to be emptied before its removal is removed now.
    await tx.run(sql`delete from devices where gym_id = ${gym} and id = ${id} and leaving`)
  }
}

/** Records that a terminal exceeded its daily quota of lines on `day` (`YYYY-MM-DD`). Returns false if recorded before. */
export async function recordUploadQuotaExceeded(
  tx: Transaction,
  { gym, id, name }: Terminal,
  day: string,
  now: Date,
): Promise<boolean> {
  await tx.run(sql`insert into terminal_states (gym_id, id_device) values (${gym}, ${id}) on conflict do nothing`)
  const noted = await tx.run(sql`
    update terminal_states set quota_exceeded_on = ${day}::date
    where gym_id = ${gym} and id_device = ${id} and quota_exceeded_on is distinct from ${day}::date`)
  if (noted === 0) return false
  await tx.run(sql`
    insert into notifications (gym_id, title, message, created_at)
    values (${gym}, ${notificationTitles.access}, ${formatUploadQuotaMessage(name, formatNumber(maxUploadLinesPerDay))}, ${now})`)
  await announceDoorChange(tx, gym)
  return true
}

/**
 * Stores that the terminal changed its dialect. Its users may be erased by that, so a census begins. The access
 * dialect enforces the dates of a record; the attendance dialect needs an option, which is sent again.
 */
export async function recordDialectChange(
  tx: Transaction,
  { gym, id }: Terminal,
  isAccess: boolean,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into terminal_states (gym_id, id_device, other_dialect, ends_itself) values (${gym}, ${id}, ${isAccess}, ${isAccess ? true : null})
    on conflict (gym_id, id_device) do update
      set other_dialect = excluded.other_dialect, ends_itself = excluded.ends_itself, ends_answered_by = null`)
  await tx.run(sql`delete from terminal_zones where gym_id = ${gym} and id_device = ${id}`)
  await cancelCommands(tx, { gym, id }, ['keep-logs', 'end-rights'])
  await beginCensus(tx, { gym, id }, now, true)
  await tx.run(sql`select announce(${gym}, 'devices')`)
}
