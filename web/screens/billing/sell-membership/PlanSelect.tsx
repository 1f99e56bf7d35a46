import { Select } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Plan } from '@torniquete/contract/memberships.ts'
import { Money } from '../../../kit/Money.tsx'
import classes from './sell-membership.module.css'

interface PlanSelectProps {
  plans: UseQueryResult<Plan[]>
  plan: Plan | null
  onChange: (id: number | null) => void
  error: string | false | null
  autoFocus: boolean
}

const daysOf = ({ duration_days }: Plan) => (duration_days === 1 ? '1 día' : `${duration_days} días`)

export function PlanSelect({ plans, plan, onChange, error, autoFocus }: PlanSelectProps) {
  const found = plans.data ?? []
  return (
    <Select
      label="Plan"
      required
      searchable
      openOnFocus={false}
      maxDropdownHeight={320}
      withScrollArea={false}
      attributes={{ dropdown: { role: 'region', 'aria-label': 'Planes' } }}
      classNames={{ option: classes.row }}
      styles={{ dropdown: { maxHeight: 320, overflowY: 'auto' } }}
      allowDeselect={false}
      placeholder={plans.isPending ? 'Cargando…' : 'Selecciona un plan'}
      nothingFoundMessage="No hay membresias"
      data={found.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={plan && String(plan.id)}
      onChange={(value) => onChange(value === null ? null : Number(value))}
      error={plans.error?.message ?? error}
      data-autofocus={autoFocus || undefined}
      selectFirstOptionOnChange
      renderOption={({ option }) => {
        const each = found.find(({ id }) => String(id) === option.value)
        return (
          <span className={classes.option}>
            <span className={classes.main}>
              {option.label}
              <span className={classes.aside}>{each && daysOf(each)}</span>
            </span>
            <Money value={each?.price} />
          </span>
        )
      }}
    />
  )
}
