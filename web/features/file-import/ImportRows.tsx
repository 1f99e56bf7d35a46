import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ImportAnswer } from '@torniquete/contract/shared/file-import.ts'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import { IconDownload } from '../../kit/icons.ts'
import { saveFile } from '../../kit/save-file.ts'
import { toast } from '../../kit/toast.ts'
import { columnsPanel } from './ImportColumns.tsx'
import { type Chosen, countText, formatRows, type ImportKind, makeFormData, rowsText } from './import-kind.ts'
import { ReportedGroup } from './ReportedGroup.tsx'

interface ImportRowsProps<Shown extends ImportAnswer> {
  kind: ImportKind<Shown>
  shown: Shown
  chosen: Chosen
}

export function ImportRows<Shown extends ImportAnswer>({ kind, shown, chosen }: ImportRowsProps<Shown>) {
  const { ready, adjusted, present, rejected, refusal } = shown
  return (
    <Stack gap="sm">
      {refusal ? (
        <Alert color="yellow" role="status">
          {refusal}
        </Alert>
      ) : (
        <Text role="status">
          {ready === 1 ? 'Se agregará' : 'Se agregarán'} <b>{countText(kind, ready)}</b>
          {kind.summary(shown)}
        </Text>
      )}
      <LeftOutColumns columns={shown.columns} />
      {rejected.count > 0 && (
        <ReportedGroup opened count={rejected.count} lines={formatRows(rejected)}>
          {rejected.count === 1 ? '1 fila no se puede' : `${rowsText(rejected.count)} no se pueden`} importar como{' '}
          {rejected.count === 1 ? 'está' : 'están'}
        </ReportedGroup>
      )}
      {rejected.count > 0 && <RejectedFile fetchFile={kind.rejected} chosen={chosen} />}
      {kind.groups?.(shown).map(
        ({ title, ...group }) =>
          group.count > 0 && (
            <ReportedGroup key={title} {...group}>
              {title}
            </ReportedGroup>
          ),
      )}
      {adjusted.count > 0 && (
        <ReportedGroup opened count={adjusted.count} lines={formatRows(adjusted)}>
          {adjusted.count === 1 ? '1 fila entra' : `${rowsText(adjusted.count)} entran`} con una nota
        </ReportedGroup>
      )}
      {present.count > 0 && (
        <ReportedGroup count={present.count} lines={formatRows(present)}>
          {rowsText(present.count)} {kind.present}
        </ReportedGroup>
      )}
    </Stack>
  )
}

/** Ignored columns with content, shown beside the count so that they are noticed. */
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
      {left.length === 1 ? '1 columna no se importa' : `${showNumber(left.length)} columnas no se importan`}:{' '}
      {left.map(({ heading }) => heading).join(', ')}.{' '}
      <Anchor component="button" type="button" onClick={show}>
        Elegir
      </Anchor>
    </Text>
  )
}

function RejectedFile({ fetchFile, chosen }: { fetchFile: ImportKind<ImportAnswer>['rejected']; chosen: Chosen }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(await fetchFile(makeFormData(chosen))),
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
