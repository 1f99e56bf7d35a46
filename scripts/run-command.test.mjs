// @ts-check
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandOf, runCommand } from './run-command.mjs'

/** @type {string} */
let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'torniquete Ana Pérez-'))
  mkdirSync(join(folder, 'node_modules/@some/tool/bin'), { recursive: true })
  writeFileSync(join(folder, 'node_modules/@some/tool/bin/tool.js'), '')
  const packages = { '': {}, 'node_modules/@some/tool': { bin: { tool: 'bin/tool.js' } } }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a package’s program is run by Node itself, in whatever folder, on every platform', () => {
  const script = join(folder, 'node_modules/@some/tool/bin/tool.js')
  expect(commandOf('tool', { folder, platform: 'win32' })).toEqual([process.execPath, script])
  expect(commandOf('tool', { folder, platform: 'linux' })).toEqual([process.execPath, script])
})

test('npm is run by Node where npm tells where it is, and on Windows from beside Node', () => {
  expect(commandOf('npm', { npm: '/opt/n pm/npm-cli.js' })).toEqual([process.execPath, '/opt/n pm/npm-cli.js'])
  expect(commandOf('npm', { platform: 'win32', npm: '' })).toEqual([
    process.execPath,
    join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js'),
  ])
  expect(commandOf('npm', { platform: 'linux', npm: '/usr/lib/yarn.js' })).toEqual(['npm'])
})

test('what is not installed is of the system', async () => {
  expect(commandOf('tar', { folder })).toEqual(['tar'])
  expect(commandOf('tool', { folder: join(folder, 'none') })).toEqual(['tool'])
  expect(await runCommand('no-such-program', [])).toMatchObject({ code: 127 })
})
