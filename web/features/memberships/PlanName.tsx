import { Text } from '@mantine/core'
import { shownPlanName } from '@torniquete/contract/members/memberships.ts'
import { AmountsText } from '../../kit/AmountsText.tsx'

interface PlanNameProps {
  name: string | null | undefined
  /** What is left of it, where it counts visits. */
  visits: string | undefined
  /** What they owe. */
  owed?: string | undefined
}

/** What somebody paid for, in a row: one piece, below each other where its label stands beside it too. */
export const PlanName = ({ name, visits, owed }: PlanNameProps) => (
  <div>
    <span>{shownPlanName(name) ?? '—'}</span>
    {visits !== undefined && (
      <Text size="sm" c="dimmed" component="span" display="block">
        {visits}
      </Text>
    )}
    {owed !== undefined && (
      <Text size="sm" c="var(--mantine-color-error)" component="span" display="block">
        <AmountsText>{owed}</AmountsText>
      </Text>
    )}
  </div>
)
