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
