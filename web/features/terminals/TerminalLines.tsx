import { Text } from '@mantine/core'
import type { StateLine } from './terminal-words.ts'

export function TerminalLines({ lines }: { lines: readonly StateLine[] }) {
  return (
    <ul>
      {lines.map(({ tone, text }) => (
        <Text key={text} component="li" inherit fw={tone === 'bad' ? 600 : undefined} data-tone={tone}>
          {text}
        </Text>
      ))}
    </ul>
  )
}
