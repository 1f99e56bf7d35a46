import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { showNumber } from '@torniquete/contract/numbers.ts'
import classes from './notifications.module.css'

interface NotificationsPagingProps {
  /** Counts from 0. */
  page: number
  pages: number
  /** Notifications on all pages. */
  total: number
  onPage: (page: number) => void
}

export function NotificationsPaging({ page, pages, total, onPage }: NotificationsPagingProps) {
  return (
    <Group component="nav" aria-label="Páginas de notificaciones" justify="space-between" gap="xs">
      <Text size="sm" c="dimmed" className={classes.number}>
        {`${showNumber(total)} ${total === 1 ? 'notificación' : 'notificaciones'}`}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <ActionIcon
          variant="default"
          size={40}
          aria-label="Notificaciones anteriores"
          title="Anteriores"
          disabled={page <= 0}
          onClick={() => onPage(page - 1)}
        >
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <Text size="sm" px="xs" aria-live="polite" className={classes.number}>
          {page + 1} / {Math.max(pages, 1)}
        </Text>
        <ActionIcon
          variant="default"
          size={40}
          aria-label="Notificaciones siguientes"
          title="Siguientes"
          disabled={page >= pages - 1}
          onClick={() => onPage(page + 1)}
        >
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  )
}
