import { expect, test } from 'vitest'
import { defaultSettings } from './settings.ts'

test('settings: macOS syncs the disk’s cache', () => {
  expect(defaultSettings('darwin').wal_sync_method).toBe('fsync_writethrough')
  for (const platform of ['linux', 'win32'] as const)
    expect(defaultSettings(platform)).not.toHaveProperty('wal_sync_method')
})
