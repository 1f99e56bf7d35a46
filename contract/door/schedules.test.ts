import { expect, test } from 'vitest'
import {
  alwaysOpenWeek,
  formatTimeSpans,
  formatWeekHours,
  NewSchedule,
  parseTimeSpans,
  type WeekHours,
} from './schedules.ts'

const span = (from: string, to: string) => ({ from, to })
/** Builds a week from texts, Monday first. */
const week = (...days: string[]): WeekHours => {
  const read = days.map((text) => parseTimeSpans(text)).map((day) => ('spans' in day ? day.spans : []))
  return [6, 0, 1, 2, 3, 4, 5].map((at) => read[at] ?? [])
}

test.each<[string, object]>([
  ['6-12', { spans: [span('06:00', '12:00')] }],
  ['6:00–12:00, 18:30 a 22', { spans: [span('06:00', '12:00'), span('18:30', '22:00')] }],
  ['18-22 y 6.15-12', { spans: [span('06:15', '12:00'), span('18:00', '22:00')] }],
  ['0-24', { spans: [span('00:00', '23:59')] }],
  ['  ', { spans: [] }],
  ['6', { error: 'Escríbelo como 6:00–12:00; varios, con coma' }],
  ['6-25', { error: 'Escríbelo como 6:00–12:00; varios, con coma' }],
  ['6-12-14', { error: 'Escríbelo como 6:00–12:00; varios, con coma' }],
  ['22-6', { error: 'Debe terminar después de empezar: lo que pasa de medianoche va en dos días' }],
  ['6-12, 11-13', { error: 'Se solapan' }],
  ['6-7, 8-9, 10-11, 12-13', { error: 'Como máximo 3 horarios al día' }],
])('parseTimeSpans: parses typed hours %j', (typed, read) => {
  expect(parseTimeSpans(typed)).toEqual(read)
  if ('spans' in read) expect(parseTimeSpans(formatTimeSpans(read.spans as never))).toEqual(read)
})

test('formatWeekHours: groups consecutive days that have the same hours', () => {
  const morning = '6-12'
  expect(formatWeekHours(week(morning, morning, morning, morning, morning, '8-10', ''))).toBe(
    'lun–vie 6:00–12:00, sáb 8:00–10:00',
  )
  expect(formatWeekHours(week('', morning, '', morning, morning, '', '18-24'))).toBe(
    'mar 6:00–12:00, jue y vie 6:00–12:00, dom 18:00–24:00',
  )
  expect(formatWeekHours(week('6-12, 18-22'))).toBe('lun 6:00–12:00 y 18:00–22:00')
  expect(formatWeekHours(alwaysOpenWeek)).toBe('lun–dom todo el día')
})

test('NewSchedule: rejects a week without hours, and stores midnight as 23:59', () => {
  const of = (days: WeekHours) => NewSchedule.safeParse({ name: 'Turno', week: days })
  expect(of(week()).error?.issues[0]?.message).toBe('Falta al menos un día con horario')
  expect(of(Array.from({ length: 7 }, () => [span('18:00', '24:00')])).data?.week[0]).toEqual([span('18:00', '23:59')])
})
