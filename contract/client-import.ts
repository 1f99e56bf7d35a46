// Clients that come in a file.
import { z } from 'zod'
import { importAnswer, importCalls, ReportedRows, rowChoices } from './file-import.ts'
import { id } from './shapes.ts'

/** What a column of the file may be, as people call it. */
export const clientColumns = {
  name: 'Nombre',
  middle_name: 'Segundo nombre',
  last_name: 'Apellido',
  second_last_name: 'Segundo apellido',
  id_zkteco: 'Número',
  card_number: 'Tarjeta',
  phone_number: 'Teléfono',
  email: 'Correo',
  birth_date: 'Nacimiento',
  address: 'Dirección',
  plan: 'Plan',
  start_date: 'Inicio',
  expires: 'Vencimiento',
  notes: 'Notas',
} as const
export type ClientColumn = keyof typeof clientColumns

/**
 * Of the same name as a client, or of another whose number, card, phone or mail is the same; or of somebody who stands further up
 * in the file.
 */
export const similarKinds = ['named', 'other', 'repeated'] as const
export type SimilarKind = (typeof similarKinds)[number]

/** By what a row is known to be of somebody. */
export const similarBy = ['id_zkteco', 'card_number', 'phone_number', 'email', 'birth_date', 'name'] as const
export type SimilarBy = (typeof similarBy)[number]

/** A row that is probably of somebody who is a client already, or stands in the file already and says more of them. */
const SimilarRow = z.object({
  row: z.number().int(),
  name: z.string(),
  kind: z.enum(similarKinds),
  /** Null where it repeats a row of the file. */
  client: z.object({ id, name: z.string(), id_zkteco: z.number().int().nullable() }).nullable(),
  repeats: z.number().int().nullable(),
  by: z.array(z.enum(similarBy)),
  /** What would be added to the client, as it is told, and what the client has otherwise and keeps. */
  adds: z.array(z.string()),
  keeps: z.array(z.string()),
  /** What becomes of it now. */
  choice: z.enum(rowChoices),
})
export type SimilarRow = z.infer<typeof SimilarRow>

export const ClientImportAnswer = importAnswer(clientColumns).extend({
  /** How many of them are clients already, to whose cards is added what these lack. */
  filled: z.number().int(),
  /** Those that are probably clients already, and those that repeat others; of each kind so many, the first of them one by one. */
  similar: z.object({
    named: z.number().int(),
    other: z.number().int(),
    repeated: z.number().int(),
    first: z.array(SimilarRow),
  }),
  /** Plans that it names and the gym has not, the first twenty by their rows: what is paid of them is one of imported clients. */
  unplanned: z
    .object({ count: z.number().int(), first: z.array(z.object({ name: z.string(), rows: z.number().int() })) })
    .optional(),
  /** How many of those that are brought in have a membership by it. */
  members: z.number().int(),
  /** Who is on a terminal already, where nobody knew who it was: they keep the number that it knows them by. */
  enrolled: ReportedRows,
  /** Whose number a terminal has under another name: whoever is enrolled there would pass as this client. */
  doubtful: ReportedRows,
  /** Who is on a terminal, nobody's yet, and no row's either; the first hundred by name. */
  strangers: z.object({
    count: z.number().int(),
    first: z.array(z.object({ pin: z.number().int(), name: z.string(), device: z.string() })),
  }),
})
export type ClientImportAnswer = z.infer<typeof ClientImportAnswer>

const calls = importCalls('/clients/import', 'Clients', ClientImportAnswer, ['pin.taken', 'card.taken'])

export const clientImportCalls = {
  'clients.import': calls.import,
  'clients.import-rejected': calls.rejected,
  'clients.import-progress': calls.progress,
  'clients.last-import': calls.last,
  'clients.undo-import': calls.undo,
} as const
