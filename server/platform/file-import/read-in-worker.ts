// Reads an uploaded file in a worker thread: a file that needs too much memory or time fails alone.
import { Worker } from 'node:worker_threads'
import { Failure, fail } from '@torniquete/contract/shared/errors.ts'
import type { ReadResult, Sheet } from './read-table.ts'

const program = new URL('./read-worker.ts', import.meta.url)
const heapMegabytes = 256
const timeoutMs = 20_000

/** Sheets of `file` with content. Fails like `readSheets`, and beyond the limits. */
export async function readSheetsInWorker(file: Buffer): Promise<Sheet[]> {
  const worker = new Worker(program, {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    stderr: true,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const result = await new Promise<ReadResult>((resolve, reject) => {
      timer = setTimeout(() => reject(new Failure('import.too-slow')), timeoutMs)
      worker.once('message', resolve)
      worker.once('error', (error: Error & { code?: string }) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Failure('import.too-complex') : error),
      )
      worker.once('exit', (code) => reject(new Error(`The thread that reads a file ended with code ${code}`)))
    })
    if ('sheets' in result) return result.sheets
    return fail(result.reason, result.details)
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
