import { formatPaidPeriods } from '@torniquete/contract/members/paid-periods.ts'
import { maxPauseDays, type Pause, type PauseAllowance } from '@torniquete/contract/members/pauses.ts'
import { addDays, formatDate, getLastMembershipDay } from '@torniquete/contract/shared/dates.ts'
import { RejectedFieldsError, throwError, throwIfRefused } from '@torniquete/contract/shared/errors.ts'
import { adminRoles, isRoleAllowed } from '@torniquete/contract/shared/roles.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { insertClientHistoryNote } from '../../reports/history/queries.ts'
import { findBuyer, readBuyerWithExclusiveLock } from '../../till/bills/queries.ts'
import { listPauses, readPause, readPauseAllowance, undoPause } from './queries.ts'

const formatDays = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Days that the client may still pause on `day`; null if no plan of the client allows pauses. */
async function readAllowance(
  tx: Transaction,
  gym: number,
  client: number,
  day: string,
): Promise<PauseAllowance | null> {
  const { days, times, taken_days, taken_times } = await readPauseAllowance(tx, gym, client, day)
  if (days === 0) return null
  return { days: Math.max(0, days - taken_days), times: times && Math.max(0, times - taken_times) }
}

async function readGrantedDays(tx: Transaction, gym: number, client: number, day: string, asked: number | null) {
  const { paid, days, times, taken_days, taken_times } = await readPauseAllowance(tx, gym, client, day)
  if (!paid) throwError('pause.nothing', { day: formatDate(day) })
  if (days === 0) throwError('pause.none-granted')
  if (times !== null && taken_times >= times)
    throwError('pause.too-many', { times: formatDays(times, 'pausa', 'pausas') })
  const left = Math.min(maxPauseDays, days - taken_days)
  if (left <= 0 || (asked ?? 0) > left)
    throwError('pause.too-long', {
      days: formatDays(days, 'día de pausa', 'días de pausa'),
      left: String(Math.max(0, left)),
    })
  return asked ?? left
}

const daysBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 86_400_000

export const pausesHandlers: AreaHandlers<'pauses'> = {
  'pauses.of-client': async ({ tx, gym, params, today }) => {
    const client = (await findBuyer(tx, gym, params.id_client)) ?? throwError('row.missing')
    const [pauses, allowance] = await Promise.all([
      listPauses(tx, gym, client.id),
      readAllowance(tx, gym, client.id, today),
    ])
    return { pauses, allowance }
  },

  'pauses.create': async ({ tx, gym, user, params, body, today, zone, clock }) => {
    const client = (await readBuyerWithExclusiveLock(tx, gym, params.id_client)) ?? throwError('row.missing')
    throwIfRefused(client.is_anonymous ? 'client.anonymous' : null)
    const from = body.start_date ?? today
    const asked = body.end_date == null ? null : addDays(body.end_date, 1)
    if (asked !== null && asked <= from)
      throw new RejectedFieldsError([
        { type: 'too_small', msg: 'Debe ser el primer día o uno posterior', loc: ['body', 'end_date'] },
      ])
    if (from < today && !isRoleAllowed(user.role, adminRoles)) throwError('pause.past')
    const days = await readGrantedDays(tx, gym, client.id, from, asked === null ? null : daysBetween(from, asked))
    const until = addDays(from, days)
    const other = await tx.maybe<Pick<Pause, 'start_date' | 'resume_date'>>(sql`
      select q.starts as start_date, q.ends as resume_date from pauses q
      where q.gym_id = ${gym} and q.id_client = ${client.id} and q.undone_at is null and q.starts < ${until}::date and q.ends > ${from}::date
      order by q.starts limit 1`)
    if (other)
      throwError('pause.overlap', {
        days: formatPaidPeriods([{ start_date: other.start_date, expire_membership: other.resume_date }]),
      })
    const { day: visit } = await tx.one<{ day: string | null }>(sql`
      select (max(a.check_in) at time zone ${zone})::date as day from attendances a
      where a.gym_id = ${gym} and a.id_client = ${client.id} and a.undone_at is null and not a.without_right
        and a.check_in >= ${from}::date::timestamp at time zone ${zone} and a.check_in < ${until}::date::timestamp at time zone ${zone}`)
    if (visit !== null) throwError('pause.attended', { day: formatDate(visit) })
    const { reason } = body
    // A trigger moves the client's paid periods behind the pause.
    const { id } = await tx.one<{ id: number }>(sql`
      insert into pauses (gym_id, id_client, id_user, user_name, created_at, starts, ends, open, reason)
      select ${gym}, ${client.id}, u.id, u.name, ${clock()}, ${from}::date, ${until}::date, ${asked === null}, ${reason} from users u where u.gym_id = ${gym} and u.id = ${user.id}
      returning id`)
    const told = `${asked !== null ? formatPaidPeriods([{ start_date: from, expire_membership: until }]) : `desde el ${formatDate(from)}`}: ${reason}`
    await insertClientHistoryNote(tx, gym, client.id, { paused: told })
    return toPause((await readPause(tx, gym, id)) ?? throwError('row.missing'))
  },

  'pauses.end': async ({ tx, gym, params, today, clock }) => {
    const { id_client } = (await readPause(tx, gym, params.id_pause)) ?? throwError('row.missing')
    await readBuyerWithExclusiveLock(tx, gym, id_client)
    // Reads the pause again under the lock, because a concurrent call may have ended it.
    const pause = (await readPause(tx, gym, params.id_pause)) ?? throwError('row.missing')
    if (pause.resume_date <= today) throwError('pause.over')
    if (pause.start_date >= today) {
      await undoPause(tx, gym, pause.id, clock())
      await insertClientHistoryNote(tx, gym, id_client, { unpaused: countPauseDays(pause) })
      return toPause(pause)
    }
    const ended = { ...pause, resume_date: today }
    await tx.run(
      sql`update pauses set ends = ${today}::date, ended_at = ${clock()} where gym_id = ${gym} and id = ${pause.id}`,
    )
    await insertClientHistoryNote(tx, gym, id_client, { resumed: countPauseDays(ended) })
    return toPause(ended)
  },

  'pauses.undo': async ({ tx, gym, params, clock }) => {
    const { id_client } = (await readPause(tx, gym, params.id_pause)) ?? throwError('row.missing')
    await readBuyerWithExclusiveLock(tx, gym, id_client)
    const pause = (await readPause(tx, gym, params.id_pause)) ?? throwError('row.missing')
    await undoPause(tx, gym, pause.id, clock())
    await insertClientHistoryNote(tx, gym, id_client, { unpaused: countPauseDays(pause) })
    return toPause(pause)
  },
}

const toPause = ({ id_client: _, ...pause }: Pause & { id_client: number }): Pause => pause

const countPauseDays = ({ start_date, resume_date }: { start_date: string; resume_date: string }) =>
  `del ${formatDate(start_date)} al ${formatDate(getLastMembershipDay(resume_date))}`
