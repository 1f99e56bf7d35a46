import { DeletedRows } from '../../features/deleted/DeletedDialog.tsx'
import { editDialog } from '../../forms/EditDialog.tsx'
import { ownZone } from '../../kit/own-zone.ts'
import { GymForm } from './GymForm.tsx'

export const NewGym = () => <GymForm stored={null} />

export const EditGym = editDialog({
  read: 'gyms.read',
  inputOf: (id) => ({ params: { id } }),
  Form: GymForm,
  title: 'Editar Gimnasio',
})

export const DeletedGyms = () => (
  <DeletedRows
    title="Gimnasios eliminados"
    explanation="Durante 30 días un gimnasio eliminado se puede restaurar con todos sus datos."
    list="gyms.deleted"
    restore={(id, send) => send('gyms.restore', { params: { id: id } })}
    done="Gimnasio restaurado"
    nothingFound="No se encontró ningún gimnasio."
    zone={ownZone()}
  />
)
