// Weekly hours as typed: `6-12, 18-22`.
import { Button, SimpleGrid, TextInput } from '@mantine/core'
import {
  formatSpans,
  NewSchedule,
  parseSpans,
  type Schedule,
  type Week,
  weekDays,
} from '@torniquete/contract/door/schedules.ts'
import { validateWith } from '../../forms/form-errors.ts'
import { type Stored, useRecordForm } from '../../forms/use-record-form.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'

type DayField = `day${number}`
type ScheduleValues = { name: string } & Record<DayField, string>

const fieldOf = (at: number): DayField => `day${at}`
const monday = fieldOf(1)
const workdays = weekDays.filter(({ at }) => at >= 1 && at <= 5)

const toValues = (schedule: Schedule | null): ScheduleValues => ({
  name: schedule?.name ?? '',
  ...Object.fromEntries(weekDays.map(({ at }) => [fieldOf(at), formatSpans(schedule?.week[at] ?? [])])),
})

/** Sunday first; an invalid text is reported at its day. */
function toBody(values: ScheduleValues): { name: string; week: Week } {
  const spansOf = (at: number) => {
    const read = parseSpans(values[fieldOf(at)] ?? '')
    return 'spans' in read ? read.spans : []
  }
  return { name: values.name, week: Array.from({ length: 7 }, (_, at) => spansOf(at)) }
}

const validateBody = validateWith(NewSchedule, toBody)

function validate(values: ScheduleValues): Record<string, string> {
  const { week, ...errors } = validateBody(values)
  const ofDays = weekDays.flatMap(({ at }) => {
    const read = parseSpans(values[fieldOf(at)] ?? '')
    return 'error' in read ? [[fieldOf(at), read.error]] : []
  })
  return { ...errors, ...(ofDays.length === 0 && week ? { [monday]: week } : Object.fromEntries(ofDays)) }
}

export function ScheduleForm({ stored }: { stored: Stored<Schedule> | null }) {
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
