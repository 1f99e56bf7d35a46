// Worker thread started by `file-imports.ts`: reads one file and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { NamedError } from '@torniquete/contract/shared/errors.ts'
import { readSheets, type SheetsReadResult } from './read-table.ts'

const result = await readSheets(Buffer.from(workerData)).then(
  (sheets): SheetsReadResult => ({ sheets }),
  (error: unknown): SheetsReadResult => {
    if (error instanceof NamedError) return { reason: error.reason, details: error.details }
    throw error
  },
)
parentPort?.postMessage(result)
