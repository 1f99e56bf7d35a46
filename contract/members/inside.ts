// People inside: entered and not left, by terminal or by hand. After some hours, or at closing time, people count as
// gone.
import { z } from 'zod'
import { area } from '../shared/endpoint.ts'
import { el, la, part, plain } from '../shared/field-words.ts'
import { staff, superAdmin } from '../shared/roles.ts'
import {
  flag,
  id,
  idInAddress,
  listSchema,
  nameQuery,
  optionalWholeNumber,
  pageQuery,
  timestamp,
  wholeNumber,
} from '../shared/shapes.ts'

/** Minutes for which entries are shown if no exit reports. */
export const entryShownMinutes = 90
/** Days without a report after which an exit is ignored. */
export const maxSilentExitDays = 7

export const Insider = z.object({
  /** The entry that a departure refers to. */
  id_attendance: id,
  id_client: id,
  name: z.string(),
  photo_url: z.string().nullable(),
  /** Each entry of the anonymous client is another person. */
  is_anonymous: z.boolean(),
  since: timestamp,
  /** Door of the entry; null if noted by hand or the terminal is gone. */
  door: z.string().nullable(),
  /** Time at which they count as gone. */
  until: timestamp,
})
export type Insider = z.infer<typeof Insider>

const InsideList = listSchema(Insider).extend({
  /** Total, whatever the filter. */
  inside: z.number().int(),
  /** Counted as gone without an exit within a day; 0 if exits are unknown. */
  supposed: z.number().int(),
  capacity: z.number().int().nullable(),
  /** False if no exit reported for a week: then only the last 90 minutes are shown. */
  exits_known: z.boolean(),
})
export type InsideList = z.infer<typeof InsideList>

/** A departure noted at the desk, of one person or of everybody. */
export const Departure = z.object({
  id,
  left_at: timestamp,
  /** Null for everybody. */
  name: z.string().nullable(),
  user: z.object({ id, name: z.string() }),
  /** User who took it back. */
  undone_by: z.string().nullable(),
})
export type Departure = z.infer<typeof Departure>

export const InsideSettings = z.object({
  /** Largest number of people; null is unlimited. */
  capacity: z.number().int().nullable(),
  /** Notifies when it is exceeded. */
  tells: z.boolean(),
  /** Hours after which people count as gone. */
  hours: z.number().int(),
  /** Closing time `HH:MM` in the gym's zone; null without one. */
  closes_at: z.string().nullable(),
})
export type InsideSettings = z.infer<typeof InsideSettings>

export const defaultInsideSettings: InsideSettings = { capacity: null, tells: false, hours: 4, closes_at: null }

export const InsideSettingsChange = z
  .object({
    capacity: optionalWholeNumber(1, 100_000),
    tells: z.boolean(),
    hours: wholeNumber(1, 24),
    closes_at: z
      .string()
      .max(20, 'Debe ser una hora HH:MM')
      .nullable()
      .transform((text) => text?.trim() || null)
      .refine((text) => text === null || /^([01]\d|2[0-3]):[0-5]\d$/.test(text), 'Debe ser una hora HH:MM'),
  })
  .partial()

export const insideArea = area(
  {
    'inside.list': {
      may: staff,
      method: 'GET',
      path: '/inside/',
      summary: 'Who is inside, who came last first; with `supposed` those who are taken to have left',
      query: pageQuery.extend({ name: nameQuery.optional(), supposed: flag.optional() }),
      shows: ['attendances', 'clients', 'devices', 'gym-info'],
      answer: InsideList,
      polled: true,
    },
    'inside.leave': {
      may: staff,
      method: 'POST',
      path: '/inside/departures',
      summary: 'Note that whoever came in by an attendance has left; null: all who are inside',
      body: z.object({ id_attendance: id.nullable() }),
      answer: Departure,
      status: 201,
      errors: ['row.missing', 'inside.left', 'inside.over'],
    },
    'inside.departures': {
      may: staff,
      method: 'GET',
      path: '/inside/departures',
      summary: 'Who was noted as having left, and by whom, newest first',
      query: pageQuery,
      shows: ['clients'],
      answer: listSchema(Departure),
    },
    'inside.undo': {
      may: staff,
      method: 'DELETE',
      path: '/inside/departures/{id}',
      summary: 'Take back that somebody left; it stays in the list, with who did',
      params: z.object({ id: idInAddress }),
      answer: null,
      errors: ['row.missing'],
    },
    'inside.settings': {
      may: superAdmin,
      method: 'GET',
      path: '/inside/settings',
      summary: 'How many people may be inside, and when they are taken to have left',
      answer: InsideSettings,
    },
    'inside.update-settings': {
      may: superAdmin,
      method: 'PUT',
      path: '/inside/settings',
      summary: 'Change how many people may be inside, and when they are taken to have left',
      body: InsideSettingsChange,
      answer: InsideSettings,
    },
  },
  {
    history: {
      inside_settings: {
        object: 'quién está dentro',
        fields: {
          capacity: el('aforo'),
          tells: el('aviso de aforo superado'),
          hours: plain('«Horas hasta suponer que salió»'),
          closes_at: la('hora de cierre'),
          announced: part,
        },
      },
    },
  },
)
