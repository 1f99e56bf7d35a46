import { Link } from '@tanstack/react-router'
import { notificationTitles } from '@torniquete/contract/reports/notifications.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import { IconDoorEnter, IconPackageOff, IconPackages } from '../kit/icons.ts'
import { useUnread } from '../live/notification-store.ts'
import { screens } from '../navigation/screens.ts'
import classes from './PageHeader.module.css'

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

/** Unread notifications by kind, linked to the dashboard. */
export function NotificationBadges() {
  const unread = useUnread()
  return badges.map(({ title, tone, one, many, Icon }) => {
    const count = unread?.[title]
    const label = count === 1 ? `1 ${one}` : `${count === undefined ? '–' : showNumber(count)} ${many}`
    return (
      <Link
        key={title}
        title={label}
        to={screens.dashboard.path}
        className={classes.badge}
        data-tone={count ? tone : undefined}
        // Not named after the screen, because that name is its menu link.
        aria-label={`${label}. Ver las notificaciones`}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
        {count === undefined ? '–' : count > 99 ? '99+' : count}
      </Link>
    )
  })
}
