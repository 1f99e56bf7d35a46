import type { AreaOf } from '@torniquete/contract/endpoint.ts'
import type { Answer, ExportCall, QueryInput } from '@torniquete/contract/endpoints.ts'
import { call } from './call.ts'
import type { CallArguments } from './call-input.ts'
import { callFile } from './file.ts'

/** The most that a list gives at once. */
const pageSize = 1000

/**
 * All rows of a list, page after page; `report` hears how many there are so far. A row that something new pushed
 * onto the next page meanwhile is kept once.
 */
export async function fetchAll<Row extends { id: number }>(
  page: (page: number, size: number, signal: AbortSignal) => Promise<{ rows: readonly Row[]; total: number }>,
  report: (loaded: number) => void,
  signal: AbortSignal,
): Promise<Row[]> {
  const found = new Map<number, Row>()
  for (let number = 0; ; number++) {
    const { rows, total } = await page(number, pageSize, signal)
    signal.throwIfAborted()
    for (const row of rows) if (!found.has(row.id)) found.set(row.id, row)
    report(found.size)
    if (rows.length === 0 || (number + 1) * pageSize >= total) return [...found.values()]
  }
}

type ListedArea = AreaOf<ExportCall>

/**
 * All of a list that the filter finds, as ListExport takes it: `load` for paper, `file` for Excel. `rowsOf` its answer, in
 * which each list names its rows differently.
 */
export const wholeList = <Area extends ListedArea, Row extends { id: number }>(
  area: Area,
  filter: QueryInput<`${Area}.export`> & object,
  rowsOf: (answer: Answer<`${Area}.list`>) => readonly Row[],
) => ({
  load: (report: (loaded: number) => void, signal: AbortSignal) =>
    fetchAll(
      async (page, size_page, signal) => {
        const query: object = { ...filter, page, size_page }
        // An area's list takes the filter of its export, and pages; types cannot follow the two through a name that is made.
        const input = [{ query, signal }] as unknown as CallArguments<`${Area}.list`>
        const answer = await call(`${area}.list`, ...input)
        return { rows: rowsOf(answer), total: (answer as { total: number }).total } // every list says it
      },
      report,
      signal,
    ),
  file: (signal: AbortSignal) => callFile(`${area}.export`, filter, signal),
})
