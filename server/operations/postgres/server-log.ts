// PostgreSQL writes this file itself, so its last lines survive a kill of our process. We only empty it when large.

import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync } from 'node:fs'

const maxBytes = 16 * 1024 * 1024
const lookEveryMs = 5_000

/** `lastLines` returns at most `count` lines written since the log was opened, and works after closing too. */
export function openServerLog(file: string) {
  // Opened in append mode, so that after truncation PostgreSQL continues at the new end.
  const descriptor = openSync(file, 'a+', 0o600)
  emptyIfLong(descriptor)
  const begin = fstatSync(descriptor).size
  const timer = setInterval(() => emptyIfLong(descriptor), lookEveryMs)
  timer.unref()
  return {
    descriptor,
    lastLines: (count: number) =>
      readFileSync(file).subarray(begin).toString('utf8').trimEnd().split('\n').slice(-count),
    close: () => {
      clearInterval(timer)
      closeSync(descriptor)
    },
  }
}

function emptyIfLong(descriptor: number): void {
  if (fstatSync(descriptor).size > maxBytes) ftruncateSync(descriptor, 0)
}
