import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fsyncFolder, renameWithRetry } from './files.ts'

test.runIf(process.platform === 'linux')('syncFolder: ignores that a file system cannot sync folders', () => {
  expect(() => fsyncFolder('/proc')).not.toThrow()
  expect(() => fsyncFolder('/proc/none')).toThrow('ENOENT')
})

test('renameWithRetry: on Windows waits while another program holds the folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'torniquete-names-'))
  const [from, to] = [join(folder, 'draft'), join(folder, 'named')]
  const on = (platform: NodeJS.Platform, held: number, code = 'EPERM') => {
    mkdirSync(from, { recursive: true })
    let tried = 0
    const rename = (...names: [string, string]) => {
      tried += 1
      if (tried <= held) throw Object.assign(new Error(code), { code })
      renameSync(...names)
    }
    try {
      renameWithRetry(from, to, { platform, rename, wait: () => {} })
      return tried
    } catch (error) {
      return [String(error), tried]
    }
  }
  expect([on('win32', 3), readdirSync(folder)]).toEqual([4, ['named']])
  expect(on('win32', 99)).toEqual(['Error: EPERM', 50])
  expect(on('win32', 1, 'ENOENT')).toEqual(['Error: ENOENT', 1])
  expect(on('linux', 1)).toEqual(['Error: EPERM', 1])
  rmSync(folder, { recursive: true })
})
