import { Center, Loader, Stack, Text } from '@mantine/core'

/** Teal, with words for who cannot see it turn. */
export function Spinner({ label = 'Cargando…', fullPage = false }: { label?: string; fullPage?: boolean }) {
  return (
    <Center mih={fullPage ? '100dvh' : 160} role="status">
      <Stack align="center" gap="sm">
        <Loader color="teal" aria-hidden />
        <Text c="dimmed" size="sm">
          {label}
        </Text>
      </Stack>
    </Center>
  )
}
