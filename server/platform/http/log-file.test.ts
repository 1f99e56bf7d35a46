import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeLogger } from './log.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'torniquete-log-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const file = () => join(dataDir, 'registro.log')

/** Writes a line as a server's logger would, and waits until it is stored. */
async function log(line: string): Promise<void> {
  const { stream } = makeLogger({ LOG_LEVEL: 'warn', dataDir }, undefined, true) as { stream: Writable } // made as a stream of a file
  await new Promise<void>((resolve) => stream.end(`${line}\n`, () => resolve()))
}

test('log in a window: warnings go into the file of DATA_DIR, after those of earlier starts', async () => {
  await log('{"msg":"a slow call"}')
  await log('{"msg":"another"}')
  expect(readFileSync(file(), 'utf8')).toBe('{"msg":"a slow call"}\n{"msg":"another"}\n')
})
