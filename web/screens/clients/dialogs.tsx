import {
  type ClientImportAnswer,
  clientColumns,
  fiscalClientColumns,
} from '@torniquete/contract/members/client-import.ts'
import type { ImportRowReports } from '@torniquete/contract/shared/file-import.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { call } from '../../api/call.ts'
import { fetchRejectedRowsFile } from '../../api/fetch-export-file.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DeletedRowsDialog } from '../../features/deleted/DeletedRowsDialog.tsx'
import { FileImportDialog } from '../../features/file-import/FileImportDialog.tsx'
import {
  type FileImportDefinition,
  formatImportCount,
  formatReportedRows,
  formatRowCount,
} from '../../features/file-import/file-import-definition.ts'
import { HistoryDialog } from '../../features/history/HistoryDialog.tsx'
import { SellMembershipDialog } from '../../features/memberships/SellMembershipDialog.tsx'
import { IconPhotoUp } from '../../kit/icons.ts'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { ButtonWithIcon } from '../../kit/PageActionButton.tsx'
import { useCloseDialog, useDialogPathId, useOpenDialog } from '../../navigation/open-dialog.ts'

export { CollectionDialogRoute } from '../../features/collections/CollectionDialog.tsx'
export { DayPassSoldDialog } from '../../features/memberships/DayPassSoldDialog.tsx'
export { UndecidedTerminalUsersDialog } from '../../features/terminals/UndecidedTerminalUsersDialog.tsx'
export { BiometricsDialog } from './biometrics/BiometricsDialog.tsx'
export { ClientCard } from './ClientCard.tsx'
export { CollectDebtDialog } from './ClientDebtsSection.tsx'
export { MergeClientsDialog } from './merge/MergeClientsDialog.tsx'
export { PauseMembershipDialog } from './pauses/PauseMembershipDialog.tsx'
export { UploadPhotosDialog } from './photos/UploadPhotosDialog.tsx'

export const SellMembership = () => <SellMembershipDialog client={null} onClose={useCloseDialog()} />

export function SellMembershipToClient() {
  const id = useDialogPathId()
  const close = useCloseDialog()
  const client = useEndpoint('clients.read', { params: { id_client: id } })
  if (!client.data) return <LoadingDialog title="Vender membresía" query={client} onClose={close} />
  return <SellMembershipDialog key={id} client={client.data} onClose={close} />
}

export function ClientHistory() {
  const id = useDialogPathId()
  const close = useCloseDialog()
  const client = useEndpoint('clients.read', { params: { id_client: id } })
  if (!client.data) return <LoadingDialog title="Historial" query={client} onClose={close} />
  return <HistoryDialog entity="clients" id={id} name={client.data.name} onClose={close} />
}

export const DeletedClients = () => (
  <DeletedRowsDialog
    title="Clientes eliminados"
    explanation="Un cliente restaurado recupera su número, su foto y su acceso a la puerta."
    list="clients.deleted"
    restore={(id, send) => send('clients.restore', { params: { id_client: id } })}
    done="Cliente restaurado"
    nothingFound="No se encontró ningún cliente."
  />
)

function PhotosLink() {
  const open = useOpenDialog()
  return (
    <ButtonWithIcon variant="subtle" w="fit-content" Icon={IconPhotoUp} onClick={() => open('/clients/photos')}>
      Agregar sus fotos
    </ButtonWithIcon>
  )
}

const told = (list: ImportRowReports) => ({ count: list.count, lines: formatReportedRows(list) })

const clientImport: FileImportDefinition<ClientImportAnswer> = {
  title: 'Importar clientes',
  hint: 'Un Excel (.xlsx) o un .csv con una fila de títulos: Nombre, Teléfono, Vencimiento… Antes de guardar nada se muestra qué pasará con cada fila.',
  fields: clientColumns,
  fiscalFields: fiscalClientColumns,
  one: 'cliente',
  many: 'clientes',
  summary: ({ members }) =>
    members > 0 ? `, ${formatNumber(members)} con membresía. Su membresía no cuenta como ingreso.` : '.',
  beside: <PhotosLink />,
  groups: ({ enrolled, doubtful, unplanned }) => [
    {
      ...told(doubtful),
      title: `${formatRowCount(doubtful.count)} con un número que en un dispositivo es de otra persona: su huella abrirá como el cliente. Si no es la misma, di que la columna del número no se importa`,
      opened: true,
    },
    {
      count: unplanned.count,
      lines: unplanned.first.map(({ name, rows }) => `${name}: ${formatRowCount(rows)}`),
      title: `${formatImportCount({ one: 'plan del archivo no está', many: 'planes del archivo no están' }, unplanned.count)} en Membresías: esas filas quedan como «Sin plan». Para que lleven su nombre, crea antes ${unplanned.count === 1 ? 'el plan' : 'los planes'} y elige el archivo otra vez`,
      opened: true,
    },
    {
      ...told(enrolled),
      title: `${formatRowCount(enrolled.count)} de quien ya está en un dispositivo: conserva su número y su huella`,
    },
  ],
  present: 'de quien ya es cliente o está dos veces',
  undoing: 'Se eliminan los clientes que vinieron en',
  staying: 'con los que ya se trabajó',
  read: (body, signal) => call('clients.import', { body, signal }),
  bring: (body, send) => send('clients.import', { body }),
  rejected: (body) => fetchRejectedRowsFile('clients.import-rejected', body),
  useLast: () => useEndpoint('clients.last-import', {}).data,
  undo: (id_import, send) => send('clients.undo-import', { params: { id_import } }),
}

export const ClientImportDialog = () => <FileImportDialog kind={clientImport} />
