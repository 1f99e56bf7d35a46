import { Group, Title } from '@mantine/core'
import { may } from '@torniquete/contract/permissions.ts'
import type { ReactNode } from 'react'
import { useNarrow } from '../kit/use-narrow.ts'
import { useSignedIn } from '../session/session.tsx'
import { DeviceIndicator } from './DeviceIndicator.tsx'
import { DoorButton } from './DoorButton.tsx'
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
  const narrow = useNarrow()
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
        <div className={classes.signs}>
          {may(role, 'notifications.list') && <NotificationBadges />}
          <DeviceIndicator title={title} />
          {may(role, 'door.open') && !narrow && <DoorButton compact={false} />}
        </div>
      </div>
      {children && <Group gap="sm">{children}</Group>}
    </header>
  )
}
