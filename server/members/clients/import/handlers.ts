import { type ClientColumn, clientColumns } from '@torniquete/contract/members/client-import.ts'
import { adoptPastPasses } from '../../../door/queries.ts'
import { findCountry } from '../../../messaging/messengers/phone.ts'
import { FileImports, type Import, type ImportServices } from '../../../platform/file-import/file-imports.ts'
import { badChoices } from '../../../platform/file-import/sent-file.ts'
import type { OwnTransactionHandlers } from '../../../platform/http/context.ts'
import { clientJudgement, type Summary } from './judge.ts'
import { readKnown, writeImport } from './queries.ts'
import { type Brought, isNew } from './rows.ts'
import { clientTitles } from './titles.ts'

const clientImport: Import<ClientColumn, Brought, Summary> = {
  call: 'clients.import',
  titles: clientTitles,
  fields: Object.keys(clientColumns) as ClientColumn[], // Object.keys forgets the names
  judgement: async (tx, gym, { today, zone, choices }) => {
    // One phone with different names is mostly a family, so matches are decided one by one.
    if (choices?.kinds.other === 'complete') throw badChoices
    return clientJudgement({ ...(await readKnown(tx, gym, today)), country: findCountry(zone), choices })
  },
  write: async (tx, user, { rows, ...sent }, { now, zone }) => {
    const act = await writeImport(tx, user, { ...sent, rows, now })
    const typed = rows.filter(isNew).flatMap(({ id_zkteco }) => id_zkteco ?? [])
    await adoptPastPasses({ tx, gym: user.gym, zone, now }, typed)
    return act
  },
  texts: {
    nameless: 'Di qué columna es el nombre.',
    present: 'Todos los de este archivo ya son clientes.',
    mend: 'Clientes por corregir',
  },
}

export function clientImports(
  services: ImportServices,
): Pick<OwnTransactionHandlers, 'clients.import' | 'clients.import-rejected' | 'clients.import-progress'> {
  const { bring, rejected, progress } = new FileImports(services, clientImport)
  return { 'clients.import': bring, 'clients.import-rejected': rejected, 'clients.import-progress': progress }
}
