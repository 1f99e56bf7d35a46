import { Center, Loader, Stack, Text } from '@mantine/core'

export function Spinner({ label = 'Cargando…' }: { label?: string }) {
  return (
    <Center mih={160} role="status">
      <Stack align="center" gap="sm">
        <Loader color="teal" aria-hidden />
        <Text c="dimmed" size="sm">
          {label}
        </Text>
      </Stack>
    </Center>
  )
}
