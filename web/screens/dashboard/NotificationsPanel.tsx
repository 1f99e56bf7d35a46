import {
  ActionIcon,
  Anchor,
  Badge,
  Box,
  Button,
  Center,
  Group,
  Loader,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { fiscalWarningTitles } from '@torniquete/contract/fiscal/warning-titles.ts'
import {
  isAlarmNotification,
  type Notification,
  notificationTitles,
} from '@torniquete/contract/reports/notifications.ts'
import { toLocalTime } from '@torniquete/contract/shared/dates.ts'
import { formatCountWithNoun, formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { useId, useRef } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { type SaveState, useSave } from '../../forms/use-save.ts'
import { ClampedText } from '../../kit/ClampedText.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import {
  IconAlertTriangle,
  IconBell,
  IconCheck,
  IconChecks,
  IconChevronLeft,
  IconChevronRight,
  IconMailOpened,
  IconPackageOff,
  IconPackages,
  IconReceipt,
} from '../../kit/icons.ts'
import { LoadError } from '../../kit/LoadError.tsx'
import { Picture } from '../../kit/Picture.tsx'
import { PreviousNextButton } from '../../kit/PreviousNextButton.tsx'
import { toast } from '../../kit/toast.ts'
import { useRedirectToLastPage } from '../../kit/use-redirect-to-last-page.ts'
import { useKeepRowFocus } from '../../kit/use-row-keyboard-navigation.ts'
import { useUnreadNotificationCounts } from '../../live/live-session.ts'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useScreenSearch } from '../../navigation/use-screen-search.ts'
import { type GymClock, useGymClock } from '../../session/gym-clock.ts'

const pageSize = 6

export function NotificationsPanel() {
  const heading = useId()
  const { search, change } = useScreenSearch('/dashboard')
  const { notifications: view, page = 0 } = search
  const turnTo = (next: number, replace = false) => change({ page: next || undefined }, replace)
  const query = { page, size_page: pageSize, ...(view !== 'all' && { is_read: false }) }
  const list = useEndpoint('notifications.list', { query })
  useRedirectToLastPage(list, page, (last) => turnTo(last, true))
  const entries = useSave({
    run: (title: string, send) => send('notifications.mark-many', { body: { title, is_read: true } }),
    done: ({ updated }) =>
      updated === 0
        ? 'No había accesos sin leer'
        : formatCountWithNoun(updated, 'acceso marcado como leído', 'accesos marcados como leídos'),
  })
  const refusal = useUnreadNotificationCounts()?.[notificationTitles.access] === 0 ? 'No hay accesos sin leer' : null
  return (
    <Stack
      component="section"
      tabIndex={-1}
      aria-labelledby={heading}
      gap="sm"
      p="md"
      bd="1px solid var(--mantine-color-default-border)"
      bdrs="md"
      bg="var(--surface)"
    >
      <Group justify="space-between" gap="0.5rem">
        <Title order={2} size="h5" id={heading}>
          Notificaciones
        </Title>
        <SegmentedControl
          aria-label="Notificaciones que se muestran"
          data={[
            { value: 'unread', label: 'Sin leer' },
            { value: 'all', label: 'Todas' },
          ]}
          value={view ?? 'unread'}
          onChange={(next) => change({ notifications: next === 'all' ? 'all' : undefined, page: undefined })}
        />
      </Group>
      <Button
        variant="light"
        size="sm"
        fullWidth
        leftSection={<IconChecks size={18} aria-hidden />}
        aria-busy={entries.pending}
        opacity={refusal ? 0.6 : undefined}
        title={refusal ?? undefined}
        aria-disabled={refusal ? true : undefined}
        onClick={() => (refusal ? toast.info(refusal) : entries.submit(notificationTitles.access))}
      >
        {entries.pending ? 'Marcando…' : 'Marcar accesos como leídos'}
      </Button>
      <LoadError query={list} />
      <Box miw={0} data-dimmed={list.isPlaceholderData || undefined}>
        {list.isPending && (
          <div role="status">
            <VisuallyHidden>Cargando…</VisuallyHidden>
            <Skeleton height={76 * pageSize} />
          </div>
        )}
        {list.data && <Rows rows={list.data.items} view={view} />}
      </Box>
      {list.data && list.data.total > 0 && (
        <NotificationsPaging page={page} pages={Math.ceil(list.data.total / pageSize)} onPage={turnTo} />
      )}
    </Stack>
  )
}

function Rows({ rows, view }: { rows: readonly Notification[]; view: 'all' | undefined }) {
  const clock = useGymClock()
  const { submit: undo } = useMarkRead()
  const list = useRef<HTMLUListElement>(null)
  const { onFocus } = useKeepRowFocus(list)
  if (rows.length === 0)
    return (
      <EmptyState
        text={view === 'all' ? 'No hay notificaciones' : 'No hay notificaciones nuevas'}
        icon={<IconBell size={36} stroke={1.25} aria-hidden />}
      />
    )
  return (
    <ul ref={list} data-lined aria-label="Notificaciones" onFocus={onFocus}>
      {rows.map((notification) => (
        <NotificationItem key={notification.id_notification} notification={notification} clock={clock} undo={undo} />
      ))}
    </ul>
  )
}

const icons: Record<string, { Icon: typeof IconBell; colour: string }> = {
  [notificationTitles.lowStock]: { Icon: IconPackages, colour: 'yellow' },
  [notificationTitles.outOfStock]: { Icon: IconPackageOff, colour: 'red' },
  ...Object.fromEntries(
    Object.values(fiscalWarningTitles).map((title) => [title, { Icon: IconReceipt, colour: 'yellow' }]),
  ),
  [fiscalWarningTitles.rejected]: { Icon: IconReceipt, colour: 'red' },
}
const usual = { Icon: IconBell, colour: 'teal' }
const alarming = { Icon: IconAlertTriangle, colour: 'red' }

interface NotificationItemProps {
  notification: Notification
  clock: GymClock | null
  undo: (mark: Mark) => void
}

function NotificationItem({ notification, clock, undo }: NotificationItemProps) {
  const { id_notification: id, title, message, client, is_read, created_at } = notification
  const mark = useMarkRead(undo)
  const alarm = isAlarmNotification(notification)
  const { Icon, colour } = alarm ? alarming : (icons[title] ?? usual)
  const act = is_read ? 'Marcar como no leída' : 'Marcar como leída'
  const MarkIcon = is_read ? IconMailOpened : IconCheck
  return (
    <Group
      component="li"
      mod={{ alarm }}
      wrap="nowrap"
      gap="sm"
      style={{ filter: is_read ? 'saturate(0.35)' : undefined }}
    >
      {client ? (
        <Picture src={client.photo_url} alt="" />
      ) : (
        <Center
          w={40}
          h={40}
          flex="none"
          bdrs="50%"
          bg="var(--surface-hover)"
          c={`var(--mantine-color-${colour}-light-color)`}
        >
          <Icon size={22} stroke={1.6} aria-hidden />
        </Center>
      )}
      <Stack align="start" gap="0.15rem" flex={1} miw={0}>
        <Group gap="0.15rem 0.6rem">
          <Badge color={colour} variant="light" tt="none" leftSection={alarm && <Icon size={14} aria-hidden />}>
            {title}
          </Badge>
          {clock && <Instant instant={created_at} {...clock} />}
        </Group>
        <Text
          size="sm"
          c={is_read ? 'dimmed' : alarm ? 'var(--tone-bad)' : undefined}
          fw={alarm ? 600 : undefined}
          style={{ overflowWrap: 'anywhere' }}
        >
          <Message message={message} client={client} isAlarm={alarm} />
        </Text>
      </Stack>
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
    </Group>
  )
}

const shortName = 48

/** Shows a message with a link to its client. Most messages begin with the client's name, which becomes the link. */
function Message({ message, client, isAlarm }: Pick<Notification, 'message' | 'client'> & { isAlarm: boolean }) {
  if (!client) return message
  const rest = message.startsWith(client.name) ? message.slice(client.name.length) : `: ${message}`
  return (
    <>
      <Anchor
        fz="inherit"
        fw={600}
        c={isAlarm ? 'inherit' : undefined}
        underline={isAlarm ? 'always' : undefined}
        renderRoot={(props) => <Link to="/clients/$id/card" params={{ id: String(client.id) }} {...props} />}
      >
        {client.name.length > shortName ? <ClampedText>{client.name}</ClampedText> : client.name}
      </Anchor>
      {rest}
    </>
  )
}

function Instant({ instant, zone, today }: GymClock & { instant: string }) {
  const [day, time = ''] = toLocalTime(zone, new Date(instant)).split(' ')
  return (
    <Text span size="sm" c="dimmed">
      {day === today ? (
        <time dateTime={instant}>{time.slice(0, 5)}</time>
      ) : (
        <InstantText instant={instant} zone={zone} />
      )}
    </Text>
  )
}

function NotificationsPaging({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  return (
    <Group component="nav" aria-label="Páginas de notificaciones" justify="flex-end" gap="xs">
      <PreviousNextButton
        text="Anteriores"
        label="Notificaciones anteriores"
        Icon={IconChevronLeft}
        size={44}
        ended={page <= 0}
        onPress={() => onPage(page - 1)}
      />
      <Text size="sm" px="xs" aria-live="polite" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {formatNumber(page + 1)} / {formatNumber(pages)}
      </Text>
      <PreviousNextButton
        text="Siguientes"
        label="Notificaciones siguientes"
        Icon={IconChevronRight}
        size={44}
        ended={page + 1 >= pages}
        onPress={() => onPage(page + 1)}
      />
    </Group>
  )
}

interface Mark {
  id: number
  is_read: boolean
}

function useMarkRead(undo?: (mark: Mark) => void): SaveState<Mark> {
  return useSave<Mark, Notification>({
    run: ({ id, is_read }, send) => send('notifications.mark', { params: { id_notification: id }, body: { is_read } }),
    done: ({ is_read }) => (is_read ? 'Notificación marcada como leída' : 'Notificación marcada como no leída'),
    offer: (_, { id, is_read }) =>
      undo && { label: 'Deshacer', keys: hotkeys.undoMark, run: () => undo({ id, is_read: !is_read }) },
  })
}
