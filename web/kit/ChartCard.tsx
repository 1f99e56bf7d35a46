import { ActionIcon, Box, Group, Paper, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import classes from './chart.module.css'
import { IconTable } from './icons.ts'

interface ChartCardProps {
  title: string
  actions?: ReactNode
  table?: ReactNode
  children: ReactNode
}

export function ChartCard({ title, actions, table, children }: ChartCardProps) {
  const heading = useId()
  const [asTable, setAsTable] = useState(false)
  const turn = asTable ? 'Ocultar tabla' : 'Ver tabla'
  return (
    <Paper component="section" aria-labelledby={heading} withBorder p="md" bg="var(--surface)" className={classes.card}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="xs">
        <Title order={2} size="h5" id={heading}>
          {title}
        </Title>
        <Group gap={4} wrap="nowrap">
          {actions}
          {table && (
            <ActionIcon
              size={34}
              variant={asTable ? 'light' : 'subtle'}
              color={asTable ? undefined : 'gray'}
              title={turn}
              aria-label={`${turn}: ${title}`}
              aria-expanded={asTable}
              onClick={() => setAsTable(!asTable)}
            >
              <IconTable size={20} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </Group>
      {children}
      {table && asTable && <Box mt="xs">{table}</Box>}
    </Paper>
  )
}
