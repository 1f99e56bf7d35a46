// The dialogs that have an address below the clients' page, but for the form's.
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DeletedDialog } from '../../features/deleted/DeletedDialog.tsx'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { dialogOnDemand } from '../../kit/on-demand.tsx'
import { useCloseDialog, useDialogId } from '../../navigation/opening.ts'

export { AnonymousSold } from '../../features/memberships/AnonymousSoldDialog.tsx'
export { PeopleDialog } from '../../features/terminals/PeopleDialog.tsx'

import { HistoryDialog } from '../../features/history/HistoryDialog.tsx'
import { SellMembershipDialog } from '../../features/memberships/SellMembershipDialog.tsx'

/** The client is picked in it. */
export const SellToSomebody = () => <SellMembershipDialog client={null} onClose={useCloseDialog()} />

export function SellToClient() {
  const id = useDialogId()
  const close = useCloseDialog()
  const client = useEndpoint('clients.read', { params: { id_client: id } })
  if (!client.data) return <LoadingDialog title="Vender membresía" query={client} onClose={close} />
  return <SellMembershipDialog key={id} client={client.data} onClose={close} />
}

export function ClientHistory() {
  const id = useDialogId()
  const close = useCloseDialog()
  const client = useEndpoint('clients.read', { params: { id_client: id } })
  if (!client.data) return <LoadingDialog title="Historial" query={client} onClose={close} />
  return <HistoryDialog entity="clients" id={id} name={client.data.name} onClose={close} />
}

/** Rare: who sells does not fetch it. */
export const MergeClients = dialogOnDemand(() => import('./merge/MergeDialog.tsx'), 'MergeDialog', useCloseDialog)

export const ClientBiometrics = dialogOnDemand(
  () => import('./biometrics/BiometricsDialog.tsx'),
  'BiometricsDialog',
  useCloseDialog,
)

export const PauseMembership = dialogOnDemand(() => import('./pauses/PauseDialog.tsx'), 'PauseDialog', useCloseDialog)

export const CollectDebt = dialogOnDemand(() => import('./debts/CollectDialog.tsx'), 'CollectDialog', useCloseDialog)

export const ShownCollection = dialogOnDemand(
  () => import('../../features/collections/CollectionDialog.tsx'),
  'ShownCollection',
  useCloseDialog,
)

export const DeletedClients = () => (
  <DeletedDialog
    title="Clientes eliminados"
    explanation="Un cliente restaurado recupera su número, su foto y su acceso a la puerta."
    list="clients.deleted"
    restore={(id, send) => send('clients.restore', { params: { id_client: id } })}
    done="Cliente restaurado"
    nothingFound="No se encontró ningún cliente."
  />
)
