import { NativeSelect, Text } from '@mantine/core'
import { type ImportAnswer, type ImportField, importFields } from '@torniquete/contract/client-import.ts'
import { Panel } from '../../../kit/Panel.tsx'
import classes from './import.module.css'

const notTaken = { value: '', label: 'No se importa' }
const choices = [notTaken, ...Object.entries(importFields).map(([value, label]) => ({ value, label }))]

interface ImportColumnsProps {
  columns: ImportAnswer['columns']
  /** What they are, also before the file was read by it. */
  fields: readonly (ImportField | null)[]
  onChange: (columns: (ImportField | null)[]) => void
}

/** What each column of the file is: guessed by its title, and to be said otherwise. */
export function ImportColumns({ columns, fields, onChange }: ImportColumnsProps) {
  const choose = (at: number, field: ImportField | null) =>
    // No two columns are the same thing.
    onChange(fields.map((before, place) => (place === at ? field : before === field ? null : before)))
  return (
    <Panel title="Qué es cada columna">
      <ul className={classes.columns}>
        {columns.map(({ heading, samples, month_first }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place alone.
          <li key={at} className={classes.column}>
            <div className={classes.heading}>
              <Text fw={600} size="sm" truncate>
                {heading || `Columna ${at + 1}`}
              </Text>
              <Text size="xs" c="dimmed" truncate>
                {samples.join(' · ') || 'Vacía'}
              </Text>
              {month_first && (
                <Text size="xs" c="var(--tone-warn)">
                  Se lee con el mes primero
                </Text>
              )}
            </div>
            <NativeSelect
              aria-label={`Qué es la columna ${heading || at + 1}`}
              data={choices}
              value={fields[at] ?? ''}
              onChange={({ currentTarget }) => choose(at, (currentTarget.value || null) as ImportField | null)} // one of the choices
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
