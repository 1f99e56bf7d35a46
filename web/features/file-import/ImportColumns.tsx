import { Box, NativeSelect, Stack, Text } from '@mantine/core'
import type { ColumnReading, ImportAnswer } from '@torniquete/contract/shared/file-import.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import { Panel } from '../../kit/Panel.tsx'
import classes from './import.module.css'

export const columnsPanel = 'import-columns'

const notTaken = { value: '', label: 'No se importa' }

const readingTexts: Record<ColumnReading, string> = {
  'month-first': 'Se lee con el mes primero',
  'decimal-comma': 'Se lee con coma decimal',
  'half-turned': 'Excel pudo cambiar el día por el mes en algunas fechas',
  'row-count': 'Parece contar las filas. Si es el número de la terminal, elígelo',
}

interface ImportColumnsProps {
  /** Column labels on screen. */
  labels: Readonly<Record<string, string>>
  columns: ImportAnswer['columns']
  titlesRow: number | undefined
  /** Current fields, also before the server has read the file with them. */
  fields: readonly (string | null)[]
  onChange: (columns: (string | null)[]) => void
}

/** Field of each column: guessed from its title, changeable by hand. */
export function ImportColumns({ labels, columns, titlesRow, fields, onChange }: ImportColumnsProps) {
  const choices = [notTaken, ...Object.entries(labels).map(([value, label]) => ({ value, label }))]
  const choose = (at: number, field: string | null) =>
    // Each field belongs to one column.
    onChange(fields.map((before, place) => (place === at ? field : before === field ? null : before)))
  return (
    <Panel title="Qué es cada columna">
      {titlesRow !== undefined && (
        <Text size="sm" c="dimmed" mb="xs">
          {titlesRow === 1
            ? 'La fila 1 son los títulos: no se importa.'
            : `La fila ${showNumber(titlesRow)} son los títulos: ni ella ni lo de arriba se importa.`}
        </Text>
      )}
      <Stack component="ul" id={columnsPanel} gap="xs">
        {columns.map(({ heading, samples, reading }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place alone.
          <li key={at} className={classes.column}>
            <Box miw={0}>
              <Text fw={600} size="sm" truncate>
                {heading || `Columna ${at + 1}`}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {samples.join(' · ') || 'Vacía'}
              </Text>
              {reading && (
                <Text size="xs" c="var(--tone-warn)">
                  {readingTexts[reading]}
                </Text>
              )}
            </Box>
            <NativeSelect
              aria-label={`Qué es la columna ${heading || at + 1}`}
              data={choices}
              value={fields[at] ?? ''}
              onChange={({ currentTarget }) => choose(at, currentTarget.value || null)}
            />
          </li>
        ))}
      </Stack>
    </Panel>
  )
}
