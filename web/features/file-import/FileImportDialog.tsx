import { FileButton, Group, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatInstant } from '@torniquete/contract/shared/dates.ts'
import type { ImportAnswer } from '@torniquete/contract/shared/file-import.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { foldCaseAndAccents } from '@torniquete/contract/shared/text-matching.ts'
import { useRef, useState } from 'react'
import { parseStoredJson, storeJson } from '../../api/local-storage-entries.ts'
import { UndoableActionNotice } from '../../forms/UndoableActionNotice.tsx'
import { useSave } from '../../forms/use-save.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { IconFileSpreadsheet } from '../../kit/icons.ts'
import { LoadError } from '../../kit/LoadError.tsx'
import { ButtonWithIcon } from '../../kit/PageActionButton.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import { useCloseDialog } from '../../navigation/open-dialog.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { useFiscalCountry } from '../fiscal/use-fiscal-country.ts'
import { HelpLink } from '../help/HelpLink.tsx'
import {
  type FileImportDefinition,
  formatImportCount,
  type ImportFileChoice,
  makeImportFormData,
} from './file-import-definition.ts'
import { ImportColumnMapping, ImportPreview } from './ImportPreview.tsx'

async function readFile<Shown extends ImportAnswer>(
  kind: FileImportDefinition<Shown>,
  chosen: ImportFileChoice,
  signal: AbortSignal,
) {
  const shown = await kind.read(makeImportFormData(chosen), signal)
  const columns = chosen.columns ? null : readImportColumnFields(kind.title, shown.columns)
  return columns ? kind.read(makeImportFormData({ ...chosen, columns }), signal) : shown
}

const isSameSheet = (before: unknown, now: ImportFileChoice | null): boolean => {
  const { turn, sheet } = (before ?? {}) as Partial<ImportFileChoice>
  return turn === now?.turn && sheet === now?.sheet
}

function useShown<Shown extends ImportAnswer>(kind: FileImportDefinition<Shown>, chosen: ImportFileChoice | null) {
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

export function FileImportDialog<Shown extends ImportAnswer>({ kind }: { kind: FileImportDefinition<Shown> }) {
  const close = useCloseDialog()
  const [chosen, setChosen] = useState<ImportFileChoice | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const query = useShown(kind, chosen)
  const country = useFiscalCountry()
  const shown = (!query.error && query.data) || null
  const save = useSave({
    run: ({ chosen: sent, digest }: { chosen: ImportFileChoice; digest: string }, send) =>
      kind.bring(makeImportFormData(sent, digest), send),
    done: ({ imported }) =>
      `${formatImportCount(kind, imported?.count ?? 0)} ${imported?.count === 1 ? 'importado' : 'importados'}`,
    detail: 'Tienes hasta mañana para deshacerla en esta misma ventana.',
    onSaved: close,
    // After a refused import the preview is reloaded, so that it shows changes made since.
    setErrors: () => void query.refetch(),
  })
  const choose = (file: File | null) => {
    // The input is cleared, because otherwise the browser reports no change if the same file is chosen again.
    if (input.current) input.current.value = ''
    if (!file) return
    save.reset()
    setChosen({ file, turn: (chosen?.turn ?? 0) + 1, sheet: null, columns: null })
  }
  // Columns chosen by the user, or those of the preview, which may still be that of an earlier file.
  const read = chosen && shown && { ...chosen, columns: chosen.columns ?? shown.columns.map(({ field }) => field) }
  const ready = shown !== null && shown.refusal === null && !query.isFetching
  const isOffered = (field: string) => country !== 'none' || !kind.fiscalFields.includes(field)
  const labels = Object.fromEntries(Object.entries(kind.fields).filter(([field]) => isOffered(field)))
  return (
    <FormDialog
      title={kind.title}
      size="xl"
      dirty={false}
      careful
      {...save.dialog}
      submitLabel={ready ? `Importar ${formatImportCount(kind, shown.ready)}` : 'Importar'}
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
            <ButtonWithIcon
              {...button}
              variant={chosen ? 'default' : 'filled'}
              Icon={IconFileSpreadsheet}
              data-autofocus
            >
              {chosen ? 'Elegir otro archivo' : 'Elegir archivo'}
            </ButtonWithIcon>
          )}
        </FileButton>
        {chosen && <Text size="sm">{chosen.file.name}</Text>}
      </Group>
      <HelpLink page="importar" apart>
        Ayuda: traer tus datos de otro sistema
      </HelpLink>
      {!chosen && kind.beside}
      {!chosen && <LastImportNotice kind={kind} />}
      {query.isFetching && !shown && <Spinner />}
      {chosen && <LoadError query={query} />}
      {chosen && shown && (
        <>
          <ImportSheet
            sheets={shown.sheets ?? []}
            sheet={chosen.sheet ?? shown.sheet ?? 0}
            onChange={(sheet) => setChosen({ ...chosen, sheet, columns: null })}
          />
          <ImportPreview kind={kind} shown={shown} chosen={read ?? chosen} />
          <ImportColumnMapping
            labels={labels}
            columns={shown.columns}
            titlesRow={shown.titles_row}
            fields={chosen.columns ?? shown.columns.map(({ field }) => field)}
            onChange={(columns) => {
              storeImportColumnFields(kind.title, shown.columns, columns)
              setChosen({ ...chosen, columns })
            }}
          />
        </>
      )}
    </FormDialog>
  )
}

interface ImportSheetProps {
  sheets: readonly string[]
  sheet: number
  onChange: (sheet: number) => void
}

function ImportSheet({ sheets, sheet, onChange }: ImportSheetProps) {
  if (sheets.length < 2) return null
  return (
    <NativeSelect
      label="Hoja"
      description={`El archivo tiene ${formatNumber(sheets.length)} hojas: se importan una por una.`}
      data={sheets.map((label, at) => ({ value: String(at), label }))}
      value={String(sheet)}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  )
}

/** Offers to undo the last import within a day. Undoing it deletes the imported rows that were not used yet. */
export function LastImportNotice<Shown extends ImportAnswer>({ kind }: { kind: FileImportDefinition<Shown> }) {
  const { last, at_door } = kind.useLast() ?? {}
  const zone = useGymClock()?.zone
  if (!last || !zone) return null
  return (
    <UndoableActionNotice
      action={`${last.user} importó ${formatImportCount(kind, last.count)} de ${last.file_name} el ${formatInstant(zone, last.created_at)}.`}
      title="Deshacer la importación"
      run={(_, send) => kind.undo(last.id, send)}
      done="Importación deshecha"
      detail={({ deleted, kept, returned = 0 }) => {
        const gone = `${formatImportCount(kind, deleted)} ${deleted === 1 ? 'eliminado' : 'eliminados'}.${returned > 0 ? ` ${returnText(returned)}` : ''}`
        if (kept === 0) return gone
        return kept === 1
          ? `${gone} Se queda 1 de aquellos ${kind.staying}.`
          : `${gone} Se quedan ${formatNumber(kept)}, ${kind.staying}.`
      }}
    >
      {kind.undoing} {last.file_name}, menos aquellos {kind.staying}.{at_door && ` ${doorText(at_door)}`}
    </UndoableActionNotice>
  )
}

const people = { one: 'persona', many: 'personas' }
const returnText = (count: number): string =>
  `${formatImportCount(people, count)} ${count === 1 ? 'vuelve' : 'vuelven'} a «Personas en el dispositivo» como ${count === 1 ? 'estaba' : 'estaban'}, con ${count === 1 ? 'su huella' : 'sus huellas'}.`

function doorText({ return: back, leave }: { return: number; leave: number }): string {
  if (back + leave === 0) return 'En la puerta no cambia nada.'
  const left = `${formatImportCount(people, leave)} que ${leave === 1 ? 'llegó' : 'llegaron'} con el archivo ${leave === 1 ? 'sale' : 'salen'} de los dispositivos.`
  return `En la puerta: ${[back > 0 && returnText(back), leave > 0 && left].filter(Boolean).join(' ')}`
}

// The browser remembers the chosen columns for files with the same titles, such as a corrected file.

/** Column titles that the server adds to the file of rejected rows; they are ignored when comparing titles. */
const added = new Set(['motivo', 'fila en el archivo'])

type Columns = ImportAnswer['columns']
type Fields = (string | null)[]

const isOwn = ({ heading }: Columns[number]) => !added.has(foldCaseAndAccents(heading))

const keyOf = (title: string, columns: Columns): string =>
  `import-columns: ${[title, ...columns.filter(isOwn).map(({ heading }) => foldCaseAndAccents(heading))].join(', ')}`

// Returns false without storage; the columns must then be chosen again for the next file.
export const storeImportColumnFields = (title: string, columns: Columns, fields: Fields): boolean =>
  storeJson(
    'localStorage',
    keyOf(title, columns),
    columns.flatMap((column, at) => (isOwn(column) ? [fields[at] ?? null] : [])),
  )

/** Remembered fields for files with these column titles; null if there are none or the server guesses the same. */
export function readImportColumnFields(title: string, columns: Columns): Fields | null {
  const kept = parseStoredJson<Fields>(localStorage.getItem(keyOf(title, columns)), Array.isArray)
  if (!kept) return null
  const fields = columns.map((column) => (isOwn(column) ? (kept.shift() ?? null) : null))
  return fields.every((field, at) => field === columns[at]?.field) ? null : fields
}
