import type { UseQueryResult } from '@tanstack/react-query'
import type { Plan } from '@torniquete/contract/memberships.ts'
import { Money } from '../../../kit/Money.tsx'
import { NamedSelect } from '../../../kit/NamedSelect.tsx'
import classes from '../option.module.css'

interface PlanSelectProps {
  plans: UseQueryResult<Plan[]>
  plan: Plan | null
  onChange: (id: number | null) => void
  error: string | false | null
  autoFocus: boolean
}

const daysOf = ({ duration_days }: Plan) => (duration_days === 1 ? '1 día' : `${duration_days} días`)

export function PlanSelect({ plans, plan, onChange, error, autoFocus }: PlanSelectProps) {
  return (
    <NamedSelect
      label="Plan"
      listLabel="Planes"
      placeholder="Selecciona un plan"
      nothingFound="No hay membresias"
      rows={plans.data}
      value={plan}
      onChange={(chosen) => onChange(chosen?.id ?? null)}
      error={plans.error?.message ?? error}
      autoFocus={autoFocus}
      optionClass={classes.row}
      renderRow={(each) => (
        <span className={classes.option}>
          <span className={classes.main}>
            {each.name}
            <span className={classes.aside}>{daysOf(each)}</span>
          </span>
          <Money value={each.price} />
        </span>
      )}
    />
  )
}
