import { z } from 'zod'
import { defineImportCalls, ImportRowReports, makeImportAnswerSchema } from '../shared/file-import.ts'

/** Columns that an import recognises, with their names on screen. */
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
  tax_id: 'RNC o cédula',
  legal_name: 'Razón social',
} as const
/** Columns of gyms with a country. */
export const fiscalClientColumns = ['tax_id', 'legal_name'] as const
export type ClientColumn = keyof typeof clientColumns

export const ClientImportAnswer = makeImportAnswerSchema(clientColumns).extend({
  /** Plans in the file that the gym lacks (the 20 most frequent); their rows become imported memberships. */
  unplanned: z.object({
    count: z.number().int(),
    first: z.array(z.object({ name: z.string(), rows: z.number().int() })),
  }),
  /** Number of rows with a membership. */
  members: z.number().int(),
  /** Rows of people already stored on a terminal, whose PIN they keep. */
  enrolled: ImportRowReports,
  /** Rows whose PIN a terminal stores under another name, so that the other person would pass as this client. */
  doubtful: ImportRowReports,
})
export type ClientImportAnswer = z.infer<typeof ClientImportAnswer>

export const clientImportCalls = defineImportCalls('clients', 'Clients', ClientImportAnswer, [
  'pin.taken',
  'card.taken',
])
