import { Paper, Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './kit.module.css'

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <Paper component="section" withBorder p="clamp(1rem, 3vw, 1.5rem)" bg="var(--surface)" aria-labelledby={heading}>
      <Stack>
        <Title order={2} id={heading} fz="1.15rem">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  )
}

/** Notices above a page. The region is mounted from the start, so that screen readers announce new notices. */
export const NoticesRegion = ({ label, children }: { label: string; children: ReactNode }) => (
  <div role="status" aria-label={label} className={classes.notices}>
    {children}
  </div>
)
