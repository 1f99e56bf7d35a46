import { ActionIcon, Anchor, Badge, Group, Loader } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { isAlarm, type Notification, notificationTitles } from '@torniquete/contract/reports/notifications.ts'
import { localTime } from '@torniquete/contract/shared/dates.ts'
import { Clamped } from '../../kit/Clamped.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import {
  IconAlertTriangle,
  IconBell,
  IconCheck,
  IconMailOpened,
  IconPackageOff,
  IconPackages,
} from '../../kit/icons.ts'
import { Picture } from '../../kit/Picture.tsx'
import type { GymClock } from '../../session/gym-clock.ts'
import classes from './notifications.module.css'
import { type Mark, useMarkRead } from './use-mark-read.ts'

const icons: Record<string, { Icon: typeof IconBell; colour: string }> = {
  [notificationTitles.lowStock]: { Icon: IconPackages, colour: 'yellow' },
  [notificationTitles.outOfStock]: { Icon: IconPackageOff, colour: 'red' },
}
const usual = { Icon: IconBell, colour: 'teal' }
/** An entry without a right, or unreported entries. */
const alarming = { Icon: IconAlertTriangle, colour: 'red' }

interface NotificationItemProps {
  notification: Notification
  clock: GymClock | null
  undo: (mark: Mark) => void
}

export function NotificationItem({ notification, clock, undo }: NotificationItemProps) {
  const { id_notification: id, title, message, client, is_read, created_at } = notification
  const mark = useMarkRead(undo)
  const alarm = isAlarm(notification)
  const { Icon, colour } = alarm ? alarming : (icons[title] ?? usual)
  const act = is_read ? 'Marcar como no leída' : 'Marcar como leída'
  const MarkIcon = is_read ? IconMailOpened : IconCheck
  return (
    <li className={classes.item} data-read={is_read || undefined} data-alarm={alarm || undefined}>
      {client ? (
        <Picture src={client.photo_url} alt="" />
      ) : (
        <span className={classes.sign} data-colour={colour}>
          <Icon size={22} stroke={1.6} aria-hidden />
        </span>
      )}
      <div className={classes.text}>
        <Group gap="0.15rem 0.6rem">
          <Badge color={colour} variant="light" tt="none" leftSection={alarm && <Icon size={14} aria-hidden />}>
            {title}
          </Badge>
          {clock && <Instant instant={created_at} {...clock} />}
        </Group>
        <p className={classes.message}>
          <Message message={message} client={client} />
        </p>
      </div>
      <ActionIcon
        variant="default"
        size={40}
        aria-label={`${act}: ${message}`}
        title={act}
        aria-busy={mark.pending}
        onClick={() => mark.submit({ id, is_read: !is_read })}
      >
        {mark.pending ? <Loader size={18} aria-hidden /> : <MarkIcon size={20} stroke={1.8} aria-hidden />}
      </ActionIcon>
    </li>
  )
}

/** Maximum length of a name beside its message. */
const shortName = 48

/** Most messages begin with the client's name, which becomes a link. */
function Message({ message, client }: Pick<Notification, 'message' | 'client'>) {
  if (!client) return message
  const rest = message.startsWith(client.name) ? message.slice(client.name.length) : `: ${message}`
  return (
    <>
      <Anchor
        fz="inherit"
        fw={600}
        renderRoot={(props) => <Link to="/clients/$id/card" params={{ id: String(client.id) }} {...props} />}
      >
        {client.name.length > shortName ? <Clamped>{client.name}</Clamped> : client.name}
      </Anchor>
      {rest}
    </>
  )
}

/** Time for today, day and time otherwise. */
function Instant({ instant, zone, today }: GymClock & { instant: string }) {
  const [day, time = ''] = localTime(zone, new Date(instant)).split(' ')
  return (
    <span className={classes.time}>
      {day === today ? (
        <time dateTime={instant}>{time.slice(0, 5)}</time>
      ) : (
        <InstantText instant={instant} zone={zone} />
      )}
    </span>
  )
}
