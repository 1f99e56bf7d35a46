import { expect, test } from 'vitest'
import { makeDefaultSettings } from './embedded-postgres.ts'

test('PostgreSQL settings: on macOS commits also sync the disk’s cache', () => {
  expect(makeDefaultSettings('darwin').wal_sync_method).toBe('fsync_writethrough')
  for (const platform of ['linux', 'win32'] as const)
    expect(makeDefaultSettings(platform)).not.toHaveProperty('wal_sync_method')
})
