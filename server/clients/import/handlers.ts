// Clients of a file.
import { type ClientColumn, clientColumns } from '@torniquete/contract/client-import.ts'
import { takeOverPasses } from '../../door/queries.ts'
import { FileImports, type Import, type ImportServices } from '../../file-import/file-imports.ts'
import type { OwnWayHandlers } from '../../http/context.ts'
import { clientJudgement, type NewRow } from './judge.ts'
import { readKnown, writeImport } from './queries.ts'
import { clientTitles } from './titles.ts'

const clientImport: Import<ClientColumn, NewRow, { members: number }> = {
  call: 'clients.import',
  titles: clientTitles,
  fields: Object.keys(clientColumns) as ClientColumn[], // Object.keys forgets the names
  judgement: async (tx, gym, { today }) => clientJudgement(await readKnown(tx, gym, today)),
  summaryOf: (ready) => ({ members: ready.filter(({ period }) => period !== null).length }),
  write: async (tx, user, rows, file, { now, zone }) => {
    const act = await writeImport(tx, user, { rows, file, now })
    const typed = rows.flatMap(({ id_zkteco }) => id_zkteco ?? [])
    await takeOverPasses({ tx, gym: user.gym, zone, now }, typed)
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
): Pick<OwnWayHandlers, 'clients.import' | 'clients.import-rejected'> {
  const { bring, rejected } = new FileImports(services, clientImport)
  return { 'clients.import': bring, 'clients.import-rejected': rejected }
}
