import type { HandlersOf } from '../http/context.ts'
import type { DiskWatch } from './disk-watch.ts'

export const diskHandlers = (disk: DiskWatch): HandlersOf<'disk'> => ({
  'disk.read': async () => disk.status,
})
