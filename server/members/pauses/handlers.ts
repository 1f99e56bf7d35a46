import { showPeriods } from '@torniquete/contract/members/paid-time.ts'
import { type Pause, type PauseAllowance, pauseDaysAtMost } from '@torniquete/contract/members/pauses.ts'
import { addDays, lastValidDay, showDay } from '@torniquete/contract/shared/dates.ts'
import { fail, Rejected, refuse } from '@torniquete/contract/shared/errors.ts'
import { admins, isAllowed } from '@torniquete/contract/shared/roles.ts'
import type { Transaction } from '../../platform/db/gym-statements.ts'
import type { AreaHandlers } from '../../platform/http/context.ts'
import { findBuyer, lockBuyer } from '../../till/bills/queries.ts'
import {
  endPause,
  findOverlap,
  insertPause,
  lastVisitWithin,
  listPauses,
  notePauseInHistory,
  readGranted,
  readPause,
  undoPause,
} from './queries.ts'

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Days that the client may still pause on that day; null if their plans grant no pause. */
async function allowanceOn(tx: Transaction, gym: number, client: number, day: string): Promise<PauseAllowance | null> {
  const { days, times, taken_days, taken_times } = await readGranted(tx, gym, client, day)
  if (days === 0) return null
  return { days: Math.max(0, days - taken_days), times: times && Math.max(0, times - taken_times) }
}

/** Days that a pause may have from then on; refuses if none. */
async function daysGranted(tx: Transaction, gym: number, client: number, day: string, asked: number | null) {
  const { paid, days, times, taken_days, taken_times } = await readGranted(tx, gym, client, day)
  if (!paid) fail('pause.nothing', { day: showDay(day) })
  if (days === 0) fail('pause.none-granted')
  if (times !== null && taken_times >= times) fail('pause.too-many', { times: counted(times, 'pausa', 'pausas') })
  const left = Math.min(pauseDaysAtMost, days - taken_days)
  if (left <= 0 || (asked ?? 0) > left)
    fail('pause.too-long', { days: counted(days, 'día de pausa', 'días de pausa'), left: String(Math.max(0, left)) })
  return asked ?? left
}

const daysBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 86_400_000

function refuseBackwards(from: string, until: string | null): void {
  if (until !== null && until <= from)
    throw new Rejected([
      { type: 'too_small', msg: 'Debe ser el primer día o uno posterior', loc: ['body', 'end_date'] },
    ])
}

export const pausesHandlers: AreaHandlers<'pauses'> = {
  'pauses.of-client': async ({ tx, gym, params, today }) => {
    const client = (await findBuyer(tx, gym, params.id_client)) ?? fail('row.missing')
    const [pauses, allowance] = await Promise.all([
      listPauses(tx, gym, client.id),
      allowanceOn(tx, gym, client.id, today),
    ])
    return { pauses, allowance }
  },

  'pauses.create': async ({ tx, gym, user, params, body, today, zone, clock }) => {
    const client = (await lockBuyer(tx, gym, params.id_client)) ?? fail('row.missing')
    refuse(client.is_anonymous ? 'client.anonymous' : null)
    const from = body.start_date ?? today
    const asked = body.end_date == null ? null : addDays(body.end_date, 1)
    refuseBackwards(from, asked)
    if (from < today && !isAllowed(user.role, admins)) fail('pause.past')
    const days = await daysGranted(tx, gym, client.id, from, asked === null ? null : daysBetween(from, asked))
    const between = { gym, client: client.id, from, until: addDays(from, days) }
    const other = await findOverlap(tx, between)
    if (other)
      fail('pause.overlap', {
        days: showPeriods([{ start_date: other.start_date, expire_membership: other.resume_date }]),
      })
    const visit = await lastVisitWithin(tx, between, zone)
    if (visit !== null) fail('pause.attended', { day: showDay(visit) })
    const { reason } = body
    const id = await insertPause(tx, { ...between, open: asked === null, reason, user: user.id, now: clock() })
    const told = `${asked !== null ? showPeriods([{ start_date: from, expire_membership: between.until }]) : `desde el ${showDay(from)}`}: ${reason}`
    await notePauseInHistory(tx, gym, client.id, { paused: told })
    return shown((await readPause(tx, gym, id)) ?? fail('row.missing'))
  },

  'pauses.end': async ({ tx, gym, params, today, clock }) => {
    const { id_client } = (await readPause(tx, gym, params.id_pause)) ?? fail('row.missing')
    await lockBuyer(tx, gym, id_client)
    // Read again under the lock: it may have been ended meanwhile.
    const pause = (await readPause(tx, gym, params.id_pause)) ?? fail('row.missing')
    if (pause.resume_date <= today) fail('pause.over')
    if (pause.start_date >= today) {
      await undoPause(tx, gym, pause.id, clock())
      await notePauseInHistory(tx, gym, id_client, { unpaused: daysOf(pause) })
      return shown(pause)
    }
    const ended = { ...pause, resume_date: today }
    await endPause(tx, gym, pause.id, today, clock())
    await notePauseInHistory(tx, gym, id_client, { resumed: daysOf(ended) })
    return shown(ended)
  },

  'pauses.undo': async ({ tx, gym, params, clock }) => {
    const { id_client } = (await readPause(tx, gym, params.id_pause)) ?? fail('row.missing')
    await lockBuyer(tx, gym, id_client)
    const pause = (await readPause(tx, gym, params.id_pause)) ?? fail('row.missing')
    await undoPause(tx, gym, pause.id, clock())
    await notePauseInHistory(tx, gym, id_client, { unpaused: daysOf(pause) })
    return shown(pause)
  },
}

const shown = ({ id_client: _, ...pause }: Pause & { id_client: number }): Pause => pause

const daysOf = ({ start_date, resume_date }: { start_date: string; resume_date: string }) =>
  `del ${showDay(start_date)} al ${showDay(lastValidDay(resume_date))}`
