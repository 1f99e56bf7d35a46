import { type RawSearch, readDay, readText } from './search-values.ts'

/** What the address of the attendance page holds; an absent day is today. */
export interface AttendanceSearch {
  name?: string
  start?: string
  end?: string
}

export function readAttendanceSearch(raw: RawSearch): AttendanceSearch {
  return { name: readText(raw.name), start: readDay(raw.start), end: readDay(raw.end) }
}
