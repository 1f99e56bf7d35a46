import { NewPlan, type Plan } from '@torniquete/contract/memberships.ts'
import { validateWith } from '../../kit/form-errors.ts'

export interface PlanValues {
  name: string
  description: string
  /** As number inputs hold them: '' is empty. */
  duration_days: number | string
  price: number | string
}

export function valuesOf(plan: Plan | null): PlanValues {
  return {
    name: plan?.name ?? '',
    description: plan?.description ?? '',
    duration_days: plan?.duration_days ?? '',
    price: plan?.price ?? '',
  }
}

/** `max_access` is always 0. */
export const bodyOf = (values: PlanValues) => ({
  ...values,
  duration_days: Number(values.duration_days),
  max_access: 0 as const, // the schema takes no other number
})

const required = 'Este campo es requerido'
const validate = validateWith(NewPlan, bodyOf)

export const validatePlan = (values: PlanValues) => ({
  ...validate(values),
  ...(values.duration_days === '' && { duration_days: required }),
  ...(values.price === '' && { price: required }),
})
