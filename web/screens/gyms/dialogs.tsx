// The dialogs that have an address below the gyms' page.
import { DeletedRows } from '../../forms/DeletedDialog.tsx'
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

export const DeletedGyms = () => (
  <DeletedRows
    title="Gimnasios eliminados"
    explanation="Durante 30 días un gimnasio eliminado se puede restaurar con todos sus datos."
    list="gyms.deleted"
    restore={(id, send) => send('gyms.restore', { params: { id: id } })}
    done="Gimnasio restaurado"
    empty="No hay gimnasios eliminados"
    nothingFound="No se encontró ningún gimnasio."
    zone={Intl.DateTimeFormat().resolvedOptions().timeZone}
  />
)
