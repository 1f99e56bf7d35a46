import { Button, Group } from '@mantine/core'
import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { ExportKind, ExportWork } from './ExportProgress.tsx'
import { IconFileSpreadsheet, IconPrinter } from './icons.ts'
import { lazyComponent } from './lazy-component.tsx'
import { PrintedList } from './PrintedList.tsx'
import { pagePaper, printPaper } from './printing.ts'
import { saveFile } from './save-file.ts'
import type { List, TableQuery } from './table-column.ts'
import { toast } from './toast.ts'
import { useKeys } from './use-keys.ts'
import { isCovered } from './use-page-keys.ts'

const ExportProgress = lazyComponent(async () => (await import('./ExportProgress.tsx')).ExportProgress)

export interface ListExportProps<Row> extends List<Row> {
  /** Queries for the list and its printed figures: an export waits for their latest answers. */
  queries: readonly TableQuery[]
  /** Number of rows; undefined while unknown. */
  total: number | undefined
  /** Reads all rows of the filter, reporting progress. */
  load: (report: (loaded: number) => void, signal: AbortSignal) => Promise<Row[]>
  file: (signal: AbortSignal) => Promise<File>
}

/** Waits for a render, because the next step blocks the page. */
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

function useExport<Row>({ load, file, ...list }: ListExportProps<Row>) {
  const [work, setWork] = useState<ExportWork | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const print = async (report: (loaded: number) => void, signal: AbortSignal) => {
    const rows = await load(report, signal)
    await drawn()
    if (!signal.aborted) printPaper({ content: <PrintedList {...list} rows={rows} />, title: list.label })
  }
  const begin = async (kind: ExportKind) => {
    if (running.current) return
    const abort = new AbortController()
    running.current = abort
    const report = (loaded: number) => !abort.signal.aborted && setWork({ kind, loaded, abort })
    report(0)
    try {
      if (kind === 'print') await print(report, abort.signal)
      else saveFile(await file(abort.signal))
    } catch (error) {
      if (!abort.signal.aborted && error instanceof Error) toast.failure(error.name, error.message)
    } finally {
      if (running.current === abort) running.current = null
      setWork((current) => (current?.abort === abort ? null : current))
    }
  }
  const cancel = () => {
    running.current?.abort()
    running.current = null
    setWork(null)
  }
  return { work, begin, cancel }
}

/** Rows on a sheet: above one limit the person confirms, above the other the browser would hang. */
const askedFrom = 1000
const mostOnPaper = 5000
const rowsOfSheet = 40

const isComing = ({ isPending, isPlaceholderData, error }: TableQuery) => (isPending || isPlaceholderData) && !error

/** With several lists on a page, Ctrl + P prints the focused one, or the first. */
function isNearest(own: HTMLElement | null): boolean {
  const all = [...document.querySelectorAll('[data-list-export]')]
  const { activeElement } = document
  const before = all.filter(
    (each) => activeElement && each.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  return own === (before.at(-1) ?? all[0])
}

/** Print and Excel of all rows, with progress; Ctrl + P prints it too, unless a paper replaces the page. */
export function ListExport<Row>(props: ListExportProps<Row>) {
  const { label: name, total, queries } = props
  const { work, begin, cancel } = useExport(props)
  const [asking, setAsking] = useState(false)
  const [wanted, setWanted] = useState<ExportKind | null>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const choose = (kind: ExportKind) => {
    // A file contains no figures.
    const waits = (kind === 'print' ? queries : queries.slice(0, 1)).some(isComing)
    setWanted(waits ? kind : null)
    if (waits) return
    if (!total) return toast.info(queries.some(({ error }) => error) ? 'No se pudo cargar la lista.' : props.empty)
    if (kind === 'excel' || total < askedFrom) void begin(kind)
    else if (total <= mostOnPaper) setAsking(true)
    else
      toast.info('Son demasiadas filas para imprimir', `${showNumber(total)} filas: usa un filtro más corto, o Excel.`)
  }
  useEffect(() => {
    if (wanted) choose(wanted)
  })
  const busy = work !== null || wanted !== null || undefined
  const button = (kind: ExportKind, label: string, icon: ReactNode) => (
    <Button
      size="sm"
      variant="default"
      leftSection={icon}
      aria-label={`${label} ${name}`}
      disabled={!total}
      // Not disabled while working, which would lose the focus.
      data-disabled={busy}
      aria-disabled={busy}
      onClick={() => choose(kind)}
    >
      {label}
    </Button>
  )
  useKeys([
    [
      'mod+P',
      (event) => {
        if (!total || isCovered() || pagePaper() || !isNearest(buttons.current)) return
        event.preventDefault()
        choose('print')
      },
      { preventDefault: false },
    ],
  ])
  const stop = () => {
    cancel()
    setWanted(null)
    // The pressed button disappears.
    buttons.current?.querySelector('button')?.focus()
  }
  return (
    <Group gap="xs" ref={buttons} data-list-export>
      {button('print', 'Imprimir', <IconPrinter size={18} aria-hidden />)}
      {button('excel', 'Excel', <IconFileSpreadsheet size={18} aria-hidden />)}
      {asking && (
        <ConfirmDialog
          title={`Imprimir ${name}`}
          confirmLabel="Imprimir"
          color="teal"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            void begin('print')
          }}
        >
          Son {showNumber(total ?? 0)} filas, unas {showNumber(Math.ceil((total ?? 0) / rowsOfSheet))} hojas.
          ¿Imprimirlas todas?
        </ConfirmDialog>
      )}
      {busy && <ExportProgress name={name} work={work} total={total ?? 0} onCancel={stop} />}
    </Group>
  )
}
