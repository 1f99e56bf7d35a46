// PostgreSQL writes this file itself, so its last lines survive a kill of our process.

import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'

const maxBytes = 4 * 1024 * 1024

export interface ServerLog {
  descriptor: number
  /** At most `count` lines written since it was opened; works after closing too. */
  lastLines(count: number): string[]
  close(): void
}

/** A file that has grown is kept once, as `postgres.log.1`. */
export function openServerLog(file: string): ServerLog {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(file, `${file}.1`)
  const descriptor = openSync(file, 'a', 0o600)
  const begin = fstatSync(descriptor).size
  return {
    descriptor,
    lastLines: (count) => readFileSync(file).subarray(begin).toString('utf8').trimEnd().split('\n').slice(-count),
    close: () => closeSync(descriptor),
  }
}
