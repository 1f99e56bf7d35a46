import { FileButton, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ImportAnswer } from '@torniquete/contract/shared/file-import.ts'
import { useRef, useState } from 'react'
import { useSave } from '../../forms/use-save.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { IconFileSpreadsheet } from '../../kit/icons.ts'
import { LoadError } from '../../kit/LoadError.tsx'
import { IconButton } from '../../kit/PageButton.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { useCloseDialog } from '../../navigation/opening.ts'
import { HelpLink } from '../help/HelpLink.tsx'
import { keepColumns, recallColumns } from './chosen-columns.ts'
import { ImportColumns } from './ImportColumns.tsx'
import { ImportRows } from './ImportRows.tsx'
import { ImportSheet } from './ImportSheet.tsx'
import { type Chosen, countText, type ImportKind, makeFormData } from './import-kind.ts'
import { LastImport } from './LastImport.tsx'

/** Applies the columns remembered for these titles, unless some are chosen now. */
async function readFile<Shown extends ImportAnswer>(kind: ImportKind<Shown>, chosen: Chosen, signal: AbortSignal) {
  const shown = await kind.read(makeFormData(chosen), signal)
  const columns = chosen.columns ? null : recallColumns(kind.title, shown.columns)
  return columns ? kind.read(makeFormData({ ...chosen, columns }), signal) : shown
}

const isSameSheet = (before: unknown, now: Chosen | null): boolean => {
  const { turn, sheet } = (before ?? {}) as Partial<Chosen>
  return turn === now?.turn && sheet === now?.sheet
}

/** The file's preview. It stays while another column assignment loads. */
function useShown<Shown extends ImportAnswer>(kind: ImportKind<Shown>, chosen: Chosen | null) {
  return useQuery({
    queryKey: ['file-import', kind.title, chosen],
    queryFn: async ({ signal }): Promise<Shown | null> => chosen && (await readFile(kind, chosen, signal)),
    enabled: chosen !== null,
    placeholderData: (shown, before) => (isSameSheet(before?.queryKey[2], chosen) ? shown : undefined),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

const kinds = '.xlsx,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Imports rows from another system's file: previewed, then written all or nothing. */
export function FileImportDialog<Shown extends ImportAnswer>({ kind }: { kind: ImportKind<Shown> }) {
  const close = useCloseDialog()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const query = useShown(kind, chosen)
  const shown = (!query.error && query.data) || null
  const save = useSave({
    run: ({ chosen: sent, digest }: { chosen: Chosen; digest: string }, send) =>
      kind.bring(makeFormData(sent, digest), send),
    done: ({ imported }) =>
      `${countText(kind, imported?.count ?? 0)} ${imported?.count === 1 ? 'importado' : 'importados'}`,
    detail: 'Hasta mañana se puede deshacer en esta misma ventana de importar.',
    onSaved: close,
    // Reloads the preview, so that it shows recent changes.
    setErrors: () => void query.refetch(),
  })
  const choose = (file: File | null) => {
    // Otherwise the browser ignores a second choice of the same file.
    if (input.current) input.current.value = ''
    if (!file) return
    save.reset()
    setChosen({ file, turn: (chosen?.turn ?? 0) + 1, sheet: null, columns: null })
  }
  // The preview shown: its columns may be those of an earlier file.
  const read = chosen && shown && { ...chosen, columns: chosen.columns ?? shown.columns.map(({ field }) => field) }
  const ready = shown !== null && shown.refusal === null && !query.isFetching
  return (
    <FormDialog
      title={kind.title}
      size="xl"
      dirty={false}
      careful
      {...save.dialog}
      submitLabel={ready ? `Importar ${countText(kind, shown.ready)}` : 'Importar'}
      pendingLabel="Importando"
      disabled={!ready}
      onClose={close}
      onSubmit={() => read && shown && ready && save.submit({ chosen: read, digest: shown.digest })}
    >
      <Text size="sm" c="dimmed">
        {kind.hint}
      </Text>
      <Group gap="sm">
        <FileButton ref={input} onChange={choose} accept={kinds}>
          {(button) => (
            <IconButton {...button} variant={chosen ? 'default' : 'filled'} Icon={IconFileSpreadsheet} data-autofocus>
              {chosen ? 'Elegir otro archivo' : 'Elegir archivo'}
            </IconButton>
          )}
        </FileButton>
        {chosen && <Text size="sm">{chosen.file.name}</Text>}
      </Group>
      <HelpLink page="importar" apart>
        Ayuda: traer tus datos de otro sistema
      </HelpLink>
      {!chosen && kind.beside}
      {!chosen && <LastImport kind={kind} />}
      {query.isFetching && !shown && <Spinner />}
      {chosen && <LoadError query={query} />}
      {chosen && shown && (
        <>
          <ImportSheet
            sheets={shown.sheets ?? []}
            sheet={chosen.sheet ?? shown.sheet ?? 0}
            onChange={(sheet) => setChosen({ ...chosen, sheet, columns: null })}
          />
          <ImportRows kind={kind} shown={shown} chosen={read ?? chosen} />
          <ImportColumns
            labels={kind.fields}
            columns={shown.columns}
            titlesRow={shown.titles_row}
            fields={chosen.columns ?? shown.columns.map(({ field }) => field)}
            onChange={(columns) => {
              keepColumns(kind.title, shown.columns, columns)
              setChosen({ ...chosen, columns })
            }}
          />
        </>
      )}
    </FormDialog>
  )
}
