import { NewPlan, type Plan } from '@torniquete/contract/memberships.ts'
import { validateWith } from '../../kit/form-errors.ts'

export interface PlanValues {
  name: string
  description: string
  /** As typed where it could not be read, for the schema to tell. */
  duration_days: string
  price: string
}

export function valuesOf(plan: Plan | null): PlanValues {
  return {
    name: plan?.name ?? '',
    description: plan?.description ?? '',
    duration_days: String(plan?.duration_days ?? ''),
    price: plan?.price ?? '',
  }
}

/** `max_access` is always 0. */
export const bodyOf = (values: PlanValues) => ({
  ...values,
  max_access: 0 as const, // the schema takes no other number
})

export const validatePlan = validateWith(NewPlan, bodyOf)
