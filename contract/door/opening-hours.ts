// Combines the schedules of several plans: are they open now, or when do they open next?
import { addDays } from '../shared/dates.ts'
import { formatTimeOfDay, type TimeSpan, type WeekHours, weekDays } from './schedules.ts'

/** Local time of the gym: `YYYY-MM-DD` and `HH:MM`. */
export interface LocalTime {
  day: string
  time: string
}

/** `today`: opening spans of this day. `next`: start of the next opening; null if it never opens. */
export type OpeningState = { open: true; today: TimeSpan[] } | { open: false; next: LocalTime | null }

const dayOfWeek = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** A span includes its last minute, so a span that starts one minute later continues it. */
function goesOn({ to }: TimeSpan, { from }: TimeSpan): boolean {
  const [hours = 0, minutes = 0] = to.split(':').map(Number)
  const next = hours * 60 + minutes + 1
  return from <= `${String(Math.floor(next / 60)).padStart(2, '0')}:${String(next % 60).padStart(2, '0')}`
}

function spansOf(weeks: readonly WeekHours[], day: string): TimeSpan[] {
  const joined: TimeSpan[] = []
  const all = weeks.flatMap((week) => week[dayOfWeek(day)] ?? [])
  for (const span of all.sort((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = joined.at(-1)
    if (last && goesOn(last, span)) last.to = last.to > span.to ? last.to : span.to
    else joined.push({ ...span })
  }
  return joined
}

/** Returns null if entry is not limited to hours. */
export function findOpeningState(weeks: readonly (WeekHours | null)[], { day, time }: LocalTime): OpeningState | null {
  const limited = weeks.filter((week) => week !== null)
  if (limited.length === 0 || limited.length < weeks.length) return null
  const today = spansOf(limited, day)
  if (today.some(({ from, to }) => from <= time && time <= to)) return { open: true, today }
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const next = spansOf(limited, addDays(day, ahead)).find(({ from }) => ahead > 0 || from > time)
    if (next) return { open: false, next: { day: addDays(day, ahead), time: next.from } }
  }
  return { open: false, next: null }
}

/** Returns a text such as `hoy de 6:00 a 12:00 y de 18:00 a 22:00`. */
export function formatTodayHours(today: readonly TimeSpan[]): string {
  const isWhole = today.some(({ from, to }) => from === '00:00' && to === '23:59')
  if (isWhole) return 'hoy todo el día'
  return `hoy ${today.map(({ from, to }) => `de ${formatTimeOfDay(from)} a ${formatTimeOfDay(to)}`).join(' y ')}`
}

/** Returns `desde las 18:00` for the same day, otherwise `desde mañana a las 6:00` or `desde el lunes a las 6:00`. */
export function formatNextOpening({ day, time }: LocalTime, today: string): string {
  const at = `${time < '02:00' && time >= '01:00' ? 'la' : 'las'} ${formatTimeOfDay(time)}`
  if (day === today) return `desde ${at}`
  if (day === addDays(today, 1)) return `desde mañana a ${at}`
  const name = weekDays.find((each) => each.at === dayOfWeek(day))?.name.toLowerCase()
  return `desde el ${day === addDays(today, 7) ? 'próximo ' : ''}${name} a ${at}`
}
