import { type ClientColumn, clientColumns } from '@torniquete/contract/members/client-import.ts'
import { assignPastPasses } from '../../../door/queries.ts'
import { findCountry } from '../../../messaging/messengers/phone.ts'
import { FileImports, type Import, type ImportServices } from '../../../platform/file-import/file-imports.ts'
import type { OwnTransactionHandlers } from '../../../platform/http/context.ts'
import { clientTitles } from './column-titles.ts'
import { readExistingData, writeImport } from './queries.ts'
import type { NewRow } from './row-types.ts'
import { makeClientRules, type Summary } from './validate-row.ts'

const clientImport: Import<ClientColumn, NewRow, Summary> = {
  call: 'clients.import',
  titles: clientTitles,
  fields: Object.keys(clientColumns) as ClientColumn[], // Object.keys forgets the names
  judgement: async (tx, gym, { today, zone }) =>
    makeClientRules({ ...(await readExistingData(tx, gym)), today, country: findCountry(zone) }),
  write: async (tx, user, { rows, file }, { now, zone }) => {
    const act = await writeImport(tx, user, { rows, file, now })
    const typed = rows.flatMap(({ id_zkteco }) => id_zkteco ?? [])
    await assignPastPasses({ tx, gym: user.gym, zone, now }, typed)
    return act
  },
  texts: {
    noNameColumn: 'Di qué columna es el nombre.',
    present: 'Todos los de este archivo ya son clientes.',
    rejectedFileName: 'Clientes por corregir',
  },
}

export function clientImports(
  services: ImportServices,
): Pick<OwnTransactionHandlers, 'clients.import' | 'clients.import-rejected'> {
  const { bring, rejected } = new FileImports(services, clientImport)
  return { 'clients.import': bring, 'clients.import-rejected': rejected }
}
