import { Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './panel.module.css'

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <Paper component="section" withBorder className={classes.panel} aria-labelledby={heading}>
      <Title order={2} id={heading} className={classes.title}>
        {title}
      </Title>
      {children}
    </Paper>
  )
}
