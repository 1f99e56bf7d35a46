// @ts-check
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

test('beside another program it is shown by whole lines, whatever it writes to', async () => {
  const shown = vi.spyOn(console, 'log').mockReturnValue()
  try {
    const writing = "process.stdout.write('one'); process.stderr.write('two\\n'); process.stdout.write(' line\\nlast')"
    expect(await runCommand('node', ['-e', writing], { show: 'lines' })).toMatchObject({ code: 0 })
    expect(shown.mock.calls.flat().sort()).toEqual(['last', 'one line', 'two'])
  } finally {
    shown.mockRestore()
  }
})

test('beside another program nothing erases a line, and what was shown is kept', async () => {
  const shown = vi.spyOn(console, 'log').mockReturnValue()
  try {
    // As Playwright's reporter rewrites its line, though nobody looks on.
    const writing = "process.stdout.write('[1/2] one\\n\\x1b[1A\\x1b[2K[2/2] two\\n')"
    expect(await runCommand('node', ['-e', writing], { show: 'lines' })).toEqual({
      code: 0,
      output: '[1/2] one\n[2/2] two\n',
    })
    expect(shown.mock.calls.flat()).toEqual(['[1/2] one', '[2/2] two'])
  } finally {
    shown.mockRestore()
  }
})
