import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import {
  mayChangePlan,
  NewPlan,
  NewTerms,
  type OpeningPlan,
  type PlanTerms,
} from '@torniquete/contract/members/memberships.ts'
import { errorText } from '@torniquete/contract/shared/errors.ts'
import { showMoney } from '@torniquete/contract/shared/money.ts'
import type { Send } from '../../api/call.ts'
import { validateWith } from '../../forms/form-errors.ts'
import { type Stored, useRecordForm } from '../../forms/use-record-form.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { MoneyField, WholeNumberField } from '../../kit/TypedField.tsx'
import { AccessFields } from './AccessFields.tsx'
import { accessBody, accessValues, noDoors } from './plan-access.ts'
import { changedTerms, TermsFields, type TermsValues, termsValues } from './TermsFields.tsx'

/** A plan with its terms and access. */
type GrantingPlan = OpeningPlan & PlanTerms

const toValues = (plan: GrantingPlan | null) => ({
  ...accessValues(plan),
  name: plan?.name ?? '',
  description: plan?.description ?? '',
  // Invalid text stays as typed, for the schema to reject.
  duration_days: String(plan?.duration_days ?? ''),
  price: plan?.price ?? '',
  ...termsValues(plan),
})

type PlanValues = ReturnType<typeof toValues>

/** `max_access` is always 0, the schema's only value. */
const toBody = ({ name, description, duration_days, price, ...more }: PlanValues) => ({
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
const validatePlan = validateWith(NewPlan.extend(NewTerms.shape), toBody)
const validate = (values: PlanValues) => ({
  ...validatePlan(values),
  ...(values.where === 'some' && values.doors.length === 0 && { doors: noDoors }),
})

type PlanBody = ReturnType<typeof toBody>

/** Separates the plan's own fields from the others. */
function apart<Some extends Partial<PlanBody>>(sent: Some) {
  const { pause_days, pause_times, visits, each_pass, ...body } = sent
  const terms = Object.entries({ pause_days, pause_times, visits, each_pass }).filter(
    ([, value]) => value !== undefined,
  )
  return { body, terms: Object.fromEntries(terms) as Partial<TermsValues> }
}

async function create(all: PlanBody, send: Send) {
  const { body, terms } = apart(all)
  const plan = await send('memberships.create', { body })
  const granted = changedTerms(null, terms)
  if (granted) await send('memberships.set-terms', { params: { id_membership: plan.id }, body: granted })
  return plan
}

/** The plan is saved first, because another user may have changed it. */
async function update(row: GrantingPlan, changes: Partial<PlanBody>, ifMatch: string | null, send: Send) {
  const params = { id_membership: row.id }
  const { body, terms } = apart(changes)
  const plan = Object.keys(body).length > 0 ? await send('memberships.update', { params, body, ifMatch }) : row
  const granted = changedTerms(row, terms)
  if (granted) await send('memberships.set-terms', { params, body: granted })
  return plan
}

export function PlanForm({ stored }: { stored: Stored<GrantingPlan> | null }) {
  const { form, field, dialog } = useRecordForm({
    stored,
    toValues,
    toBody,
    numbers: ['duration_days', 'pause_days', 'pause_times', 'visits'],
    validate,
    create,
    update,
    created: 'Plan de Membresía creado con éxito.',
    updated: 'Plan de Membresía editado con éxito.',
  })
  // Variable name, because some plans allow no change of name or duration.
  const lock = stored && mayChangePlan(stored.row, { name: '' })
  return (
    <FormDialog {...dialog} entity="Plan de Membresía" size="md">
      <TextInput
        required
        maxLength={255}
        disabled={lock !== null}
        {...field('name', 'Nombre', { description: lock && errorText(lock) })}
      />
      <Textarea maxLength={255} {...field('description', 'Descripción')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <WholeNumberField
          required
          min={1}
          max={36_500}
          disabled={lock !== null}
          {...field('duration_days', 'Duración (días)')}
        />
        <MoneyField required {...field('price', 'Precio', { show: showMoney })} />
      </SimpleGrid>
      <TermsFields field={field} values={form.getValues()} daily={lock !== null} />
      <AccessFields field={field} values={form.getValues()} />
    </FormDialog>
  )
}
