import { ActionIcon, Group, Text } from '@mantine/core'
import { showNumber } from '@torniquete/contract/numbers.ts'
import type { ReactNode } from 'react'
import { IconChevronLeft, IconChevronRight } from '../../kit/icons.ts'

interface NotificationsPagingProps {
  /** Counts from 0. */
  page: number
  /** Notifications on a page. */
  size: number
  /** Notifications on all pages. */
  total: number
  onPage: (page: number) => void
}

/** Which of all notifications are shown: '7–12 / 23'. */
export function NotificationsPaging({ page, size, total, onPage }: NotificationsPagingProps) {
  const first = page * size + 1
  const last = Math.min(first + size - 1, total)
  const button = (which: string, target: number, end: boolean, icon: ReactNode) => (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={`Notificaciones ${which.toLowerCase()}`}
      title={which}
      // Not disabled: the focus would be lost on reaching an end.
      data-disabled={end || undefined}
      aria-disabled={end || undefined}
      onClick={() => !end && onPage(target)}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <Group component="nav" aria-label="Páginas de notificaciones" justify="flex-end" gap="xs">
      {button('Anteriores', page - 1, page <= 0, <IconChevronLeft size={20} aria-hidden />)}
      <Text size="sm" px="xs" aria-live="polite" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {first < last ? `${showNumber(first)}–${showNumber(last)}` : showNumber(last)} / {showNumber(total)}
      </Text>
      {button('Siguientes', page + 1, last >= total, <IconChevronRight size={20} aria-hidden />)}
    </Group>
  )
}
