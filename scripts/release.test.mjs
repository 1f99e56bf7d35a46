// @ts-check
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from './run-command.mjs'

test('release: contains exactly the packages that the server needs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'torniquete Ana Pérez-'))
  const put = (/** @type {string} */ name, /** @type {object} */ content) => {
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ version: '1.0.0', ...content }))
  }
  try {
    cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true })
    put('', { name: 'some', workspaces: ['server'] })
    put('server', { name: '@some/server', dependencies: { '@some/tool': '1.0.0' } })
    put('node_modules/@some/tool', { name: '@some/tool', dependencies: { below: '1.0.0' } })
    put('node_modules/below', { name: 'below' })
    // Files that npm leaves for a package that only the build uses.
    put('node_modules/left', { name: 'left' })
    symlinkSync(join(folder, 'server'), join(folder, 'node_modules/@some/server'), 'junction')
    const asking = "console.log(JSON.stringify(await (await import('./scripts/release.mjs')).listRuntimePackages()))"
    const run = promisify(execFile)
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', asking], { cwd: folder })
    const needed = ['@some/tool', 'below'].map((name) => join(folder, 'node_modules', name))
    expect(JSON.parse(stdout).sort()).toEqual(needed)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('start and start.cmd: have the line endings that their systems need', () => {
  const [windows, others] = ['start.cmd', 'start'].map((name) => readFileSync(join(root, name), 'utf8'))
  expect(windows?.split('\n').filter((line) => line !== '' && !line.endsWith('\r'))).toEqual([])
  expect(windows).toContain('"%NODE%" scripts\\start.mjs %*')
  expect(others).toMatch(/^#!\/bin\/sh\n/)
  expect(others).not.toContain('\r')
  expect(others).toContain('exec node scripts/start.mjs "$@"')
})
