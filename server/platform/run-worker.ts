// Runs a program once in a worker thread, so that input that needs too much memory or time fails alone.
import { Worker } from 'node:worker_threads'
import { NamedError } from '@torniquete/contract/shared/errors.ts'

const heapMegabytes = 256
const timeoutMs = 20_000

/** Returns the message that the program posts. Fails if the program ends without one or exceeds its limits. */
export async function runWorkerThread<Result>(program: URL, workerData: unknown): Promise<Result> {
  const worker = new Worker(program, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    stderr: true,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Result>((resolve, reject) => {
      timer = setTimeout(() => reject(new NamedError('import.too-slow')), timeoutMs)
      worker.once('message', resolve)
      worker.once('error', (error: Error & { code?: string }) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new NamedError('import.too-complex') : error),
      )
      worker.once('exit', (code) => reject(new Error(`The thread that reads a file ended with code ${code}`)))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
