// Automatic messages: reminders to clients, and the daily report.
import { z } from 'zod'
import { defineArea, defineGet, definePut } from '../shared/define-area.ts'
import { partOfAnotherFieldLabel, pickSharedFieldLabels } from '../shared/history-field-labels.ts'
import { adminRoles, superAdminOnly } from '../shared/roles.ts'
import { optionalText, optionalWholeNumberBetween, textLine, wholeNumberBetween } from '../shared/schemas.ts'
import { foldCaseAndAccents } from '../shared/text-matching.ts'

export const placeholders = ['nombre', 'membresia', 'vencimiento', 'dias', 'gimnasio'] as const
export type Placeholder = (typeof placeholders)[number]

const placeholderPattern = /(\{+|\[+|<+)\s*([^{}[\]<>]*?)\s*(?:\}+|\]+|>+)/g

const findPlaceholder = (name: string): Placeholder | null =>
  placeholders.find((placeholder) => placeholder === foldCaseAndAccents(name).trim()) ?? null

/**
 * Fills placeholders, also written as `{Membresía}`, `{{ dias }}` or `[nombre]`. Unknown ones, which the screen warns
 * of, are removed.
 */
export const fillPlaceholders = (message: string, values: Record<Placeholder, string>): string =>
  message
    .replace(placeholderPattern, (written, opening: string, name: string) => {
      const known = findPlaceholder(name)
      if (known) return values[known]
      return opening.startsWith('{') ? '' : written
    })
    .trim()

export const listUnknownPlaceholders = (message: string): string[] => [
  ...new Set(
    [...message.matchAll(placeholderPattern)].flatMap(([written, opening = '', name = '']) =>
      opening.startsWith('{') && !findPlaceholder(name) ? [written] : [],
    ),
  ),
]

/** Accepts digits with separators; only the channel can find out whether the number exists. */
const isPhone = (written: string) => /^\+?[\d\s().-]+$/.test(written) && /^\d{7,15}$/.test(written.replace(/\D/g, ''))

const days = z
  .array(wholeNumberBetween(0, 365))
  .max(30)
  .nullable()
  .transform((all) => [...new Set(all)])

export const ExpiryReminderSettings = z.object({
  message_before_expiration: z.string().nullable(),
  message_day_expiration: z.string().nullable(),
  /** Numbers of days before the last valid day on which clients get a reminder. */
  days_before_expiration: z.array(z.number().int()),
  isActive: z.boolean(),
})
export type ExpiryReminderSettings = z.infer<typeof ExpiryReminderSettings>

export const ExpiryReminderSettingsChange = z
  .object({
    message_before_expiration: optionalText(1000),
    message_day_expiration: optionalText(1000),
    days_before_expiration: days,
    isActive: z.boolean(),
  })
  .partial()

export const DailyReportSchedule = z.object({
  /** Hour in the gym's zone (0–23) at which the report is sent; null if none is chosen. */
  report_time: z.number().int().nullable(),
  report_phone_number: z.string().nullable(),
  isActive: z.boolean(),
})
export type DailyReportSchedule = z.infer<typeof DailyReportSchedule>

export const DailyReportScheduleChange = z
  .object({
    report_time: optionalWholeNumberBetween(0, 23),
    report_phone_number: optionalText(20).refine(
      (value) => value === null || isPhone(value),
      'Debe ser un teléfono válido',
    ),
    isActive: z.boolean(),
  })
  .partial()

export const DailyReportMailSettings = z.object({
  /** Recipients of the report; null for the super admins. */
  emails: z.array(z.string()).nullable(),
  /** Current addresses of the super admins, who get the report by default. */
  usual: z.array(z.string()),
})
export type DailyReportMailSettings = z.infer<typeof DailyReportMailSettings>

const maxEmails = 10

export const DailyReportMailSettingsChange = z.object({
  emails: z
    .array(textLine(255).refine((value) => z.email().safeParse(value).success, 'Debe ser un correo válido'))
    .max(maxEmails, `Como máximo ${maxEmails} correos`)
    .nullable()
    .transform((all) => all && [...new Set(all.map((each) => each.toLowerCase()))]),
})

export const messagesArea = defineArea(
  {
    'notification-config.read': defineGet(adminRoles, '/notification-config/', 'Get the reminders of expiry', {
      answer: ExpiryReminderSettings,
    }),
    'notification-config.update': definePut(superAdminOnly, '/notification-config/', 'Change the reminders', {
      body: ExpiryReminderSettingsChange,
      answer: ExpiryReminderSettings,
    }),
    'report-schedule.read': defineGet(adminRoles, '/report-schedule/report_schedule', 'Get the daily report settings', {
      answer: DailyReportSchedule,
    }),
    'report-schedule.update': definePut(superAdminOnly, '/report-schedule/', 'Change the daily report', {
      body: DailyReportScheduleChange,
      answer: DailyReportSchedule,
    }),
    'report-schedule.mail': defineGet(adminRoles, '/report-schedule/mail', 'Get the daily report’s mail recipients', {
      shows: ['users'],
      answer: DailyReportMailSettings,
    }),
    'report-schedule.update-mail': definePut(superAdminOnly, '/report-schedule/mail', 'Set the mail recipients', {
      body: DailyReportMailSettingsChange,
      answer: DailyReportMailSettings,
    }),
  },
  {
    history: {
      notification_config: {
        object: 'los mensajes a clientes',
        fields: {
          message_before_expiration: 'el mensaje antes del vencimiento',
          message_day_expiration: 'el mensaje del día del vencimiento',
          days_before_expiration: 'los días antes del vencimiento',
          ...pickSharedFieldLabels('isActive'),
        },
      },
      report_schedule: {
        object: 'el reporte diario',
        fields: {
          ...pickSharedFieldLabels('isActive'),
          report_time: 'la hora del reporte',
          report_phone_number: 'el teléfono del reporte',
          emails: 'los correos del reporte',
          emails_set_at: partOfAnotherFieldLabel,
          emails_since: partOfAnotherFieldLabel,
        },
      },
    },
  },
)
