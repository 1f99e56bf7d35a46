// Clients of a file.
import { type ClientColumn, type ClientImportAnswer, clientColumns } from '@torniquete/contract/client-import.ts'
import { takeOverPasses } from '../../door/queries.ts'
import { FileImports, type Import, type ImportServices, toldRows } from '../../file-import/file-imports.ts'
import type { OwnWayHandlers } from '../../http/context.ts'
import { clientJudgement } from './judge.ts'
import { readKnown, writeImport } from './queries.ts'
import type { NewRow } from './rows.ts'
import { clientTitles } from './titles.ts'

const placesOf = (ready: readonly NewRow[], doubtful: boolean) =>
  ready.flatMap(({ row, name, enrolled }) =>
    enrolled?.doubtful === doubtful ? [{ row, name, reasons: [enrolled.place] }] : [],
  )

const clientImport: Import<ClientColumn, NewRow, Pick<ClientImportAnswer, 'members' | 'enrolled' | 'doubtful'>> = {
  call: 'clients.import',
  titles: clientTitles,
  fields: Object.keys(clientColumns) as ClientColumn[], // Object.keys forgets the names
  judgement: async (tx, gym, { today }) => clientJudgement(await readKnown(tx, gym, today)),
  summaryOf: (ready) => ({
    members: ready.filter(({ period }) => period !== null).length,
    enrolled: toldRows(placesOf(ready, false)),
    doubtful: toldRows(placesOf(ready, true)),
  }),
  write: async (tx, user, { rows, ...sent }, { now, zone }) => {
    const act = await writeImport(tx, user, { ...sent, rows, now })
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
): Pick<OwnWayHandlers, 'clients.import' | 'clients.import-rejected' | 'clients.import-progress'> {
  const { bring, rejected, progress } = new FileImports(services, clientImport)
  return { 'clients.import': bring, 'clients.import-rejected': rejected, 'clients.import-progress': progress }
}
