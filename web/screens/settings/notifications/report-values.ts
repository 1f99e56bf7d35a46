import { type ReportSchedule, ReportScheduleChange } from '@torniquete/contract/messages.ts'
import { validateWith } from '../../../forms/form-errors.ts'

export type ReportValues = {
  /** '' while nothing is written. */
  report_time: string
  report_phone_number: string
  isActive: boolean
}

export const valuesOf = (schedule: ReportSchedule): ReportValues => ({
  report_time: String(schedule.report_time ?? ''),
  report_phone_number: schedule.report_phone_number ?? '',
  isActive: schedule.isActive,
})

/** Values and body share their fields. */
export const bodyOf = (values: ReportValues) => values

export const validateReport = validateWith(ReportScheduleChange, bodyOf)
