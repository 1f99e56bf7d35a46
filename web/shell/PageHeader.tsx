import { Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link, useMatch } from '@tanstack/react-router'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { notificationTitles } from '@torniquete/contract/reports/notifications.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import type { ReactNode } from 'react'
import { IconDoorEnter, IconPackageOff, IconPackages } from '../kit/icons.ts'
import { useIsNarrowScreen } from '../kit/use-is-narrow-screen.ts'
import { useUnreadNotificationCounts } from '../live/live-session.ts'
import { findScreenByAddress, listSubscreens, screens } from '../navigation/screens.ts'
import { useSignedInUser } from '../session/session.tsx'
import { DeviceIndicator } from './DeviceIndicator.tsx'
import { OpenDoorButton } from './OpenDoorButton.tsx'
import { OpenScreenButton } from './OpenScreenButton.tsx'
import classes from './PageHeader.module.css'

interface PageHeaderProps {
  /** Text of the h1; the default is the screen's name. */
  title?: string
  /** Shorter text of the h1 below 768 px. */
  shortTitle?: string
  children?: ReactNode
}

export function PageHeader({ title: own, shortTitle, children }: PageHeaderProps) {
  const { role } = useSignedInUser()
  const narrow = useIsNarrowScreen()
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname })
  const screen = findScreenByAddress(path)
  const title = own ?? (screen ? screens[screen].label : '')
  // Links to related screens are needed only on narrow screens; on wide ones they are in the menu.
  const buttons = narrow && screen ? listSubscreens(screen, role) : []
  useDocumentTitle(`${title} · Torniquete`)
  return (
    <header className={classes.header}>
      <div className={classes.main}>
        <Title order={1} fz={{ base: '1.4rem', sm: '1.6rem' }} lh={1.25}>
          {narrow && shortTitle ? shortTitle : title}
        </Title>
        {(children || buttons.length > 0) && (
          <div className={classes.actions}>
            {children}
            {buttons.map(({ screen }) => (
              <OpenScreenButton key={screen} screen={screen} />
            ))}
          </div>
        )}
      </div>
      {/* Hidden on a phone, where the top bar shows these indicators. */}
      <div className={classes.signs}>
        {isCallAllowed(role, 'notifications.list') && <NotificationBadges />}
        <DeviceIndicator title={title} />
        {isCallAllowed(role, 'door.open') && !narrow && <OpenDoorButton compact={false} />}
      </div>
    </header>
  )
}

const badges = [
  {
    title: notificationTitles.access,
    tone: 'access',
    one: 'entrada sin leer',
    many: 'entradas sin leer',
    Icon: IconDoorEnter,
  },
  {
    title: notificationTitles.lowStock,
    tone: 'warn',
    one: 'aviso de poca existencia',
    many: 'avisos de poca existencia',
    Icon: IconPackages,
  },
  {
    title: notificationTitles.outOfStock,
    tone: 'bad',
    one: 'aviso de producto agotado',
    many: 'avisos de producto agotado',
    Icon: IconPackageOff,
  },
] as const

/** Numbers of unread notifications by kind, with links to the dashboard. */
export function NotificationBadges() {
  const unread = useUnreadNotificationCounts()
  return badges.map(({ title, tone, one, many, Icon }) => {
    const count = unread?.[title]
    const label = count === 1 ? `1 ${one}` : `${count === undefined ? '–' : formatNumber(count)} ${many}`
    return (
      <Link
        key={title}
        title={label}
        to={screens.dashboard.path}
        className={classes.badge}
        data-tone={count ? tone : undefined}
        // Does not contain the screen's name, which is the name of the menu link.
        aria-label={`${label}. Ver las notificaciones`}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
        {count === undefined ? '–' : count > 99 ? '99+' : count}
      </Link>
    )
  })
}
