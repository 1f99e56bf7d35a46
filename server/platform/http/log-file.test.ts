import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeLoggerOptions } from './log.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'torniquete-log-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const file = () => join(dataDir, 'registro.log')

/** Writes a line like a server's logger would, and waits until the file contains it. */
async function log(line: string): Promise<void> {
  const { stream } = makeLoggerOptions({ LOG_LEVEL: 'warn', dataDir }, undefined, true) as { stream: Writable } // a stream of a file
  await new Promise<void>((resolve) => stream.end(`${line}\n`, () => resolve()))
}

test('log in a terminal window: warnings go to a file in DATA_DIR, after those of earlier starts', async () => {
  await log('{"msg":"a slow call"}')
  await log('{"msg":"another"}')
  expect(readFileSync(file(), 'utf8')).toBe('{"msg":"a slow call"}\n{"msg":"another"}\n')
})
