import { Group, Paper, Skeleton, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './MetricCard.module.css'
import { Money } from './Money.tsx'

interface FigureCardProps {
  title: string
  order?: 2 | 3
  icon?: ReactNode
  children: ReactNode
}

export function MetricCard({ title, order = 2, icon, children }: FigureCardProps) {
  const heading = useId()
  return (
    <Paper
      component="section"
      aria-labelledby={heading}
      withBorder
      px="md"
      py="0.9rem"
      bg="var(--surface)"
      className={classes.card}
    >
      <Title order={order} id={heading} fz="sm" fw={600} c="dimmed">
        <Group component="span" gap="xs" wrap="nowrap">
          {icon}
          {title}
        </Group>
      </Title>
      {children}
    </Paper>
  )
}

interface NumberCardProps extends Omit<FigureCardProps, 'children'> {
  value: string | undefined
  hint: string
}

export const NumberCard = ({ value, hint, ...card }: NumberCardProps) => (
  <MetricCard {...card}>
    <p className={classes.amount}>{value ?? <Skeleton component="span" height={28} width="5rem" />}</p>
    <p className={classes.hint}>{hint}</p>
  </MetricCard>
)

/** `value` is a decimal text, or null while loading. `signed` colours it: green from zero, red below. */
export interface LabeledAmount {
  label: string
  value: string | null
  signed?: boolean
}

/** List of amounts. If it has a total, that is the last one and is emphasised. */
export function AmountList({ amounts, hasTotal = true }: { amounts: readonly LabeledAmount[]; hasTotal?: boolean }) {
  const outstanding = hasTotal ? amounts.at(-1) : undefined
  return (
    <dl className={classes.amounts}>
      {amounts.map((amount) => (
        <div key={amount.label} data-main={amount === outstanding || undefined}>
          <dt>{amount.label}</dt>
          <dd>
            {amount.value === null ? (
              <Skeleton component="span" height={14} width="5rem" />
            ) : (
              <Money value={amount.value} signed={amount.signed ?? false} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
