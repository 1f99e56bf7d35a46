import { Text } from '@mantine/core'
import { formatPlanName } from '@torniquete/contract/members/memberships.ts'
import { formatVisitsLeft, type VisitsLeft } from '@torniquete/contract/members/visits-left.ts'
import { type DebtSummary, formatDebt } from '@torniquete/contract/till/debts.ts'
import { UnbrokenAmountsText } from '../../kit/UnbrokenAmountsText.tsx'

interface PlanNameProps {
  name: string | null | undefined
  visits: VisitsLeft | null | undefined
  debt?: Pick<DebtSummary, 'owed'> | null | undefined
}

export const PlanWithVisitsAndDebt = ({ name, visits, debt }: PlanNameProps) => (
  <div>
    <span>{formatPlanName(name) ?? '—'}</span>
    {visits && (
      <Text size="sm" c="dimmed" component="span" display="block">
        {formatVisitsLeft(visits)}
      </Text>
    )}
    {debt && (
      <Text size="sm" c="var(--mantine-color-error)" component="span" display="block">
        <UnbrokenAmountsText>{formatDebt(debt)}</UnbrokenAmountsText>
      </Text>
    )}
  </div>
)
