// Opening hours, and the plans that use them.
import { Text } from '@mantine/core'
import type { Schedule } from '@torniquete/contract/door/schedules.ts'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'
import { editDialog } from '../../forms/EditDialog.tsx'
import { Named } from '../../kit/Clamped.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { IconPlus } from '../../kit/icons.ts'
import { IconButton } from '../../kit/PageButton.tsx'
import { rowActsColumn } from '../../kit/RowActions.tsx'
import type { Column } from '../../kit/table-column.ts'
import { useCloseDialog, useOpenDialog } from '../../navigation/opening.ts'
import { ScheduleForm } from './ScheduleForm.tsx'

export function SchedulesDialog() {
  const [deleted, setDeleted] = useState<Schedule | null>(null)
  const schedules = useEndpoint('memberships.schedules', {})
  const open = useOpenDialog()
  const onClose = useCloseDialog()
  const columns = useMemo<Column<Schedule>[]>(
    () => [
      { header: 'Nombre', folded: 'first', cell: ({ name }) => <Named>{name}</Named> },
      { header: 'Horas', cell: ({ shown }) => shown },
      rowActsColumn<Schedule>({
        onEdit: ({ id }) => open('/memberships/schedules/$id/edit', id),
        onDelete: setDeleted,
      }),
    ],
    [open],
  )
  return (
    <Dialog onClose={onClose} title="Horarios" size="lg" closeOnEscape={deleted === null}>
      <Text size="sm" c="dimmed" mb="sm">
        Horas en las que puede abrir un plan, como «Turno mañana». Se eligen en cada plan, y un cambio vale también para
        quien ya lo compró.
      </Text>
      <IconButton Icon={IconPlus} mb="md" data-autofocus onClick={() => open('/memberships/schedules/new')}>
        Nuevo horario
      </IconButton>
      <DataTable
        label="Horarios"
        columns={columns}
        rows={schedules.data}
        rowKey={({ id }) => id}
        query={schedules}
        unprinted
        empty="No hay horarios: todos los planes abren a cualquier hora"
      />
      {deleted && (
        <DeleteDialog
          remove={(send) => send('memberships.delete-schedule', { params: { id_schedule: deleted.id } })}
          done="Horario eliminado"
          failed="No se eliminó el horario"
          tryAgain={({ message }) => message}
          onClose={() => setDeleted(null)}
        >
          ¿Eliminar el horario <strong>{deleted.name}</strong>?
        </DeleteDialog>
      )}
    </Dialog>
  )
}

export const NewSchedule = () => <ScheduleForm stored={null} />

export const EditSchedule = editDialog({
  read: 'memberships.schedule',
  inputOf: (id) => ({ params: { id_schedule: id } }),
  Form: ScheduleForm,
  title: 'Editar Horario',
  size: 'md',
})
