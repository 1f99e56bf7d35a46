import { Button, FileButton, Group, Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ImportAnswer, ImportField } from '@torniquete/contract/client-import.ts'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { useSave } from '../../../forms/use-save.ts'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { LoadError } from '../../../kit/LoadError.tsx'
import { Spinner } from '../../../kit/Spinner.tsx'
import { useCloseDialog } from '../../../navigation/opening.ts'
import { ImportColumns } from './ImportColumns.tsx'
import { ImportRows } from './ImportRows.tsx'
import { clientsText, formOf } from './import-words.ts'
import { LastImport } from './LastImport.tsx'

type Columns = (ImportField | null)[]

interface Chosen {
  file: File
  /** Each choice is another, also of the same file, which may have been mended meanwhile. */
  turn: number
  /** What a person said of the columns; null: as they are called. */
  columns: Columns | null
}

/** How the file reads now. While a column is said to be another, it stands as it was. */
function useShown(chosen: Chosen | null) {
  return useQuery({
    queryKey: ['clients.import', chosen?.turn, chosen?.columns],
    queryFn: async ({ signal }): Promise<ImportAnswer | null> =>
      chosen && (await call('clients.import', { body: formOf(chosen), signal })),
    enabled: chosen !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

const kinds = '.xlsx,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Brings clients in from a file of another system: shown row by row, then written, all or nothing. */
export function ImportDialog() {
  const close = useCloseDialog()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const query = useShown(chosen)
  const shown = (!query.error && query.data) || null
  const save = useSave({
    run: ({ chosen: sent, digest }: { chosen: Chosen; digest: string }, send) =>
      send('clients.import', { body: formOf(sent, digest) }),
    done: ({ imported }) =>
      `${clientsText(imported?.clients ?? 0)} ${imported?.clients === 1 ? 'importado' : 'importados'}`,
    detail: 'Hasta mañana se puede deshacer desde aquí mismo.',
    onSaved: close,
    // What changed meanwhile is shown as it is now.
    setErrors: () => void query.refetch(),
  })
  const choose = (file: File | null) => {
    // Else the browser would not tell of the same file, chosen once more.
    if (input.current) input.current.value = ''
    if (!file) return
    save.reset()
    setChosen({ file, turn: (chosen?.turn ?? 0) + 1, columns: null })
  }
  const ready = shown !== null && shown.refusal === null && !query.isFetching
  return (
    <FormDialog
      title="Importar clientes"
      size="xl"
      dirty={false}
      careful
      pending={save.pending}
      unanswered={save.unanswered}
      error={save.error?.message}
      submitLabel={ready ? `Importar ${clientsText(shown.ready)}` : 'Importar'}
      pendingLabel="Importando"
      disabled={!ready}
      onClose={close}
      onSubmit={() => chosen && shown && ready && save.submit({ chosen, digest: shown.digest })}
    >
      <Text size="sm" c="dimmed">
        Un Excel (.xlsx) o un .csv con una fila de títulos: Nombre, Teléfono, Vencimiento… Antes de guardar nada se
        muestra qué pasará con cada fila.
      </Text>
      <Group gap="sm">
        <FileButton ref={input} onChange={choose} accept={kinds}>
          {(button) => (
            <Button
              {...button}
              variant={chosen ? 'default' : 'filled'}
              leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
              data-autofocus
            >
              {chosen ? 'Elegir otro archivo' : 'Elegir archivo'}
            </Button>
          )}
        </FileButton>
        {chosen && <Text size="sm">{chosen.file.name}</Text>}
      </Group>
      {!chosen && <LastImport />}
      {chosen && query.isPending && <Spinner />}
      {chosen && <LoadError query={query} />}
      {chosen && shown && (
        <>
          <ImportRows shown={shown} chosen={chosen} />
          <ImportColumns
            columns={shown.columns}
            fields={chosen.columns ?? shown.columns.map(({ field }) => field)}
            onChange={(columns) => setChosen({ ...chosen, columns })}
          />
        </>
      )}
    </FormDialog>
  )
}
