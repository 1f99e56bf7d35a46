import { Box, Text } from '@mantine/core'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'

interface ProgressLineProps {
  label: string
  done: number
  all: number
}

export function ProgressLine({ label, done, all }: ProgressLineProps) {
  return (
    <div>
      <Text size="sm" aria-hidden>
        {label} {showNumber(done)} de {showNumber(all)}
      </Text>
      <Box component="progress" display="block" w="100%" h="0.5rem" aria-label={label} max={all} value={done} />
    </div>
  )
}
