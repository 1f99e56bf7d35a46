import { type ReportSchedule, ReportScheduleChange } from '@torniquete/contract/messages.ts'
import { validateWith } from '../../../kit/form-errors.ts'

export type ReportValues = {
  /** '' while nothing is written. */
  report_time: number | string
  report_phone_number: string
  isActive: boolean
}

export const valuesOf = (schedule: ReportSchedule): ReportValues => ({
  report_time: schedule.report_time ?? '',
  report_phone_number: schedule.report_phone_number ?? '',
  isActive: schedule.isActive,
})

export const bodyOf = (values: ReportValues): ReportSchedule => ({
  report_time: values.report_time === '' ? null : Number(values.report_time),
  report_phone_number: values.report_phone_number.trim() || null,
  isActive: values.isActive,
})

const validateBody = validateWith(ReportScheduleChange, bodyOf)

export function validateReport(values: ReportValues): Record<string, string> {
  const errors = validateBody(values)
  return errors.report_time ? { ...errors, report_time: 'Debe ser una hora entera de 0 a 23' } : errors
}
