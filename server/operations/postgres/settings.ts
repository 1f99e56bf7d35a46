/** For a counter's PC: two cores and 4 GB, shared with the browser. What was acknowledged is on the disk. */
export const defaultSettings = (platform = process.platform): Record<string, string> => ({
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  max_connections: '60',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'on',
  // A copy that hangs fails rather than fill the disk with what is kept for it.
  max_slot_wal_keep_size: '4GB',
  random_page_cost: '1.1',
  jit: 'off',
  shared_preload_libraries: '',
  // A day is the gym's, never the machine's: what forgets to say a zone should be wrong on every machine alike.
  timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // There what the others use leaves it in the disk's own memory, which a power cut empties.
  ...(platform === 'darwin' && { wal_sync_method: 'fsync_writethrough' }),
})
