import '@mantine/core/styles/Progress.layer.css'
import { Box, Button, Group, Progress, Text } from '@mantine/core'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import { IconX } from './icons.ts'

export type ExportKind = 'print' | 'excel'

export interface ExportWork {
  kind: ExportKind
  loaded: number
  abort: AbortController
}

interface ExportProgressProps {
  name: string
  /** Null while the list loads. */
  work: ExportWork | null
  total: number
  onCancel: () => void
}

export function ExportProgress({ name, work, total, onCancel }: ExportProgressProps) {
  const loaded = work?.loaded ?? 0
  const whole = Math.max(total, loaded)
  // A file's progress on the server is unknown.
  const isFile = work?.kind === 'excel'
  const share = isFile || (work && whole === 0) ? 100 : (loaded / Math.max(whole, 1)) * 100
  const made = isFile ? 'Creando el archivo…' : 'Preparando la impresión…'
  const reading = work ? `Leyendo ${showNumber(loaded)} de ${showNumber(whole)}…` : 'Esperando la lista…'
  return (
    <Group gap="0.5rem" wrap="nowrap">
      <Box miw="11rem" style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Text size="sm" role="status">
          {share < 100 ? reading : made}
        </Text>
        <Progress value={share} size="sm" animated={isFile} aria-label={`Progreso de ${name}`} />
      </Box>
      <Button
        size="sm"
        variant="subtle"
        color="gray"
        leftSection={<IconX size={16} aria-hidden />}
        aria-label={`Cancelar: ${name}`}
        onClick={onCancel}
      >
        Cancelar
      </Button>
    </Group>
  )
}
