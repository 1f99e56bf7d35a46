import { Group, Title } from '@mantine/core'
import { useMatch } from '@tanstack/react-router'
import { may } from '@torniquete/contract/permissions.ts'
import type { ReactNode } from 'react'
import { useNarrow } from '../kit/use-narrow.ts'
import { listButtons, screenAt, screens } from '../navigation/screens.ts'
import { useSignedIn } from '../session/session.tsx'
import { DeviceIndicator } from './DeviceIndicator.tsx'
import { DoorButton } from './DoorButton.tsx'
import { useDocumentTitle } from './document-title.ts'
import { NotificationBadges } from './NotificationBadges.tsx'
import classes from './PageHeader.module.css'
import { ScreenButton } from './ScreenButton.tsx'

interface PageHeaderProps {
  /** The h1, if not the screen's name. */
  title?: string
  /** A shorter h1 below 768 px. */
  shortTitle?: string
  children?: ReactNode
}

export function PageHeader({ title: own, shortTitle, children }: PageHeaderProps) {
  const { role } = useSignedIn()
  const narrow = useNarrow()
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname })
  const screen = screenAt(path)
  const title = own ?? (screen ? screens[screen].label : '')
  const buttons = listButtons(path, role)
  useDocumentTitle(title)
  return (
    <header className={classes.header}>
      <Group justify="space-between" gap="0.5rem 1rem">
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
      </Group>
      {(children || buttons.length > 0) && (
        <Group gap="sm">
          {children}
          {buttons.map(({ screen }) => (
            <ScreenButton key={screen} screen={screen} />
          ))}
        </Group>
      )}
    </header>
  )
}
