// Pauses of memberships; paid time continues after them.
import { z } from 'zod'
import { lastValidDay, showDay } from '../shared/dates.ts'
import { area } from '../shared/endpoint.ts'
import { admins, staff } from '../shared/roles.ts'
import { id, idInAddress, optionalDay, text, timestamp } from '../shared/shapes.ts'

/** Longest pause without an end. */
export const maxPauseDays = 365

/** `[start_date, resume_date)` as `YYYY-MM-DD`, for everything that the client paid. */
export const Pause = z.object({
  id,
  start_date: z.string(),
  /** Day of return; for an open pause the latest possible one. */
  resume_date: z.string(),
  /** Without a chosen end. */
  open: z.boolean(),
  reason: z.string(),
  user: z.object({ id, name: z.string() }),
  created_at: timestamp,
})
export type Pause = z.infer<typeof Pause>

export const NewPause = z.object({
  /** Today by default. */
  start_date: optionalDay.optional(),
  /** Last day; null leaves it open. */
  end_date: optionalDay.optional(),
  reason: text(255),
})

/** Pauses left by the limits of the plans valid on a day. */
export const PauseAllowance = z.object({
  days: z.number().int(),
  /** Null is unlimited. */
  times: z.number().int().nullable(),
})
export type PauseAllowance = z.infer<typeof PauseAllowance>

/** The present pause, else the next one. */
export const findShownPause = <Period extends Pick<Pause, 'start_date' | 'resume_date'>>(
  pauses: readonly Period[],
  today: string,
): Period | null =>
  pauses
    .filter(({ resume_date }) => resume_date > today)
    .sort((one, other) => (one.start_date < other.start_date ? -1 : 1))[0] ?? null

export const isPausedOn = ({ start_date, resume_date }: Pick<Pause, 'start_date' | 'resume_date'>, day: string) =>
  start_date <= day && day < resume_date

/** `En pausa hasta el 30/11/2026`, `En pausa desde el 26/11/2026`, `Pausa del 01/12/2026 al 10/12/2026`. */
export function pauseText(pause: Pick<Pause, 'start_date' | 'resume_date' | 'open'>, today: string): string {
  const from = showDay(pause.start_date)
  const until = showDay(lastValidDay(pause.resume_date))
  if (isPausedOn(pause, today)) return pause.open ? `En pausa desde el ${from}` : `En pausa hasta el ${until}`
  return pause.open ? `Pausa desde el ${from}` : `Pausa del ${from} al ${until}`
}

const params = z.object({ id_client: idInAddress })
const ofPause = z.object({ id_pause: idInAddress })

export const pausesArea = area(
  {
    'pauses.of-client': {
      may: staff,
      method: 'GET',
      path: '/clients/{id_client}/pauses',
      summary: 'A client’s pauses, the last first, and what is left to them today',
      params,
      answer: z.object({ pauses: z.array(Pause), allowance: PauseAllowance.nullable() }),
      errors: ['row.missing'],
      shows: ['payments', 'memberships', 'clients', 'gym-info'],
    },
    'pauses.create': {
      may: staff,
      method: 'POST',
      path: '/clients/{id_client}/pauses',
      summary: 'Let a client’s membership stand still: what is paid for from that day on comes after it',
      params,
      body: NewPause,
      answer: Pause,
      status: 201,
      errors: [
        'row.missing',
        'client.anonymous',
        'pause.nothing',
        'pause.none-granted',
        'pause.too-many',
        'pause.too-long',
        'pause.overlap',
        'pause.attended',
        'pause.past',
      ],
    },
    'pauses.end': {
      may: staff,
      method: 'POST',
      path: '/pauses/{id_pause}/end',
      summary: 'A membership goes on today; a pause that is still to begin, or began today, never was',
      params: ofPause,
      answer: Pause,
      errors: ['row.missing', 'pause.over'],
    },
    'pauses.undo': {
      may: admins,
      method: 'POST',
      path: '/pauses/{id_pause}/undo',
      summary: 'A pause never was, also one that is over: its days are taken back',
      params: ofPause,
      answer: Pause,
      errors: ['row.missing'],
    },
  },
  { shows: ['clients'] },
)
