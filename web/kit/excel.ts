import type { CellKind, PlainSheet } from './excel-cells.ts'
import type { MadeFile } from './excel-worker.ts'

export interface ExcelColumn<Row> {
  header: string
  /** In characters. */
  width?: number
  /**
   * 'day' is `YYYY-MM-DD`, 'instant' a wall clock `YYYY-MM-DD HH:MM:SS` as `localTime` gives it, 'money' a decimal
   * text.
   */
  type: CellKind
  value: (row: Row) => string | number | null
}

const usualWidths: Record<CellKind, number> = { text: 28, number: 12, money: 16, day: 13, instant: 20 }

function makeFile(sheet: PlainSheet): Promise<Blob> {
  const worker = new Worker(new URL('./excel-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Blob>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<MadeFile>) =>
      'file' in data ? resolve(data.file) : reject(new Error(data.failure))
    worker.onerror = () => reject(new Error('No se pudo crear el archivo de Excel.'))
    worker.postMessage(sheet)
  }).finally(() => worker.terminate())
}

function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it after the click returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Rows that are turned into values at once. */
const sliceSize = 500

/** Slice by slice, so that the page answers in between. */
async function valuesOf<Row>(columns: readonly ExcelColumn<Row>[], rows: readonly Row[]): Promise<PlainSheet['rows']> {
  const values: PlainSheet['rows'] = []
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % sliceSize === 0) await new Promise((resolve) => setTimeout(resolve))
    values.push(columns.map(({ value }) => value(row)))
  }
  return values
}

/** Saves the rows as `fileName`.xlsx, one sheet 'Hoja1' with a head. The writer is loaded when first used. */
export async function saveExcel<Row>(options: {
  fileName: string
  columns: readonly ExcelColumn<Row>[]
  rows: readonly Row[]
}): Promise<void> {
  const { fileName, columns, rows } = options
  const file = await makeFile({
    columns: columns.map(({ header, type, width = usualWidths[type] }) => ({ header, type, width })),
    rows: await valuesOf(columns, rows),
  })
  download(file, `${fileName}.xlsx`)
}
