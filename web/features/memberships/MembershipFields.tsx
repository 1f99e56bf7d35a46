import { formatPlanTerms, type Plan } from '@torniquete/contract/members/memberships.ts'
import { formatCountWithNoun } from '@torniquete/contract/shared/format-numbers.ts'
import { readTypedDay, requiredFieldText } from '@torniquete/contract/shared/parse-input.ts'
import { useMemo } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ChoiceField } from '../../kit/ChoiceField.tsx'
import classes from '../../kit/choice-field.module.css'
import { DayField } from '../../kit/DayField.tsx'
import { focusNextField } from '../../kit/focus-next-field.ts'
import { Money } from '../../kit/Money.tsx'
import { useFilteredRows } from '../../kit/use-filtered-rows.ts'
import type { MembershipInput, MembershipSaleState } from './proposed-membership-sale.ts'

export function usePlanTermsTexts(): ReadonlyMap<number, string> {
  const { data } = useEndpoint('memberships.all-terms', {})
  return useMemo(() => new Map(data?.map((terms) => [terms.id_membership, formatPlanTerms(terms)])), [data])
}

const daysOf = ({ duration_days: days }: Plan) => formatCountWithNoun(days, 'día', 'días')

const PlanRow = (plan: Plan) => (
  <>
    <span>
      {plan.name}
      <span className={classes.aside}>{daysOf(plan)}</span>
    </span>
    <Money value={plan.price} />
  </>
)

interface MembershipFieldsProps {
  choice: MembershipInput
  chosen: MembershipSaleState
  error?: string | undefined
  tried: boolean
  autoFocus: boolean
  onChange: (choice: MembershipInput) => void
}

export function MembershipFields({ choice, chosen, error, tried, autoFocus, onChange }: MembershipFieldsProps) {
  const { plans, refusal } = chosen
  const { plan, start } = chosen.current
  const terms = usePlanTermsTexts()
  return (
    <>
      <ChoiceField
        {...useFilteredRows(plans.data, plans.error)}
        label="Plan"
        listLabel="Planes"
        placeholder="Selecciona un plan"
        nothingFound="No hay membresias"
        required
        description={plan && terms.get(plan.id)}
        value={plan}
        onPick={(picked) => onChange({ ...choice, planId: picked?.id ?? null })}
        onMoveOn={focusNextField}
        error={plans.error?.message ?? error ?? refusal ?? (tried && !plan && 'Selecciona un plan')}
        autoFocus={autoFocus}
        renderRow={PlanRow}
      />
      <DayField
        label="Fecha de inicio"
        required
        atOnce
        value={choice.start ?? start}
        onChange={(day) => onChange({ ...choice, start: day ?? '' })}
        error={tried && !start && (readTypedDay(choice.start ?? '').error ?? requiredFieldText)}
      />
    </>
  )
}
