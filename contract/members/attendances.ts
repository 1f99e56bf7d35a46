import { z } from 'zod'
import { defineArea, defineCreate, defineGet, definePost } from '../shared/define-area.ts'
import { partOfAnotherFieldLabel, pickSharedFieldLabels } from '../shared/history-field-labels.ts'
import { staffRoles } from '../shared/roles.ts'
import {
  booleanInQuery,
  dateRangeBound,
  dayOrInstant,
  id,
  idInPath,
  makeListSchema,
  nameFilter,
  pageQuery,
  textLine,
  timestamp,
} from '../shared/schemas.ts'
import { ClientStatus } from './clients.ts'

export const Attendance = z.object({
  attendance_id: id,
  id_client: id,
  client_name: z.string(),
  check_in: timestamp,
  /** Name of the client's plan at the time of the attendance. */
  membership_name: z.string().nullable(),
  /** Day after the last valid day of the membership. */
  expire_membership: z.string().nullable(),
})
export type Attendance = z.infer<typeof Attendance>

/** How the client entered, and the client's state today. */
export const AttendanceStatus = ClientStatus.extend({
  /** True if a user recorded the attendance, false if a terminal reported it. */
  by_hand: z.boolean(),
  /** Name of the door; '' if unknown, null if the gym has only one entrance. */
  door: z.string().nullable(),
})
export type AttendanceStatus = z.infer<typeof AttendanceStatus>

/** An attendance in a list or in the stream event `entered`; `status` is present if the query asks for it. */
export const ListedAttendance = Attendance.extend({ status: AttendanceStatus.optional() })
export type ListedAttendance = z.infer<typeof ListedAttendance>

export const NewAttendance = z.object({ id_client: id, check_in: dayOrInstant.nullable().optional() })

/** An attendance that a user undid. */
export const UndoneAttendance = z.object({
  id,
  id_client: id,
  client_name: z.string(),
  check_in: timestamp,
  /** True if a terminal reported the attendance. */
  passed: z.boolean(),
  undone_at: timestamp,
  undone_by: z.string(),
  /** Reason for undoing; null once the gym no longer keeps names of that day. */
  reason: z.string().nullable(),
})
export type UndoneAttendance = z.infer<typeof UndoneAttendance>

/** Query of the attendance list, whose pages count from 1. */
const attendancesQuery = pageQuery.extend({
  page: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'Debe ser 1 o mayor')
    .transform(Number)
    .default(1),
  client_id: idInPath.optional(),
  client_name: nameFilter.optional(),
  start_date: dateRangeBound.optional(),
  end_date: dateRangeBound.optional(),
  include_status: booleanInQuery.optional(),
})

export const attendancesArea = defineArea(
  {
    'attendances.list': defineGet(staffRoles, '/attendances/detail', 'List attendances, newest first; pages from 1', {
      query: attendancesQuery,
      answer: makeListSchema(ListedAttendance),
      shows: ['clients', 'payments', 'pauses', 'debts', 'devices', 'gym-info'],
      polled: true,
    }),
    'attendances.create': defineCreate(staffRoles, '/attendances/', 'Record a client’s attendance', {
      body: NewAttendance,
      answer: Attendance,
      errors: ['row.missing'],
    }),
    'attendances.undo': definePost(staffRoles, '/attendances/{id}/undo', 'Undo an attendance; a pass: admins only', {
      body: z.object({ reason: textLine(255) }),
      answer: UndoneAttendance,
      errors: ['attendance.passed', 'attendance.forgotten'],
    }),
    'attendances.restore': definePost(staffRoles, '/attendances/{id}/restore', 'Restore an undone attendance', {
      answer: Attendance,
      errors: ['attendance.passed', 'attendance.forgotten', 'attendance.client-deleted'],
    }),
    'attendances.undone': defineGet(staffRoles, '/attendances/undone', 'List undone attendances, newest first', {
      query: pageQuery,
      answer: makeListSchema(UndoneAttendance),
    }),
  },
  {
    shows: ['clients', 'gym-info'],
    history: {
      attendances: {
        object: 'la asistencia',
        fields: {
          ...pickSharedFieldLabels('id_client', 'sn'),
          membership_name: 'la membresía',
          expire_membership: ['el vencimiento', 'day'],
          check_in: ['la fecha de ingreso', 'instant'],
          pin: 'el número en el dispositivo',
          device_time: 'la hora del dispositivo',
          door: 'la puerta',
          without_right: 'la entrada sin derecho',
          clock_wrong: 'la hora equivocada del dispositivo',
          undone_at: ['la anulación', 'instant'],
          undone_reason: 'el motivo de la anulación',
          undone_by: partOfAnotherFieldLabel,
        },
      },
    },
  },
)
