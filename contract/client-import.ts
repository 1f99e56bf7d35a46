// Clients that come in a file.
import { z } from 'zod'
import { importAnswer, importCalls, ToldRows } from './file-import.ts'

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

export const ClientImportAnswer = importAnswer(clientColumns).extend({
  /** How many of those that would be made have a membership. */
  members: z.number().int(),
  /** Who is on a terminal already, where nobody knew who it was: they keep the number that it knows them by. */
  enrolled: ToldRows,
  /** Whose number a terminal has under another name: whoever is enrolled there would pass as this client. */
  doubtful: ToldRows,
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
