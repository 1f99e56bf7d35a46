import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconInbox } from './icons.ts'

export function EmptyState({ text, icon }: { text: string; icon?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py="xl" c="dimmed">
      {icon ?? <IconInbox size={36} stroke={1.25} aria-hidden />}
      <Text>{text}</Text>
    </Stack>
  )
}
