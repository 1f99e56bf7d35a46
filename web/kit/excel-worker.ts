// Makes the file away from the page, which stays usable meanwhile.
import writeExcelFile from 'write-excel-file/universal'
import { cellsOf, type PlainSheet } from './excel-cells.ts'

/** What comes back: the file, or why there is none. */
export type MadeFile = { file: Blob } | { failure: string }

async function make(sheet: PlainSheet): Promise<MadeFile> {
  const columns = sheet.columns.map(({ width }) => ({ width }))
  try {
    const file = await writeExcelFile(cellsOf(sheet), { sheet: 'Hoja1', columns, stickyRowsCount: 1 }).toBlob()
    return { file }
  } catch (error) {
    return { failure: String(error) }
  }
}

self.onmessage = async ({ data }: MessageEvent<PlainSheet>) => self.postMessage(await make(data))
