// Clients that come in a file of another system: first shown, row by row, then written, all or nothing.
import { z } from 'zod'
import { admins } from './roles.ts'
import { id, idInAddress, timestamp } from './shapes.ts'

/** What a column of the file may be, as people call it. */
export const importFields = {
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
export type ImportField = keyof typeof importFields
const field = z.enum(Object.keys(importFields) as [ImportField, ...ImportField[]]) // Object.keys forgets the names

/** Bytes of a file, and rows of it. */
export const importLimit = 4 * 1024 * 1024
export const importRows = 10_000

/** What each column of the file is, from the left; null: it is not taken. Where nothing is said, by its heading. */
export const ImportColumns = z.array(field.nullable()).max(200)

const Told = z.object({
  /** As the file's own program counts them, from 1 on. */
  row: z.number().int(),
  name: z.string(),
  reasons: z.array(z.string()),
})
export type Told = z.infer<typeof Told>

export const ClientImport = z.object({
  id,
  file_name: z.string(),
  user: z.string(),
  created_at: timestamp,
  clients: z.number().int(),
})
export type ClientImport = z.infer<typeof ClientImport>

export const ImportAnswer = z.object({
  columns: z.array(
    z.object({
      heading: z.string(),
      field: field.nullable(),
      samples: z.array(z.string()),
      /** Its days are written with the month first, as one of them shows. */
      month_first: z.boolean(),
    }),
  ),
  /** How many clients would be made, of whom so many have a membership. */
  ready: z.number().int(),
  members: z.number().int(),
  /** Who is a client already, or stands in the file twice: the first hundred of them. */
  present: z.object({ count: z.number().int(), first: z.array(Told) }),
  /** Who cannot be taken as they stand, and why: the first hundred of them. */
  rejected: z.object({ count: z.number().int(), first: z.array(Told) }),
  /** Why nobody can be taken; null where somebody can. */
  refusal: z.string().nullable(),
  /** Of what would be made; to be sent back as `confirm`. */
  digest: z.string(),
  /** What was made; null as long as it is only shown. */
  imported: ClientImport.nullable(),
})
export type ImportAnswer = z.infer<typeof ImportAnswer>

export const importCalls = {
  'clients.import': {
    may: admins,
    method: 'POST',
    path: '/clients/import',
    summary:
      'Clients of a file, multipart field `file` (.xlsx or .csv): judged row by row, and written where the field `confirm` holds the digest of what was shown. `columns`: JSON, what each column is',
    bodyType: 'multipart',
    answer: ImportAnswer,
    errors: ['import.unreadable', 'import.too-large', 'import.changed', 'import.busy', 'pin.taken', 'card.taken'],
  },
  'clients.import-rejected': {
    may: admins,
    method: 'POST',
    path: '/clients/import/rejected',
    summary: 'The rows of the same file that cannot be taken, as an Excel file with their reasons, to be mended',
    bodyType: 'multipart',
    answer: 'raw',
    repeatable: true,
    errors: ['import.unreadable', 'import.too-large', 'import.busy'],
  },
  'clients.last-import': {
    may: admins,
    method: 'GET',
    path: '/clients/import',
    summary: 'The last import that can still be undone; null where there is none',
    answer: z.object({ last: ClientImport.nullable() }),
  },
  'clients.undo-import': {
    may: admins,
    method: 'DELETE',
    path: '/clients/import/{id_import}',
    summary: 'Undo an import within a day: its clients are deleted, but for those with whom something happened since',
    params: z.object({ id_import: idInAddress }),
    answer: z.object({ deleted: z.number().int(), kept: z.number().int() }),
    errors: ['row.missing'],
  },
} as const
