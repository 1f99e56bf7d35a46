import type { CallAnswer, CallQueryInput, ExportCallName } from '@torniquete/contract/endpoints.ts'
import type { CallAreaName } from '@torniquete/contract/shared/endpoint.ts'
import { callWithGenericName } from './call.ts'
import type { CallInput } from './call-input.ts'
import { fetchExportFile } from './fetch-export-file.ts'

/** Maximum page size of the server. */
const pageSize = 1000

/** Reads all pages of a list. A row that a new row pushes onto the next page is kept only once. */
export async function fetchAllRows<Row extends { id: number }>(
  page: (page: number, size: number, signal: AbortSignal) => Promise<{ rows: readonly Row[]; total: number }>,
  signal: AbortSignal,
): Promise<Row[]> {
  const found = new Map<number, Row>()
  for (let number = 0; ; number++) {
    const { rows, total } = await page(number, pageSize, signal)
    for (const row of rows) if (!found.has(row.id)) found.set(row.id, row)
    if (rows.length === 0 || (number + 1) * pageSize >= total) return [...found.values()]
  }
}

/** Makes a function that reads all rows of a filter, for ListExportButtons. `rowsOf` gets the rows out of a response. */
export const makeListExportLoaders = <
  Area extends CallAreaName<Extract<ExportCallName, `${string}.export`>>,
  Row extends { id: number },
>(
  area: Area,
  filter: CallQueryInput<`${Area}.export`> & object,
  rowsOf: (answer: CallAnswer<`${Area}.list`>) => readonly Row[],
) => ({
  load: (signal: AbortSignal) =>
    fetchAllRows(async (page, size_page, signal) => {
      // The cast is safe: a list and its export accept the same filter, which types cannot express here.
      const input = { query: { ...filter, page, size_page }, signal } as unknown as CallInput<`${Area}.list`>
      const answer = await callWithGenericName(`${area}.list`, input)
      return { rows: rowsOf(answer), total: (answer as { total: number }).total }
    }, signal),
  file: (signal: AbortSignal) => fetchExportFile(`${area}.export`, filter, signal),
})
