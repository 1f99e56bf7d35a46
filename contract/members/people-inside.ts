// People inside the gym: they entered and have not left. After some hours, or at closing time, people count as gone.
import { z } from 'zod'
import { defineArea, defineCreate, defineDelete, defineGet, definePut } from '../shared/define-area.ts'
import { partOfAnotherFieldLabel } from '../shared/history-field-labels.ts'
import { staffRoles, superAdminOnly } from '../shared/roles.ts'
import {
  booleanInQuery,
  id,
  idAndName,
  makeListSchema,
  nameFilter,
  optionalWholeNumberBetween,
  pageQuery,
  timestamp,
  wholeNumberBetween,
} from '../shared/schemas.ts'

/** Entries of the last so many minutes count as inside if no exit terminal reports. */
export const assumedStayMinutes = 90
/** Days without a report after which an exit terminal is ignored. */
export const exitTerminalTimeoutDays = 7

export const PersonInside = z.object({
  /** Id of the attendance with which the person entered; a departure refers to it. */
  id_attendance: id,
  id_client: id,
  name: z.string(),
  photo_url: z.string().nullable(),
  /** True for the anonymous client, each of whose entries is another person. */
  is_anonymous: z.boolean(),
  since: timestamp,
  /** Door by which the person entered; null if a user recorded the entry or the terminal was deleted. */
  door: z.string().nullable(),
  /** Time from which the person counts as gone. */
  until: timestamp,
})
export type PersonInside = z.infer<typeof PersonInside>

const PeopleInside = makeListSchema(PersonInside).extend({
  /** Number of people inside, regardless of the filter. */
  inside: z.number().int(),
  /** Number of people of the last 24 hours who count as gone without an exit; 0 if exits are unknown. */
  supposed: z.number().int(),
  capacity: z.number().int().nullable(),
  /** False if no exit terminal reported for a week; then only entries of the last 90 minutes are shown. */
  exits_known: z.boolean(),
})
export type PeopleInside = z.infer<typeof PeopleInside>

/** A departure recorded by a user, of one person or of everybody inside. */
export const Departure = z.object({
  id,
  left_at: timestamp,
  /** Name of the person; null if everybody left. */
  name: z.string().nullable(),
  user: idAndName,
  /** User who undid the departure; null if it was not undone. */
  undone_by: z.string().nullable(),
})
export type Departure = z.infer<typeof Departure>

export const OccupancySettings = z.object({
  /** Largest number of people allowed inside; null is unlimited. */
  capacity: z.number().int().nullable(),
  /** True if a notification is sent when more people are inside than allowed. */
  tells: z.boolean(),
  /** Hours after an entry from which a person counts as gone. */
  hours: z.number().int(),
  /** Closing time `HH:MM` in the gym's zone; null without one. */
  closes_at: z.string().nullable(),
})
export type OccupancySettings = z.infer<typeof OccupancySettings>

export const defaultOccupancySettings: OccupancySettings = { capacity: null, tells: false, hours: 4, closes_at: null }

export const OccupancySettingsChange = z
  .object({
    capacity: optionalWholeNumberBetween(1, 100_000),
    tells: z.boolean(),
    hours: wholeNumberBetween(1, 24),
    closes_at: z
      .string()
      .max(20, 'Debe ser una hora HH:MM')
      .nullable()
      .transform((text) => text?.trim() || null)
      .refine((text) => text === null || /^([01]\d|2[0-3]):[0-5]\d$/.test(text), 'Debe ser una hora HH:MM'),
  })
  .partial()

export const peopleInsideArea = defineArea(
  {
    'inside.list': defineGet(staffRoles, '/inside/', 'List who is inside, newest first; `supposed`: presumed exits', {
      query: pageQuery.extend({ name: nameFilter.optional(), supposed: booleanInQuery.optional() }),
      shows: ['attendances', 'clients', 'devices', 'gym-info'],
      answer: PeopleInside,
      polled: true,
    }),
    'inside.leave': defineCreate(staffRoles, '/inside/departures', 'Record that a client left; null means everyone', {
      body: z.object({ id_attendance: id.nullable() }),
      answer: Departure,
      errors: ['row.missing', 'inside.left', 'inside.over'],
    }),
    'inside.departures': defineGet(staffRoles, '/inside/departures', 'List recorded departures, newest first', {
      query: pageQuery,
      shows: ['clients'],
      answer: makeListSchema(Departure),
    }),
    'inside.undo': defineDelete(staffRoles, '/inside/departures/{id}', 'Undo a departure; it stays in the list', {
      answer: null,
    }),
    'inside.settings': defineGet(superAdminOnly, '/inside/settings', 'Get the occupancy limit and the presumed stay', {
      answer: OccupancySettings,
    }),
    'inside.update-settings': definePut(superAdminOnly, '/inside/settings', 'Change the occupancy settings', {
      body: OccupancySettingsChange,
      answer: OccupancySettings,
    }),
  },
  {
    history: {
      inside_settings: {
        object: 'quién está dentro',
        fields: {
          capacity: 'el aforo',
          tells: 'el aviso de aforo superado',
          hours: '«Horas para dar por hecha la salida»',
          closes_at: 'la hora de cierre',
          announced: partOfAnotherFieldLabel,
        },
      },
    },
  },
)
