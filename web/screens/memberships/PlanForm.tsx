import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { errorText } from '@torniquete/contract/errors.ts'
import { mayChangePlan, NewPlan, type OpeningPlan } from '@torniquete/contract/memberships.ts'
import { showMoney } from '@torniquete/contract/money.ts'
import { validateWith } from '../../forms/form-errors.ts'
import { type Stored, useRecordForm } from '../../forms/use-record-form.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { MoneyField, WholeNumberField } from '../../kit/TypedField.tsx'
import { AccessFields } from './AccessFields.tsx'
import { accessBody, accessValues, noDoors } from './plan-access.ts'

const valuesOf = (plan: OpeningPlan | null) => ({
  ...accessValues(plan),
  name: plan?.name ?? '',
  description: plan?.description ?? '',
  // As typed where it could not be read, for the schema to tell.
  duration_days: String(plan?.duration_days ?? ''),
  price: plan?.price ?? '',
})

type PlanValues = ReturnType<typeof valuesOf>

/** `max_access` is always 0: the schema takes no other number. */
const bodyOf = ({ name, description, duration_days, price, ...access }: PlanValues) => ({
  name,
  description,
  duration_days,
  price,
  max_access: 0 as const,
  ...accessBody(access),
})
const validatePlan = validateWith(NewPlan, bodyOf)
const validate = (values: PlanValues) => ({
  ...validatePlan(values),
  ...(values.where === 'some' && values.doors.length === 0 && { doors: noDoors }),
})

/** A plan: new, or as it is stored. */
export function PlanForm({ stored }: { stored: Stored<OpeningPlan> | null }) {
  const { form, field, dialog } = useRecordForm({
    stored,
    valuesOf,
    bodyOf,
    validate,
    create: (body, send) => send('memberships.create', { body }),
    update: ({ id }, body, ifMatch, send) =>
      send('memberships.update', { params: { id_membership: id }, body, ifMatch }),
    created: 'Plan de Membresía creado con éxito.',
    updated: 'Plan de Membresía editado con éxito.',
  })
  // Asked with another name: some plans may change neither name nor duration.
  const lock = stored && mayChangePlan(stored.row, { name: '' })
  return (
    <FormDialog
      {...dialog}
      entity="Plan de Membresía"
      submitLabel={stored ? 'Guardar cambios' : 'Crear plan'}
      size="md"
    >
      <TextInput
        label="Nombre"
        required
        maxLength={255}
        disabled={lock !== null}
        autoComplete="off"
        {...field('name', { description: lock && errorText(lock) })}
      />
      <Textarea label="Descripción" maxLength={255} {...field('description')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <WholeNumberField
          label="Duración (días)"
          required
          min={1}
          max={36_500}
          disabled={lock !== null}
          {...field('duration_days')}
        />
        <MoneyField label="Precio" required {...field('price', { show: showMoney })} />
      </SimpleGrid>
      <AccessFields field={field} values={form.getValues()} />
    </FormDialog>
  )
}
