// Classifies the rows of a client file without a database.

import type { ExistingClient, ExistingGymData } from '../members/clients/import/client-row-types.ts'
import { clientColumnTitles } from '../members/clients/import/handlers.ts'
import { makeClientRowRules } from '../members/clients/import/validate-client-row.ts'
import { findHeadingRow } from '../platform/file-import/headings.ts'
import type { TableRow } from '../platform/file-import/read-table.ts'
import { validateRows } from '../platform/file-import/validate-rows.ts'

const nobody: ExistingGymData = {
  today: '2026-06-15',
  country: 'DO',
  clients: [],
  staff: new Map(),
  plans: [],
  unknownUsers: [],
}
export async function validateClientRows(
  rows: readonly TableRow[],
  { zone = 'America/Santo_Domingo', ...against }: Partial<ExistingGymData> & { zone?: string } = {},
) {
  const by = makeClientRowRules({ ...nobody, ...against })
  const all = await validateRows(rows, findHeadingRow(rows, clientColumnTitles, null), 'name', by, zone)
  return { ...all, ...by.summarize(all.ready) }
}
/** Makes a stored client from the given fields; all other fields are empty. */
export const makeExistingClient = (who: Partial<ExistingClient> & { name: string }): ExistingClient => ({
  is_pin_typed: true,
  former: [],
  id_zkteco: null,
  card_number: null,
  phone_number: null,
  email: null,
  birth_date: null,
  ...who,
})
