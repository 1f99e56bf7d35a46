import { useEndpoint } from '../../api/use-endpoint.ts'
import { DeletedDialog } from '../../features/deleted/DeletedDialog.tsx'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { useCloseDialog, useDialogId } from '../../navigation/opening.ts'

export { ShownCollection } from '../../features/collections/CollectionDialog.tsx'
export { AnonymousSold } from '../../features/memberships/AnonymousSoldDialog.tsx'
export { PeopleDialog } from '../../features/terminals/PeopleDialog.tsx'
export { BiometricsDialog } from './biometrics/BiometricsDialog.tsx'
export { ClientCard } from './ClientCard.tsx'
export { CollectDialog } from './debts/CollectDialog.tsx'
export { ImportDialog } from './import/ImportDialog.tsx'
export { MergeDialog } from './merge/MergeDialog.tsx'
export { PauseDialog } from './pauses/PauseDialog.tsx'
export { PhotosDialog } from './photos/PhotosDialog.tsx'

import { HistoryDialog } from '../../features/history/HistoryDialog.tsx'
import { SellMembershipDialog } from '../../features/memberships/SellMembershipDialog.tsx'
import { editDialog } from '../../forms/EditDialog.tsx'
import { ClientForm } from './ClientForm.tsx'

export const NewClient = () => <ClientForm stored={null} />

export const EditClient = editDialog({
  read: 'clients.read',
  inputOf: (id) => ({ params: { id_client: id } }),
  Form: ClientForm,
  title: 'Editar Cliente',
})

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
