import { expect, test } from 'vitest'
import { syncFolder } from './files.ts'

test.runIf(process.platform === 'linux')('a folder of a file system that cannot be synced is passed over', () => {
  expect(() => syncFolder('/proc')).not.toThrow()
  expect(() => syncFolder('/proc/none')).toThrow('ENOENT')
})
