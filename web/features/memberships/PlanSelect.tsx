import type { UseQueryResult } from '@tanstack/react-query'
import { formatTerms, type Plan } from '@torniquete/contract/members/memberships.ts'
import { counted } from '@torniquete/contract/shared/numbers.ts'
import { useMemo } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ChoiceField } from '../../kit/ChoiceField.tsx'
import classes from '../../kit/choice-field.module.css'
import { Money } from '../../kit/Money.tsx'
import { focusNextField } from '../../kit/next-field.ts'
import { useMatching } from '../../kit/use-matching.ts'

export function useTerms(): ReadonlyMap<number, string> {
  const { data } = useEndpoint('memberships.all-terms', {})
  return useMemo(() => new Map(data?.map((terms) => [terms.id_membership, formatTerms(terms)])), [data])
}

interface PlanSelectProps {
  plans: UseQueryResult<Plan[]>
  plan: Plan | null
  onChange: (plan: Plan | null) => void
  error: string | false | null
  autoFocus: boolean
}

const daysOf = ({ duration_days: days }: Plan) => counted(days, 'día', 'días')

const PlanRow = (plan: Plan) => (
  <>
    <span>
      {plan.name}
      <span className={classes.aside}>{daysOf(plan)}</span>
    </span>
    <Money value={plan.price} />
  </>
)

export function PlanSelect({ plans, plan, onChange, error, autoFocus }: PlanSelectProps) {
  const terms = useTerms()
  return (
    <ChoiceField
      {...useMatching(plans.data, plans.error)}
      label="Plan"
      listLabel="Planes"
      placeholder="Selecciona un plan"
      nothingFound="No hay membresias"
      required
      description={plan && terms.get(plan.id)}
      value={plan}
      onPick={onChange}
      onMoveOn={focusNextField}
      error={plans.error?.message ?? error}
      autoFocus={autoFocus}
      renderRow={PlanRow}
    />
  )
}
