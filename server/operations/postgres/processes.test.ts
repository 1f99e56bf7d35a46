import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { inspectProcess } from './processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'torniquete-'))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('process start: does not depend on the time zone of the caller', () => {
  const ps = join(folder, 'ps')
  writeFileSync(ps, '#!/bin/sh\necho "$TZ"\n')
  chmodSync(ps, 0o755)
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  for (const zone of ['America/Santo_Domingo', 'Asia/Tokyo']) {
    vi.stubEnv('TZ', zone)
    expect(inspectProcess(process.pid, 'darwin')?.startedAt).toBe('UTC')
  }
})
