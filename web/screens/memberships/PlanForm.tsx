import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { errorText } from '@torniquete/contract/errors.ts'
import {
  mayChangePlan,
  NewPlan,
  NewTerms,
  type Plan,
  type PlanAccess,
  type PlanTerms,
} from '@torniquete/contract/memberships.ts'
import { showMoney } from '@torniquete/contract/money.ts'
import type { Send } from '../../api/use-send.ts'
import { validateWith } from '../../forms/form-errors.ts'
import { type Stored, useRecordForm } from '../../forms/use-record-form.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { MoneyField, WholeNumberField } from '../../kit/TypedField.tsx'
import { AccessFields } from './AccessFields.tsx'
import { accessBody, accessValues, noDoors } from './plan-access.ts'
import { changedTerms, TermsFields, termsValues } from './TermsFields.tsx'

/** A plan, with when and where it opens, and what else it grants. */
export type OpeningPlan = Plan & PlanAccess & PlanTerms

const valuesOf = (plan: OpeningPlan | null) => ({
  ...accessValues(plan),
  name: plan?.name ?? '',
  description: plan?.description ?? '',
  // As typed where it could not be read, for the schema to tell.
  duration_days: String(plan?.duration_days ?? ''),
  price: plan?.price ?? '',
  ...termsValues(plan),
})

type PlanValues = ReturnType<typeof valuesOf>

/** `max_access` is always 0: the schema takes no other number. */
const bodyOf = ({ name, description, duration_days, price, ...more }: PlanValues) => ({
  name,
  description,
  duration_days,
  price,
  max_access: 0 as const,
  pause_days: more.pause_days,
  pause_times: more.pause_times,
  visits: more.visits,
  each_pass: more.each_pass,
  ...accessBody(more),
})
const validatePlan = validateWith(NewPlan.extend(NewTerms.shape), bodyOf)
const validate = (values: PlanValues) => ({
  ...validatePlan(values),
  ...(values.where === 'some' && values.doors.length === 0 && { doors: noDoors }),
})

type PlanBody = ReturnType<typeof bodyOf>

const isLimited = ({ id_schedule, doors }: PlanAccess) => id_schedule !== null || doors !== null

const apart = ({ id_schedule, doors, pause_days, pause_times, visits, each_pass, ...body }: Partial<PlanBody>) => ({
  body,
  access: { id_schedule, doors },
  terms: { pause_days, pause_times, visits, each_pass },
})

/** Without what was not changed. */
const given = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values> // its own

async function create(all: PlanBody, send: Send) {
  const { id_schedule, doors } = all
  const { body, terms } = apart(all)
  const plan = await send('memberships.create', { body: body as PlanBody }) // whole, as it came
  const params = { id_membership: plan.id }
  if (isLimited(all)) await send('memberships.set-access', { params, body: { id_schedule, doors } })
  const granted = changedTerms(null, given(terms))
  if (granted) await send('memberships.set-terms', { params, body: granted })
  return plan
}

/** The plan first: somebody else may have changed it. */
async function update(row: OpeningPlan, changes: Partial<PlanBody>, ifMatch: string | null, send: Send) {
  const params = { id_membership: row.id }
  const { body, access, terms } = apart(changes)
  const plan = Object.keys(body).length > 0 ? await send('memberships.update', { params, body, ifMatch }) : row
  const granted = changedTerms(row, given(terms))
  if (granted) await send('memberships.set-terms', { params, body: granted })
  if (Object.keys(given(access)).length === 0) return plan
  const { id_schedule, doors } = { ...row, ...given(access) }
  await send('memberships.set-access', { params, body: { id_schedule, doors } })
  return plan
}

/** A plan: new, or as it is stored. */
export function PlanForm({ stored }: { stored: Stored<OpeningPlan> | null }) {
  const { form, field, dialog } = useRecordForm({
    stored,
    valuesOf,
    bodyOf,
    validate,
    create,
    update,
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
      <TermsFields field={field} values={form.getValues()} daily={lock !== null} />
      <AccessFields field={field} values={form.getValues()} />
    </FormDialog>
  )
}
