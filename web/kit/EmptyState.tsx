import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconInbox } from './icons.ts'

interface EmptyStateProps {
  text: string
  icon?: ReactNode
}

export function EmptyState({ text, icon }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="xl" c="dimmed">
      {icon ?? <IconInbox size={36} stroke={1.25} aria-hidden />}
      <Text>{text}</Text>
    </Stack>
  )
}
