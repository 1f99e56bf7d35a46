// Who is inside: of whom an entry is known and no leaving, by a terminal or by hand. Nobody stays for ever: after so many
// hours, or when the gym closes, they are taken to have left.
import { z } from 'zod'
import { area } from './endpoint.ts'
import { el, la, part, plain } from './field-words.ts'
import { staff, superAdmin } from './roles.ts'
import {
  flag,
  id,
  idInAddress,
  listOf,
  nameQuery,
  optionalWholeNumber,
  pageQuery,
  timestamp,
  wholeNumber,
} from './shapes.ts'

/** Where no exit tells who leaves, who came is shown for so long. */
export const shownWithoutExits = 90
/** An exit that told of nobody for so many days is none any more. */
export const exitSilentDays = 7

export const Insider = z.object({
  /** Of their last entry: what is noted as left. */
  id_attendance: id,
  id_client: id,
  name: z.string(),
  photo_url: z.string().nullable(),
  /** Each entry of theirs is somebody of their own. */
  is_anonymous: z.boolean(),
  since: timestamp,
  /** By which they came in; null where a person noted it, or the terminal is no longer the gym's. */
  door: z.string().nullable(),
  /** When they are taken to have left, unless something tells of it. */
  until: timestamp,
})
export type Insider = z.infer<typeof Insider>

const InsideList = listOf(Insider).extend({
  /** All, whatever was searched. */
  inside: z.number().int(),
  /** Of whom no exit told within a day, and who are taken to have left. None where exits are not known. */
  supposed: z.number().int(),
  capacity: z.number().int().nullable(),
  /** False: those of the last 90 minutes, for no exit has told of anybody for a week. */
  exits_known: z.boolean(),
})
export type InsideList = z.infer<typeof InsideList>

/** Somebody at the desk said that somebody left, or everybody. */
export const Departure = z.object({
  id,
  left_at: timestamp,
  /** Null: all who were inside. */
  name: z.string().nullable(),
  user: z.object({ id, name: z.string() }),
  /** Who took it back. */
  undone_by: z.string().nullable(),
})
export type Departure = z.infer<typeof Departure>

export const InsideSettings = z.object({
  /** How many people may be inside; null: nobody counts. */
  capacity: z.number().int().nullable(),
  /** A notification says when more are. */
  tells: z.boolean(),
  /** After so many they are taken to have left. */
  hours: z.number().int(),
  /** When the gym closes, `HH:MM` in its zone: likewise; null: it does not, or nobody said. */
  closes_at: z.string().nullable(),
})
export type InsideSettings = z.infer<typeof InsideSettings>

export const usualInsideSettings: InsideSettings = { capacity: null, tells: false, hours: 4, closes_at: null }

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
      answer: listOf(Departure),
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
