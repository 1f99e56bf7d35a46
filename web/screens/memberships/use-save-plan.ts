import type { Plan } from '@torniquete/contract/memberships.ts'
import { type Save, useSave } from '../../api/use-save.ts'
import { bodyOf, type PlanValues } from './plan-form-values.ts'

export interface EditedPlan {
  plan: Plan
  tag: string | null
}

export function useSavePlan(
  edited: EditedPlan | null,
  onSaved: () => void,
  setErrors: (errors: Record<string, string>) => void,
): Save<PlanValues> {
  return useSave({
    run: (values: PlanValues, send) =>
      edited
        ? send('memberships.update', {
            params: { id_membership: edited.plan.id },
            body: bodyOf(values),
            ifMatch: edited.tag,
          })
        : send('memberships.create', { body: bodyOf(values) }),
    done: edited ? 'Plan de Membresía editado con éxito.' : 'Plan de Membresía creado con éxito.',
    invalidates: ['memberships'],
    onSaved,
    setErrors,
  })
}
