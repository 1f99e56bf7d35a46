import { Box, Group, Stack, Text } from '@mantine/core'
import type { TerminalStateLine } from './terminal-texts.ts'

const colours = { bad: 'var(--tone-bad)', warn: 'var(--tone-warn)', plain: 'dimmed' }

export function TerminalStateLines({ lines }: { lines: readonly TerminalStateLine[] }) {
  return (
    <Stack component="ul" gap="0.1rem">
      {lines.map(({ tone, text }) => (
        <Text
          key={text}
          component="li"
          inherit
          c={colours[tone]}
          fw={tone === 'bad' ? 600 : undefined}
          data-tone={tone}
        >
          {text}
        </Text>
      ))}
    </Stack>
  )
}

/** `silent`: text that states since when the terminal is disconnected, shown instead of 'Desconectado'. */
export function TerminalConnectionMark({ connected, silent }: { connected: boolean; silent?: string | null }) {
  const tone = connected ? 'good' : 'bad'
  return (
    <Group component="span" display="inline-flex" gap="0.5rem" wrap="nowrap" data-tone={tone}>
      {/* A hollow dot shows the bad state without colours. */}
      <Box
        component="span"
        flex="none"
        w={12}
        h={12}
        bdrs="50%"
        bd="2px solid"
        bg={connected ? 'currentColor' : undefined}
        aria-hidden
      />
      {connected ? 'Conectado' : (silent ?? 'Desconectado')}
    </Group>
  )
}
