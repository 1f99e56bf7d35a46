import { Button, Group, Paper, Skeleton, Title, VisuallyHidden } from '@mantine/core'
import type { Notification } from '@torniquete/contract/reports/notifications.ts'
import { notificationTitles } from '@torniquete/contract/reports/notifications.ts'
import { counted } from '@torniquete/contract/shared/numbers.ts'
import { useId, useRef } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSave } from '../../forms/use-save.ts'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { IconBell, IconChecks } from '../../kit/icons.ts'
import { LoadError } from '../../kit/LoadError.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { toast } from '../../kit/toast.ts'
import { usePastEnd } from '../../kit/use-past-end.ts'
import { useRowFocus } from '../../kit/use-row-focus.ts'
import { useUnread } from '../../live/notification-store.ts'
import { useAddress } from '../../navigation/use-pages.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { NotificationItem } from './NotificationItem.tsx'
import { NotificationsPaging } from './NotificationsPaging.tsx'
import classes from './notifications.module.css'
import { useMarkRead } from './use-mark-read.ts'

const pageSize = 6

function readInWords(count: number): string {
  if (count === 0) return 'No había accesos sin leer'
  return counted(count, 'acceso marcado como leído', 'accesos marcados como leídos')
}

function useMarkEntries() {
  return useSave({
    run: (title: string, send) => send('notifications.mark-many', { body: { title, is_read: true } }),
    done: ({ updated }) => readInWords(updated),
  })
}

/** Notifications of door and stock, newest first; an event reloads the list. */
export function NotificationsPanel() {
  const heading = useId()
  const { search, change } = useAddress('/dashboard')
  const { notifications: view, page = 0 } = search
  const turnTo = (next: number, replace = false) => change({ page: next || undefined }, replace)
  const query = { page, size_page: pageSize, ...(view !== 'all' && { is_read: false }) }
  const list = useEndpoint('notifications.list', { query })
  usePastEnd(list, page, (last) => turnTo(last, true))
  const entries = useMarkEntries()
  const refusal = useUnread()?.[notificationTitles.access] === 0 ? 'No hay accesos sin leer' : null
  return (
    <Paper component="section" tabIndex={-1} aria-labelledby={heading} className={classes.panel}>
      <Group justify="space-between" gap="0.5rem">
        <Title order={2} size="h5" id={heading}>
          Notificaciones
        </Title>
        <Segments
          label="Notificaciones que se muestran"
          choices={[
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
      <div className={classes.place} data-dimmed={list.isPlaceholderData || undefined}>
        {list.isPending && <Skeletons />}
        {list.data && <Rows rows={list.data.items} view={view} />}
      </div>
      {list.data && list.data.total > 0 && (
        <NotificationsPaging page={page} size={pageSize} total={list.data.total} onPage={turnTo} />
      )}
    </Paper>
  )
}

interface RowsProps {
  rows: readonly Notification[]
  view: 'all' | undefined
}

function Rows({ rows, view }: RowsProps) {
  const clock = useGymClock()
  const { submit: undo } = useMarkRead()
  const list = useRef<HTMLUListElement>(null)
  const { onFocus } = useRowFocus(list)
  if (rows.length === 0)
    return (
      <EmptyState
        text={view === 'all' ? 'No hay notificaciones' : 'No hay notificaciones nuevas'}
        icon={<IconBell size={36} stroke={1.25} aria-hidden />}
      />
    )
  return (
    <ul ref={list} aria-label="Notificaciones" onFocus={onFocus}>
      {rows.map((notification) => (
        <NotificationItem key={notification.id_notification} notification={notification} clock={clock} undo={undo} />
      ))}
    </ul>
  )
}

function Skeletons() {
  return (
    <div role="status">
      <VisuallyHidden>Cargando…</VisuallyHidden>
      {Array.from({ length: pageSize }, (_, place) => place).map((place) => (
        <Skeleton key={place} height={76} mb="sm" />
      ))}
    </div>
  )
}
