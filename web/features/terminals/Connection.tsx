import { Box, Group } from '@mantine/core'

/** `silent`: start of the silence, shown instead of the word. */
export function Connection({ connected, silent }: { connected: boolean; silent?: string | null }) {
  const tone = connected ? 'good' : 'bad'
  return (
    <Group component="span" display="inline-flex" gap="xs" wrap="nowrap" data-tone={tone}>
      {/* Filled or not, so that it is visible without colours. */}
      <Box
        component="span"
        aria-hidden
        w="0.75rem"
        h="0.75rem"
        bd="2px solid currentColor"
        bdrs="50%"
        bg={connected ? 'currentColor' : undefined}
      />
      {connected ? 'Conectado' : (silent ?? 'Desconectado')}
    </Group>
  )
}
