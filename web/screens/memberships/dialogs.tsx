import { Button, SimpleGrid, Text, TextInput } from '@mantine/core'
import {
  formatTimeSpans,
  parseTimeSpans,
  type Schedule,
  NewSchedule as ScheduleToCreate,
  type WeekHours,
  weekDays,
} from '@torniquete/contract/door/schedules.ts'
import { useMemo, useState } from 'react'
import { call, toETaggedAnswer } from '../../api/call.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { DeletedRowsDialog } from '../../features/deleted/DeletedRowsDialog.tsx'
import { DeleteDialog } from '../../forms/DeleteDialog.tsx'
import { makeEditDialog } from '../../forms/EditDialog.tsx'
import { makeValidator, type StoredRow, useRecordForm } from '../../forms/use-record-form.tsx'
import { useStoredRow } from '../../forms/use-stored-row.ts'
import { ClampedName } from '../../kit/ClampedText.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { IconPlus } from '../../kit/icons.ts'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { ButtonWithIcon } from '../../kit/PageActionButton.tsx'
import { makeRowActionsColumn } from '../../kit/RowActions.tsx'
import type { Column } from '../../kit/table-column.ts'
import { useCloseDialog, useDialogPathId, useOpenDialog } from '../../navigation/open-dialog.ts'
import { PlanForm } from './PlanForm.tsx'

/** Reads plan, terms and access with separate calls, which makeEditDialog does not support. */
export function EditPlan() {
  const params = { id_membership: useDialogPathId() }
  const { stored, query } = useStoredRow('memberships.access', { params })
  const terms = useEndpoint('memberships.terms', { params })
  const close = useCloseDialog()
  if (!stored || !terms.data)
    return <LoadingDialog title="Editar Plan de Membresía" size="md" query={stored ? terms : query} onClose={close} />
  const read = async () => {
    const plan = toETaggedAnswer(await call('memberships.access', { params }))
    return { ...plan, answer: { ...plan.answer, ...(await call('memberships.terms', { params })) } }
  }
  return <PlanForm stored={{ row: { ...stored.row, ...terms.data }, tag: stored.tag, read }} />
}

export const NewPlan = () => <PlanForm stored={null} />

export const DeletedPlans = () => (
  <DeletedRowsDialog
    title="Planes eliminados"
    explanation="Un plan restaurado vuelve a venderse con el precio y los días que tenía."
    list="memberships.deleted"
    restore={(id, send) => send('memberships.restore', { params: { id_membership: id } })}
    done="Plan restaurado"
    nothingFound="No se encontró ningún plan."
  />
)

export function SchedulesDialog() {
  const [deleted, setDeleted] = useState<Schedule | null>(null)
  const schedules = useEndpoint('memberships.schedules', {})
  const open = useOpenDialog()
  const onClose = useCloseDialog()
  const columns = useMemo<Column<Schedule>[]>(
    () => [
      { header: 'Nombre', folded: 'first', cell: ({ name }) => <ClampedName>{name}</ClampedName> },
      { header: 'Horas', cell: ({ shown }) => shown },
      makeRowActionsColumn<Schedule>({
        onEdit: ({ id }) => open('/memberships/schedules/$id/edit', id),
        onDelete: setDeleted,
      }),
    ],
    [open],
  )
  return (
    <Dialog onClose={onClose} title="Horarios" size="lg">
      <Text size="sm" c="dimmed" mb="sm">
        Horas en las que puede abrir un plan, como «Turno mañana». Se eligen en cada plan, y un cambio vale también para
        quien ya lo compró.
      </Text>
      <ButtonWithIcon Icon={IconPlus} mb="md" data-autofocus onClick={() => open('/memberships/schedules/new')}>
        Nuevo horario
      </ButtonWithIcon>
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

export const EditSchedule = makeEditDialog({
  read: 'memberships.schedule',
  inputOf: (id) => ({ params: { id_schedule: id } }),
  Form: ScheduleForm,
  title: 'Editar Horario',
  size: 'md',
})

type DayField = `day${number}`
/** Opening hours of each weekday as typed: `6-12, 18-22`. */
type ScheduleValues = { name: string } & Record<DayField, string>

const fieldOf = (at: number): DayField => `day${at}`
const monday = fieldOf(1)
const workdays = weekDays.filter(({ at }) => at >= 1 && at <= 5)

const toValues = (schedule: Schedule | null): ScheduleValues => ({
  name: schedule?.name ?? '',
  ...Object.fromEntries(weekDays.map(({ at }) => [fieldOf(at), formatTimeSpans(schedule?.week[at] ?? [])])),
})

/** Request body of the form; `week` begins on Sunday. Invalid text counts as closed; its field shows the error. */
function toBody(values: ScheduleValues): { name: string; week: WeekHours } {
  const spansOf = (at: number) => {
    const read = parseTimeSpans(values[fieldOf(at)] ?? '')
    return 'spans' in read ? read.spans : []
  }
  return { name: values.name, week: Array.from({ length: 7 }, (_, at) => spansOf(at)) }
}

const validateBody = makeValidator(ScheduleToCreate, toBody)

function validate(values: ScheduleValues): Record<string, string> {
  const { week, ...errors } = validateBody(values)
  const ofDays = weekDays.flatMap(({ at }) => {
    const read = parseTimeSpans(values[fieldOf(at)] ?? '')
    return 'error' in read ? [[fieldOf(at), read.error]] : []
  })
  return { ...errors, ...(ofDays.length === 0 && week ? { [monday]: week } : Object.fromEntries(ofDays)) }
}

function ScheduleForm({ stored }: { stored: StoredRow<Schedule> | null }) {
  const { form, field, dialog } = useRecordForm({
    stored,
    toValues,
    toBody,
    validate,
    create: (body, send) => send('memberships.create-schedule', { body }),
    update: ({ id }, body, ifMatch, send) =>
      send('memberships.update-schedule', { params: { id_schedule: id }, body, ifMatch }),
    created: 'Horario creado',
    updated: 'Horario guardado',
    detail: ({ shown }) => shown,
  })
  const first = form.getValues()[monday] ?? ''
  const isUneven = first.trim() !== '' && workdays.some(({ at }) => form.getValues()[fieldOf(at)] !== first)
  return (
    <FormDialog {...dialog} entity="Horario" size="md">
      <TextInput required maxLength={60} placeholder="Turno mañana" {...field('name', 'Nombre')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {weekDays.map(({ at, name }) => (
          <TextInput
            key={at}
            placeholder="Cerrado"
            {...field(fieldOf(at), name, at === 1 ? { description: 'Como 6:00–12:00; varios, con coma' } : {})}
          />
        ))}
      </SimpleGrid>
      {isUneven && (
        <Button
          variant="default"
          size="compact-md"
          h={44}
          onClick={() => form.setValues(Object.fromEntries(workdays.map(({ at }) => [fieldOf(at), first])))}
        >
          Igual de lunes a viernes
        </Button>
      )}
    </FormDialog>
  )
}
