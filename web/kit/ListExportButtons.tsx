import { Button, Group, Text } from '@mantine/core'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { IconFileSpreadsheet, IconPrinter } from './icons.ts'
import { PrintedList } from './PrintedList.tsx'
import { findPagePrintDocument, requestPrint } from './printing.ts'
import { saveFile } from './save-file.ts'
import type { TableDefinition, TableQuery } from './table-column.ts'
import { toast } from './toast.ts'
import { useKeyboardShortcuts } from './use-keyboard-shortcuts.ts'
import { isDialogOpen } from './use-page-shortcuts.ts'

export interface ListExportButtonsProps<Row> extends TableDefinition<Row> {
  /** Queries of the list and its printed totals: printing waits for their latest answers. */
  queries: readonly TableQuery[]
  total: number | undefined
  load: (signal: AbortSignal) => Promise<Row[]>
  file: (signal: AbortSignal) => Promise<File>
}

type ExportKind = 'print' | 'excel'

/** Waits until the browser has painted, because the next step blocks the page. */
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

function useExport<Row>({ load, file, ...list }: ListExportButtonsProps<Row>) {
  const [isWorking, setWorking] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const begin = async (kind: ExportKind) => {
    running.current = new AbortController()
    const { signal } = running.current
    setWorking(true)
    try {
      if (kind === 'excel') saveFile(await file(signal))
      else {
        const rows = await load(signal)
        await drawn()
        signal.throwIfAborted()
        requestPrint({ content: <PrintedList {...list} rows={rows} />, title: list.label })
      }
    } catch (error) {
      if (!signal.aborted && error instanceof Error) toast.failure(error.name, error.message)
    }
    setWorking(false)
  }
  return { isWorking, begin }
}

/** Numbers of rows: from `askedFrom` printing asks first; above `mostOnPaper` the browser would hang. */
const askedFrom = 1000
const mostOnPaper = 5000
const rowsOfSheet = 40

const isComing = ({ isPending, isPlaceholderData, error }: TableQuery) => (isPending || isPlaceholderData) && !error

/** True for the list that Ctrl + P prints if a page has several: the one before the focus, or the first. */
function isNearest(own: HTMLElement | null): boolean {
  const all = [...document.querySelectorAll('[data-list-export]')]
  const { activeElement } = document
  const before = all.filter(
    (each) => activeElement && each.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  return own === (before.at(-1) ?? all[0])
}

/** Buttons that print all rows or export them to Excel. Ctrl + P prints the list too. */
export function ListExportButtons<Row>(props: ListExportButtonsProps<Row>) {
  const { label: name, total, queries } = props
  const { isWorking, begin } = useExport(props)
  const [asking, setAsking] = useState(false)
  const [wanted, setWanted] = useState<ExportKind | null>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const choose = (kind: ExportKind) => {
    if (isWorking) return
    // An Excel file contains no totals, so only printing waits for the queries of the totals.
    const waits = (kind === 'print' ? queries : queries.slice(0, 1)).some(isComing)
    setWanted(waits ? kind : null)
    if (waits) return
    if (!total) return toast.info(queries.some(({ error }) => error) ? 'No se pudo cargar la lista.' : props.empty)
    if (kind === 'excel' || total < askedFrom) void begin(kind)
    else if (total <= mostOnPaper) setAsking(true)
    else
      toast.info(
        'Son demasiadas filas para imprimir',
        `${formatNumber(total)} filas: usa un filtro más corto, o Excel.`,
      )
  }
  useEffect(() => {
    if (wanted) choose(wanted)
  })
  const busy = isWorking || wanted !== null || undefined
  const button = (kind: ExportKind, label: string, icon: ReactNode) => (
    <Button
      size="sm"
      variant="default"
      leftSection={icon}
      aria-label={`${label} ${name}`}
      disabled={!total}
      // Marked but not really disabled while working, because a disabled button would lose the focus.
      data-disabled={busy}
      aria-disabled={busy}
      onClick={() => choose(kind)}
    >
      {label}
    </Button>
  )
  useKeyboardShortcuts([
    [
      'mod+P',
      (event) => {
        if (!total || isDialogOpen() || findPagePrintDocument() || !isNearest(buttons.current)) return
        event.preventDefault()
        choose('print')
      },
      { preventDefault: false },
    ],
  ])
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
          Son {formatNumber(total ?? 0)} filas, unas {formatNumber(Math.ceil((total ?? 0) / rowsOfSheet))} hojas.
          ¿Imprimirlas todas?
        </ConfirmDialog>
      )}
      {busy && (
        <Text size="sm" role="status">
          {isWorking ? 'Preparando…' : 'Esperando la lista…'}
        </Text>
      )}
    </Group>
  )
}
