// @ts-check
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runChecks } from './check.mjs'
import { root } from './run-command.mjs'

test('a build that fails is told to whoever asked for it, who goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'torniquete-build-'))
  try {
    for (const part of ['scripts', 'package.json', 'package-lock.json'])
      cpSync(join(root, part), join(folder, part), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    for (const part of ['web', 'server']) {
      mkdirSync(join(folder, part))
      writeFileSync(join(folder, part, 'vite.config.ts'), "throw new Error('not today')")
    }
    const asking = "console.log(await (await import('./scripts/build.mjs')).buildStale(), 'and then')"
    const run = promisify(execFile)
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', asking], { cwd: folder })
    expect(stdout).toMatch(/No se pudo construir web .+not today.+ and then\n$/s)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('whoever stops the checks gets no further step', async () => {
  expect(await runChecks(AbortSignal.abort())).toEqual({ passed: 0, failed: 0, skipped: 0, failures: [] })
})
