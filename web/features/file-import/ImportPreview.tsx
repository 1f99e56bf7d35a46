import { Alert, Anchor, Box, Button, List, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ColumnInterpretation, ImportAnswer } from '@torniquete/contract/shared/file-import.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { type ReactNode, useState } from 'react'
import { IconDownload } from '../../kit/icons.ts'
import { Panel } from '../../kit/Panel.tsx'
import { saveFile } from '../../kit/save-file.ts'
import { toast } from '../../kit/toast.ts'
import {
  type FileImportDefinition,
  formatImportCount,
  formatReportedRows,
  formatRowCount,
  type ImportFileChoice,
  makeImportFormData,
} from './file-import-definition.ts'

interface ImportRowsProps<Shown extends ImportAnswer> {
  kind: FileImportDefinition<Shown>
  shown: Shown
  chosen: ImportFileChoice
}

export function ImportPreview<Shown extends ImportAnswer>({ kind, shown, chosen }: ImportRowsProps<Shown>) {
  const { ready, adjusted, present, rejected, refusal } = shown
  return (
    <Stack gap="sm">
      {refusal ? (
        <Alert color="yellow" role="status">
          {refusal}
        </Alert>
      ) : (
        <Text role="status">
          {ready === 1 ? 'Se agregará' : 'Se agregarán'} <b>{formatImportCount(kind, ready)}</b>
          {kind.summary(shown)}
        </Text>
      )}
      <LeftOutColumns columns={shown.columns} />
      {rejected.count > 0 && (
        <ImportRowGroup opened count={rejected.count} lines={formatReportedRows(rejected)}>
          {rejected.count === 1 ? '1 fila no se puede' : `${formatRowCount(rejected.count)} no se pueden`} importar como{' '}
          {rejected.count === 1 ? 'está' : 'están'}
        </ImportRowGroup>
      )}
      {rejected.count > 0 && <RejectedFile fetchFile={kind.rejected} chosen={chosen} />}
      {kind.groups?.(shown).map(
        ({ title, ...group }) =>
          group.count > 0 && (
            <ImportRowGroup key={title} {...group}>
              {title}
            </ImportRowGroup>
          ),
      )}
      {adjusted.count > 0 && (
        <ImportRowGroup opened count={adjusted.count} lines={formatReportedRows(adjusted)}>
          {adjusted.count === 1 ? '1 fila entra' : `${formatRowCount(adjusted.count)} entran`} con una nota
        </ImportRowGroup>
      )}
      {present.count > 0 && (
        <ImportRowGroup count={present.count} lines={formatReportedRows(present)}>
          {formatRowCount(present.count)} {kind.present}
        </ImportRowGroup>
      )}
    </Stack>
  )
}

/** Lists columns that have values but no field, so that the user notices what is not imported. */
function LeftOutColumns({ columns }: Pick<ImportAnswer, 'columns'>) {
  const left = columns.filter(
    ({ heading, field, samples, reading }) => heading && !field && samples.length > 0 && reading === null,
  )
  if (left.length === 0) return null
  const show = () => {
    const panel = document.getElementById(columnsPanel)
    panel?.scrollIntoView({ block: 'start' })
    panel?.querySelector('select')?.focus({ preventScroll: true })
  }
  return (
    <Text size="sm">
      {left.length === 1 ? '1 columna no se importa' : `${formatNumber(left.length)} columnas no se importan`}:{' '}
      {left.map(({ heading }) => heading).join(', ')}.{' '}
      <Anchor component="button" type="button" onClick={show}>
        Elegir
      </Anchor>
    </Text>
  )
}

function RejectedFile({
  fetchFile,
  chosen,
}: {
  fetchFile: FileImportDefinition<ImportAnswer>['rejected']
  chosen: ImportFileChoice
}) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(await fetchFile(makeImportFormData(chosen))),
    onError: (error) => toast.failure(error.name, error.message),
  })
  return (
    <Button
      variant="default"
      w="fit-content"
      leftSection={<IconDownload size={20} aria-hidden />}
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && mutate()}
    >
      Descargar para corregir
    </Button>
  )
}

const columnsPanel = 'import-columns'

const notTaken = { value: '', label: 'No se importa' }

const readingTexts: Record<ColumnInterpretation, string> = {
  'month-first': 'Se lee con el mes primero',
  'half-turned': 'Excel pudo cambiar el día por el mes en algunas fechas',
  'row-count': 'Parece contar las filas. Si es el número de la terminal, elígelo',
}

interface ImportColumnsProps {
  labels: Readonly<Record<string, string>>
  columns: ImportAnswer['columns']
  titlesRow: number | undefined
  /** Chosen field of each column, null if ignored; current even before the server has read the file with them. */
  fields: readonly (string | null)[]
  onChange: (columns: (string | null)[]) => void
}

export function ImportColumnMapping({ labels, columns, titlesRow, fields, onChange }: ImportColumnsProps) {
  const choices = [notTaken, ...Object.entries(labels).map(([value, label]) => ({ value, label }))]
  const choose = (at: number, field: string | null) =>
    // A field can belong to one column only, so choosing it here removes it from its former column.
    onChange(fields.map((before, place) => (place === at ? field : before === field ? null : before)))
  return (
    <Panel title="Qué contiene cada columna">
      {titlesRow !== undefined && (
        <Text size="sm" c="dimmed" mb="xs">
          {titlesRow === 1
            ? 'La fila 1 son los títulos: no se importa.'
            : `La fila ${formatNumber(titlesRow)} son los títulos: ni ella ni lo de arriba se importa.`}
        </Text>
      )}
      <Stack component="ul" id={columnsPanel} gap="sm">
        {columns.map(({ heading, samples, reading }, at) => (
          <SimpleGrid
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place alone.
            key={at}
            component="li"
            cols={{ base: 1, xs: 2 }}
            verticalSpacing={4}
            style={{ alignItems: 'center' }}
          >
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
          </SimpleGrid>
        ))}
      </Stack>
    </Panel>
  )
}

interface ReportedGroupProps {
  opened?: boolean | undefined
  count: number
  lines: readonly string[]
  children: ReactNode
}

export function ImportRowGroup({ opened: openedFirst = false, count, lines, children }: ReportedGroupProps) {
  const [opened, setOpened] = useState(openedFirst)
  return (
    <details open={opened} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>{children}</summary>
      <List size="sm" data-bullets mah="14rem" style={{ overflowY: 'auto' }} tabIndex={-1}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
        {count > lines.length && <List.Item>Y {formatNumber(count - lines.length)} más</List.Item>}
      </List>
    </details>
  )
}
