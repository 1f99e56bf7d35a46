import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { errorText } from '@torniquete/contract/errors.ts'
import { mayChangePlan } from '@torniquete/contract/memberships.ts'
import { isStale } from '../../api/api-error.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { MoneyField } from '../../kit/MoneyField.tsx'
import { StaleNotice } from '../../kit/StaleNotice.tsx'
import { WholeNumberField } from '../../kit/WholeNumberField.tsx'
import { validatePlan, valuesOf } from './plan-form-values.ts'
import { type EditedPlan, useSavePlan } from './use-save-plan.ts'

interface PlanFormProps {
  /** Null creates a new one. */
  edited: EditedPlan | null
  onClose: () => void
  /** Loads the row again after somebody else changed it. */
  onReload: () => void
}

export function PlanForm({ edited, onClose, onReload }: PlanFormProps) {
  const editing = edited !== null
  const form = useForm({ initialValues: valuesOf(edited?.plan ?? null), validate: validatePlan })
  const save = useSavePlan(edited, onClose, form.setErrors)
  const field = form.getInputProps
  // Asked with another name: some plans may change neither name nor duration.
  const lock = edited && mayChangePlan(edited.plan, { name: '' })
  return (
    <FormDialog
      opened
      entity="Plan de Membresía"
      editing={editing}
      submitLabel={editing ? 'Guardar cambios' : 'Crear plan'}
      pending={save.pending}
      dirty={form.isDirty()}
      error={isStale(save.error) && <StaleNotice error={save.error} onReload={onReload} />}
      unanswered={save.unanswered}
      size="md"
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.submit(values))}
    >
      <TextInput
        label="Nombre"
        description={lock && errorText(lock)}
        required
        maxLength={255}
        disabled={lock !== null}
        autoComplete="off"
        {...field('name')}
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
        <MoneyField label="Precio" required {...field('price')} />
      </SimpleGrid>
    </FormDialog>
  )
}
