// PostgreSQL writes this file itself, so its last lines survive a kill of our process; we only truncate it when it
// grows.

import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'

const CUT_ABOVE = 4 * 1024 * 1024
const KEPT = 1024 * 1024
const LOOK_EVERY_MS = 5_000

/** `lastLines` returns at most `count` lines written since it was opened; works after closing too. */
export function openServerLog(file: string) {
  // Append mode: after truncation PostgreSQL continues at the new end.
  const descriptor = openSync(file, 'a+', 0o600)
  cutIfLong(descriptor)
  const begin = fstatSync(descriptor).size
  const timer = setInterval(() => cutIfLong(descriptor), LOOK_EVERY_MS)
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

function cutIfLong(descriptor: number): void {
  if (fstatSync(descriptor).size <= CUT_ABOVE) return
  const end = tail(descriptor)
  ftruncateSync(descriptor, 0)
  writeSync(descriptor, end.slice(end.indexOf('\n') + 1))
}

function tail(descriptor: number): string {
  const { size } = fstatSync(descriptor)
  const bytes = Buffer.alloc(Math.min(KEPT, size))
  readSync(descriptor, bytes, 0, bytes.length, size - bytes.length)
  return bytes.toString('utf8')
}
