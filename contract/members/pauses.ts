// Pauses of memberships; the paid days left over continue after the pause.
import { z } from 'zod'
import { formatDate, getLastMembershipDay } from '../shared/dates.ts'
import { defineArea, defineCreate, defineGet, definePost } from '../shared/define-area.ts'
import { adminRoles, staffRoles } from '../shared/roles.ts'
import { id, idAndName, optionalDay, textLine, timestamp } from '../shared/schemas.ts'

export const maxPauseDays = 365

/** Paused days `[start_date, resume_date)`, as `YYYY-MM-DD`, of all memberships that the client has paid for. */
export const Pause = z.object({
  id,
  start_date: z.string(),
  /** Day on which the client returns; for a pause without an end date, the latest possible day. */
  resume_date: z.string(),
  /** True if the pause has no chosen end date. */
  open: z.boolean(),
  reason: z.string(),
  user: idAndName,
  created_at: timestamp,
})
export type Pause = z.infer<typeof Pause>

export const NewPause = z.object({
  /** First day of the pause; today if absent. */
  start_date: optionalDay.optional(),
  /** Last day of the pause; null leaves the end open. */
  end_date: optionalDay.optional(),
  reason: textLine(255),
})

/** Days and number of pauses still allowed by the plans that are valid on a day. */
export const PauseAllowance = z.object({
  days: z.number().int(),
  /** Number of pauses still allowed; null is unlimited. */
  times: z.number().int().nullable(),
})
export type PauseAllowance = z.infer<typeof PauseAllowance>

/** Returns the current pause, or else the next one. */
export const findCurrentOrNextPause = <Period extends Pick<Pause, 'start_date' | 'resume_date'>>(
  pauses: readonly Period[],
  today: string,
): Period | null =>
  pauses
    .filter(({ resume_date }) => resume_date > today)
    .sort((one, other) => (one.start_date < other.start_date ? -1 : 1))[0] ?? null

export const isPausedOn = ({ start_date, resume_date }: Pick<Pause, 'start_date' | 'resume_date'>, day: string) =>
  start_date <= day && day < resume_date

/** Returns `En pausa hasta el 30/11/2026`, `En pausa desde el 26/11/2026` or `Pausa del 01/12/2026 al 10/12/2026`. */
export function formatPause(pause: Pick<Pause, 'start_date' | 'resume_date' | 'open'>, today: string): string {
  const from = formatDate(pause.start_date)
  const until = formatDate(getLastMembershipDay(pause.resume_date))
  if (isPausedOn(pause, today)) return pause.open ? `En pausa desde el ${from}` : `En pausa hasta el ${until}`
  return pause.open ? `Pausa desde el ${from}` : `Pausa del ${from} al ${until}`
}

export const pausesArea = defineArea(
  {
    'pauses.of-client': defineGet(staffRoles, '/clients/{id_client}/pauses', 'List a client’s pauses, newest first', {
      answer: z.object({ pauses: z.array(Pause), allowance: PauseAllowance.nullable() }),
      shows: ['payments', 'memberships', 'clients', 'gym-info'],
    }),
    'pauses.create': defineCreate(staffRoles, '/clients/{id_client}/pauses', 'Pause a membership; paid days follow', {
      body: NewPause,
      answer: Pause,
      errors: [
        'client.anonymous',
        'pause.nothing',
        'pause.none-granted',
        'pause.too-many',
        'pause.too-long',
        'pause.overlap',
        'pause.attended',
        'pause.past',
      ],
    }),
    'pauses.end': definePost(staffRoles, '/pauses/{id_pause}/end', 'End a pause today, or delete a future one', {
      answer: Pause,
      errors: ['pause.over'],
    }),
    'pauses.undo': definePost(adminRoles, '/pauses/{id_pause}/undo', 'Delete a pause; its days are deducted again', {
      answer: Pause,
    }),
  },
  { shows: ['clients'] },
)
