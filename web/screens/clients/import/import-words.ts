import type { ImportField } from '@torniquete/contract/client-import.ts'
import { showNumber } from '@torniquete/contract/numbers.ts'

export const clientsText = (count: number): string => `${showNumber(count)} ${count === 1 ? 'cliente' : 'clientes'}`
export const rowsText = (count: number): string => `${showNumber(count)} ${count === 1 ? 'fila' : 'filas'}`

interface Chosen {
  file: File
  columns: readonly (ImportField | null)[] | null
}

/** What is sent of a chosen file; the fields before it, as whoever reads a stream needs them. */
export function formOf({ file, columns }: Chosen, confirm?: string): FormData {
  const form = new FormData()
  if (columns) form.append('columns', JSON.stringify(columns))
  if (confirm) form.append('confirm', confirm)
  form.append('file', file, file.name)
  return form
}
