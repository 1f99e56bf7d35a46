import { IconDoorEnter, IconPackageOff, IconPackages } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type UnreadCounts, useUnread } from '../live/notification-store.ts'
import { screenPaths } from '../paths.ts'
import classes from './PageHeader.module.css'

const badges = [
  { key: 'access', tone: 'access', one: 'entrada sin leer', many: 'entradas sin leer', Icon: IconDoorEnter },
  {
    key: 'lowStock',
    tone: 'warn',
    one: 'aviso de poca existencia',
    many: 'avisos de poca existencia',
    Icon: IconPackages,
  },
  {
    key: 'outOfStock',
    tone: 'bad',
    one: 'aviso de producto agotado',
    many: 'avisos de producto agotado',
    Icon: IconPackageOff,
  },
] as const satisfies readonly { key: keyof UnreadCounts; [other: string]: unknown }[]

/** How many unread notifications of each kind; the dashboard shows them. */
export function NotificationBadges() {
  const { counts } = useUnread()
  return badges.map(({ key, tone, one, many, Icon }) => {
    const count = counts[key]
    const label = `${count} ${count === 1 ? one : many}`
    return (
      <Link
        key={key}
        title={label}
        to={screenPaths.dashboard}
        className={classes.badge}
        data-tone={count > 0 ? tone : undefined}
        aria-label={`${label}. Ver en el Dashboard`}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
        {count > 99 ? '99+' : count}
      </Link>
    )
  })
}
