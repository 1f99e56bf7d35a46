import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSignedIn } from '../session/session.tsx'
import { DeviceIndicator } from './DeviceIndicator.tsx'
import { useDocumentTitle } from './document-title.ts'
import { NotificationBadges } from './NotificationBadges.tsx'
import classes from './PageHeader.module.css'

interface PageHeaderProps {
  /** The h1. */
  title: string
  /** The h1 below 768 px, where the title is too long. */
  shortTitle?: string
  /** Buttons of the page. */
  children?: ReactNode
}

export function PageHeader({ title, shortTitle, children }: PageHeaderProps) {
  const { role } = useSignedIn()
  useDocumentTitle(title)
  return (
    <header className={classes.header}>
      <div className={classes.line}>
        <Title order={1} className={classes.title}>
          {shortTitle ? (
            <>
              <span className={classes.long}>{title}</span>
              <span className={classes.short}>{shortTitle}</span>
            </>
          ) : (
            title
          )}
        </Title>
        {role !== 'master' && (
          <div className={classes.signs}>
            <NotificationBadges />
            <DeviceIndicator hiddenWhenDisconnected={title === 'Gimnasios'} />
          </div>
        )}
      </div>
      {children && <Group gap="sm">{children}</Group>}
    </header>
  )
}
