/** For a PC with two cores and 4 GB that also runs the browser. Commits are durable. */
export const makeDefaultSettings = (platform = process.platform): Record<string, string> => ({
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  max_connections: '60',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'on',
  // A stuck copy fails instead of filling the disk.
  max_slot_wal_keep_size: '4GB',
  random_page_cost: '1.1',
  jit: 'off',
  shared_preload_libraries: '',
  // Code that forgets the gym's zone should be wrong on every machine alike.
  timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // Other methods on macOS leave data in the disk's cache.
  ...(platform === 'darwin' && { wal_sync_method: 'fsync_writethrough' }),
})
