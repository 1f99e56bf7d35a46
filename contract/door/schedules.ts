// Named schedules of a gym: a week with up to three spans a day, the form in which terminals store opening hours.
import { z } from 'zod'
import { id, textLine } from '../shared/schemas.ts'

export const maxSpansPerDay = 3
/** Terminals store 50 schedules ("time zones"), of which number 1 means all hours. */
export const maxSchedules = 40

const minute = z
  .string()
  .trim()
  .transform((typed) => typed.replace(/^(\d):/, '0$1:').replace(/^24:00$/, '23:59'))
  .refine((typed) => /^([01]\d|2[0-3]):[0-5]\d$/.test(typed), 'Debe ser una hora HH:MM')
  .meta({ maxLength: 5, examples: ['06:00'] })

/** Local time `HH:MM` of the gym; the last minute is included, so a day ends at 23:59. */
export const TimeSpan = z
  .object({ from: minute, to: minute })
  .refine(({ from, to }) => from < to, 'Debe terminar después de empezar: lo que pasa de medianoche va en dos días')
export type TimeSpan = z.infer<typeof TimeSpan>

const Day = z
  .array(TimeSpan)
  .max(maxSpansPerDay, `Como máximo ${maxSpansPerDay} horarios al día`)
  .transform((spans) => [...spans].sort((one, other) => (one.from < other.from ? -1 : 1)))
  .refine((spans) => spans.every(({ from }, at) => at === 0 || (spans[at - 1]?.to ?? '') < from), 'Se solapan')

/** Seven days, Sunday first. */
export const WeekHours = z
  .array(Day)
  .length(7)
  .refine((days) => days.some((spans) => spans.length > 0), 'Falta al menos un día con horario')
export type WeekHours = z.infer<typeof WeekHours>

export const Schedule = z.object({ id, name: z.string(), week: WeekHours, shown: z.string() })
/** `shown` is the week as Spanish text. */
export type Schedule = z.infer<typeof Schedule>

export const NewSchedule = z.object({ name: textLine(60), week: WeekHours })
export const ScheduleChange = NewSchedule.partial()

export const alwaysOpenWeek: WeekHours = Array.from({ length: 7 }, () => [{ from: '00:00', to: '23:59' }])

/** Weekdays, Monday first, each with its index in `Week`. */
export const weekDays = [
  { at: 1, name: 'Lunes', short: 'lun' },
  { at: 2, name: 'Martes', short: 'mar' },
  { at: 3, name: 'Miércoles', short: 'mié' },
  { at: 4, name: 'Jueves', short: 'jue' },
  { at: 5, name: 'Viernes', short: 'vie' },
  { at: 6, name: 'Sábado', short: 'sáb' },
  { at: 0, name: 'Domingo', short: 'dom' },
] as const

/** Returns the time without leading zero (`6:00`); 23:59 becomes 24:00. */
export const formatTimeOfDay = (time: string): string => (time === '23:59' ? '24:00' : time.replace(/^0/, ''))

const dayText = (spans: readonly TimeSpan[]): string =>
  spans
    .map(({ from, to }) =>
      from === '00:00' && to === '23:59' ? 'todo el día' : `${formatTimeOfDay(from)}–${formatTimeOfDay(to)}`,
    )
    .join(' y ')

/** Returns a text such as `lun–vie 6:00–12:00, sáb 8:00–10:00`: consecutive days with the same hours are grouped. */
export function formatWeekHours(week: WeekHours): string {
  const runs: { first: string; last: string; days: number; text: string }[] = []
  let before = ''
  for (const { at, short } of weekDays) {
    const text = dayText(week[at] ?? [])
    const run = runs.at(-1)
    if (text !== '' && text === before && run) Object.assign(run, { last: short, days: run.days + 1 })
    else if (text !== '') runs.push({ first: short, last: short, days: 1, text })
    before = text
  }
  return runs
    .map(({ first, last, days, text }) => `${first}${days === 1 ? '' : `${days === 2 ? ' y ' : '–'}${last}`} ${text}`)
    .join(', ')
}

const dashes = /\s*(?:-|–|—|\ba\b|\bhasta\b)\s*/i
const typedTime = /^(\d{1,2})(?:[:.h](\d{2}))?\s*(?:h|hs|hrs)?$/i

function readTime(typed: string): string | null {
  const [, hours = '', minutes = '00'] = typedTime.exec(typed.trim()) ?? []
  const time = `${hours.padStart(2, '0')}:${minutes}`
  return hours !== '' && minute.safeParse(time).success ? minute.parse(time) : null
}

const asTyped = 'Escríbelo como 6:00–12:00; varios, con coma'

/** Parses typed hours such as `6-12` or `6:00–12:00, 18:00–22:00`; empty text means closed. */
export function parseTimeSpans(typed: string): { spans: TimeSpan[] } | { error: string } {
  const parts = typed.split(/[,;]|\by\b/i).filter((part) => part.trim() !== '')
  const spans: TimeSpan[] = []
  for (const part of parts) {
    const [from, to, ...rest] = part.split(dashes).map(readTime)
    if (!from || !to || rest.length > 0) return { error: asTyped }
    spans.push({ from, to })
  }
  const read = Day.safeParse(spans)
  return read.success ? { spans: read.data } : { error: read.error.issues[0]?.message ?? asTyped }
}

/** Formats spans in a form that parseTimeSpans() accepts. */
export const formatTimeSpans = (spans: readonly TimeSpan[]): string =>
  spans.map(({ from, to }) => `${formatTimeOfDay(from)}–${formatTimeOfDay(to)}`).join(', ')
