import { z } from 'zod'
import { convertOffsetToZoneName, defaultTimeZone, formatYearCount, isTimeZone } from '../shared/dates.ts'
import { defineArea, defineGet, definePut } from '../shared/define-area.ts'
import { throwError } from '../shared/errors.ts'
import { pickSharedFieldLabels } from '../shared/history-field-labels.ts'
import { staffRoles, superAdminOnly } from '../shared/roles.ts'
import { optionalEmail, optionalText, textLine } from '../shared/schemas.ts'

/** Years after which names are removed from attendances; a gym chooses one of these numbers, or none. */
export const attendanceRetentionChoices = [1, 2, 3, 5, 10] as const

export const GymInfo = z.object({
  id: z.number(),
  name: z.string(),
  phone_number: z.string().nullable(),
  address: z.string().nullable(),
  email: z.string().nullable(),
  timeZone: z.string(),
  opening_hours: z.string().nullable(),
  services: z.string().nullable(),
  logo_url: z.string().nullable(),
  logo_path: z.string().nullable(),
  /** Years after which attendances are moved to the anonymous client; null keeps the names for ever. */
  keep_attendances_years: z.literal(attendanceRetentionChoices).nullable(),
})
export type GymInfo = z.infer<typeof GymInfo>

export const unknownZoneText = 'La zona horaria no existe'

export const GymInfoChange = z
  .object({
    name: textLine(255),
    phone_number: optionalText(20),
    address: optionalText(255),
    email: optionalEmail(),
    timeZone: z
      .string()
      .max(64)
      .nullable()
      .transform((zone) => convertOffsetToZoneName(zone || defaultTimeZone))
      .refine(isTimeZone, unknownZoneText),
    opening_hours: optionalText(1000),
    services: optionalText(1000),
    logo_url: optionalText(1000),
    logo_path: optionalText(1000),
    keep_attendances_years: GymInfo.shape.keep_attendances_years,
    /** Years stored when the user confirmed a shorter retention; if the stored value differs, the change is refused. */
    kept_before: GymInfo.shape.keep_attendances_years,
  })
  .partial()

type KeptYears = GymInfo['keep_attendances_years']
type KeptChange = Pick<z.output<typeof GymInfoChange>, 'keep_attendances_years' | 'kept_before'>

/** True if `after` years keep names for a shorter time than `before` years; null means for ever. */
export const isShorterRetention = (before: number | null, after: number | null): boolean =>
  (after ?? Number.POSITIVE_INFINITY) < (before ?? Number.POSITIVE_INFINITY)

/** Refuses a shorter retention unless the user saw the currently stored one when confirming. */
export function requireConfirmedRetention(
  now: KeptYears,
  { keep_attendances_years: next, kept_before: shown }: KeptChange,
): void {
  if (next === undefined || !isShorterRetention(now, next) || shown === now) return
  throwError('gym.keeps-less', { now: now === null ? 'para siempre' : `por ${formatYearCount(now)}` })
}

/** Switches that decide which fields of the gym are printed on receipts. */
export const PrintedGymFields = z.object({
  name: z.boolean(),
  phone_number: z.boolean(),
  address: z.boolean(),
  email: z.boolean(),
  opening_hours: z.boolean(),
  services: z.boolean(),
  logo_url: z.boolean(),
})
export type PrintedGymFields = z.infer<typeof PrintedGymFields>

export const gymInfoArea = defineArea(
  {
    'gym-info.read': defineGet(staffRoles, '/gym-info/', 'Get the gym’s own data', { answer: GymInfo }),
    'gym-info.update': definePut(superAdminOnly, '/gym-info/', 'Change the gym’s data and time zone', {
      body: GymInfoChange,
      answer: GymInfo,
      errors: ['gym.keeps-less'],
    }),
    'gym-info.zones': defineGet(superAdminOnly, '/gym-info/zones', 'List the time zones a gym may use', {
      answer: z.array(z.string()),
    }),
    'show-info.read': defineGet(staffRoles, '/gym-show-info/', 'Get which of the gym’s fields are printed on bills', {
      shows: ['gym-info'],
      answer: PrintedGymFields,
    }),
    'show-info.update': definePut(superAdminOnly, '/gym-show-info/', 'Change which of the fields are printed', {
      body: PrintedGymFields.partial(),
      answer: PrintedGymFields,
    }),
  },
  {
    history: {
      gym_info: {
        object: 'la información del gimnasio',
        fields: {
          ...pickSharedFieldLabels('name', 'email', 'phone_number', 'address'),
          timeZone: 'la zona horaria',
          ...pickSharedFieldLabels('opening_hours', 'services', 'logo_url', 'logo_path'),
          keeps_biometrics: '«Huellas y rostros»',
          keep_attendances_years: ['el plazo para conservar quién vino', 'years'],
        },
      },
      gym_show_info: {
        object: 'lo que muestra la factura',
        fields: {
          ...pickSharedFieldLabels('name', 'email', 'phone_number', 'address', 'opening_hours', 'services', 'logo_url'),
        },
      },
    },
  },
)
