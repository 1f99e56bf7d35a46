import type { AreaHandlers } from '../http/context.ts'
import type { DiskWatch } from './disk-watch.ts'

export const diskHandlers = (disk: DiskWatch): AreaHandlers<'disk'> => ({
  'disk.read': async () => disk.status,
})
