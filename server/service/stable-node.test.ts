import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stableNode } from './stable-node.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'torniquete-node-')))
  for (const name of ['Cellar/22.1', 'Cellar/20.9', 'bin', 'other']) mkdirSync(join(folder, name), { recursive: true })
  for (const version of ['22.1', '20.9']) writeFileSync(join(folder, 'Cellar', version, 'node'), '')
  symlinkSync(join(folder, 'Cellar/22.1/node'), join(folder, 'bin/node'))
  symlinkSync(join(folder, 'Cellar/20.9/node'), join(folder, 'other/node'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('Node is called by the name that the next version has too', () => {
  const running = join(folder, 'Cellar/22.1/node')
  const path = ['relative', join(folder, 'none'), join(folder, 'other'), join(folder, 'bin')].join(delimiter)
  expect(stableNode(running, path)).toBe(join(folder, 'bin/node'))
})

test('on Windows it is called node.exe', () => {
  writeFileSync(join(folder, 'bin/node.exe'), '')
  const running = join(folder, 'bin/node.exe')
  expect(stableNode(running, join(folder, 'bin'), 'win32')).toBe(running)
  symlinkSync(running, join(folder, 'other/node.exe'))
  expect(stableNode(running, join(folder, 'other'), 'win32')).toBe(join(folder, 'other/node.exe'))
})

test('where PATH has another Node or none it is called as it runs', () => {
  const running = join(folder, 'Cellar/22.1/node')
  expect(stableNode(running, join(folder, 'other'))).toBe(running)
  expect(stableNode(running)).toBe(running)
})
