import { z } from 'zod'
import { area } from './endpoint.ts'
import { el, la, shared } from './field-words.ts'
import { staff } from './roles.ts'
import { dayOrInstant, id, idInAddress, listOf, nameQuery, pageQuery, rangeBound, timestamp } from './shapes.ts'

export const Attendance = z.object({
  attendance_id: id,
  id_client: id,
  client_name: z.string(),
  check_in: timestamp,
  /** Of the membership that it was made with, as that was. */
  membership_name: z.string().nullable(),
  /** The day after the last valid one. */
  expire_membership: z.string().nullable(),
})
export type Attendance = z.infer<typeof Attendance>

export const NewAttendance = z.object({ id_client: id, check_in: dayOrInstant.nullable().optional() })

/** Pages count from 1. */
export const attendancesAsked = pageQuery.extend({
  page: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'Debe ser 1 o mayor')
    .transform(Number)
    .default(1),
  client_id: idInAddress.optional(),
  client_name: nameQuery.optional(),
  start_date: rangeBound.optional(),
  end_date: rangeBound.optional(),
})

export const attendancesArea = area(
  {
    'attendances.list': {
      may: staff,
      method: 'GET',
      path: '/attendances/detail',
      summary: 'Attendances, newest first. Pages count from 1',
      query: attendancesAsked,
      answer: listOf(Attendance),
      polled: true,
    },
    'attendances.create': {
      may: staff,
      method: 'POST',
      path: '/attendances/',
      summary: 'Note that a client came in',
      body: NewAttendance,
      answer: Attendance,
      status: 201,
      errors: ['row.missing'],
    },
  },
  {
    shows: ['clients', 'gym-info'],
    history: {
      attendances: {
        object: 'la asistencia',
        fields: {
          ...shared('id_client', 'sn'),
          membership_name: la('membresía'),
          expire_membership: el('vencimiento', 'day'),
          check_in: la('fecha de ingreso', 'instant'),
          pin: el('número en el dispositivo'),
          device_time: la('hora del dispositivo'),
          door: la('puerta'),
          without_right: la('entrada sin derecho'),
          clock_wrong: la('hora equivocada del dispositivo'),
        },
      },
    },
  },
)
