import { z } from 'zod'
import { importAnswer, importCalls, ReportedRows, rowChoices } from '../shared/file-import.ts'
import { id } from '../shared/shapes.ts'

/** Columns by their names on screen. */
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

/** A client of the same name; of another name but equal PIN, card, phone or mail; or an earlier row. */
export const similarKinds = ['named', 'other', 'repeated'] as const
export type SimilarKind = (typeof similarKinds)[number]

/** Fields by which a row matches. */
export const similarityFields = ['id_zkteco', 'card_number', 'phone_number', 'email', 'birth_date', 'name'] as const
export type SimilarityField = (typeof similarityFields)[number]

/** A row that probably is a client, or repeats an earlier row with more data. */
const SimilarRow = z.object({
  row: z.number().int(),
  name: z.string(),
  kind: z.enum(similarKinds),
  /** Null for a repeat. */
  client: z.object({ id, name: z.string(), id_zkteco: z.number().int().nullable() }).nullable(),
  repeats: z.number().int().nullable(),
  by: z.array(z.enum(similarityFields)),
  /** Data to add, and differing data of the client, which stays. */
  adds: z.array(z.string()),
  keeps: z.array(z.string()),
  /** Current choice. */
  choice: z.enum(rowChoices),
})
export type SimilarRow = z.infer<typeof SimilarRow>

export const ClientImportAnswer = importAnswer(clientColumns).extend({
  /** Number of known clients completed. */
  filled: z.number().int(),
  /** Probable matches: numbers by kind, and the first of them. */
  similar: z.object({
    named: z.number().int(),
    other: z.number().int(),
    repeated: z.number().int(),
    first: z.array(SimilarRow),
  }),
  /** Plans that the gym lacks, the most frequent twenty; their rows become imported memberships. */
  unplanned: z
    .object({ count: z.number().int(), first: z.array(z.object({ name: z.string(), rows: z.number().int() })) })
    .optional(),
  /** Number of rows with a membership. */
  members: z.number().int(),
  /** People found on a terminal, who keep its PIN. */
  enrolled: ReportedRows,
  /** PINs that a terminal has under another name: that person would pass as this client. */
  doubtful: ReportedRows,
  /** Unknown users on terminals who are in no row; the first hundred by name. */
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
