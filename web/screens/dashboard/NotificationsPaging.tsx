import { Group, Text } from '@mantine/core'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import { IconChevronLeft, IconChevronRight } from '../../kit/icons.ts'
import { StepButton } from '../../kit/StepButton.tsx'

interface NotificationsPagingProps {
  /** Counts from 0. */
  page: number
  size: number
  total: number
  onPage: (page: number) => void
}

/** Current page: '2 / 4'. */
export function NotificationsPaging({ page, size, total, onPage }: NotificationsPagingProps) {
  const pages = Math.max(1, Math.ceil(total / size))
  return (
    <Group component="nav" aria-label="Páginas de notificaciones" justify="flex-end" gap="xs">
      <StepButton
        text="Anteriores"
        label="Notificaciones anteriores"
        Icon={IconChevronLeft}
        size={44}
        ended={page <= 0}
        onPress={() => onPage(page - 1)}
      />
      <Text size="sm" px="xs" aria-live="polite" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {showNumber(page + 1)} / {showNumber(pages)}
      </Text>
      <StepButton
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
