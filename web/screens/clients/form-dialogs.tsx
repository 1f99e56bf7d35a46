// The form of a client, by itself: who comes to it by its address fetches neither sales nor histories.
import { editDialog } from '../../forms/EditDialog.tsx'
import { ClientForm } from './ClientForm.tsx'

export const NewClient = () => <ClientForm stored={null} />

export const EditClient = editDialog({
  read: 'clients.read',
  inputOf: (id) => ({ params: { id_client: id } }),
  Form: ClientForm,
  title: 'Editar Cliente',
})
