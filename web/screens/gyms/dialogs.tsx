// The dialogs that have an address below the gyms' page.
import { EditDialog } from '../../forms/EditDialog.tsx'
import { useDialogId } from '../../opening.ts'
import { GymForm } from './GymForm.tsx'

export const NewGym = () => <GymForm stored={null} />

export function EditGym() {
  const id = useDialogId()
  return (
    <EditDialog key={id} read="gyms.read" input={{ params: { id } }} title="Editar Gimnasio">
      {(stored) => <GymForm stored={stored} />}
    </EditDialog>
  )
}
