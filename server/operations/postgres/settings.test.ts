import { expect, test } from 'vitest'
import { defaultSettings } from './settings.ts'

test('on macOS what is acknowledged leaves the memory of the disk too; elsewhere PostgreSQL has no such way, or needs none', () => {
  expect(defaultSettings('darwin').wal_sync_method).toBe('fsync_writethrough')
  for (const platform of ['linux', 'win32'] as const)
    expect(defaultSettings(platform)).not.toHaveProperty('wal_sync_method')
})
