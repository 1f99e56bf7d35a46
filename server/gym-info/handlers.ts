import type { HandlersOf } from '../http/context.ts'
import { readGymInfo, readShowInfo, updateGymInfo, updateShowInfo } from './queries.ts'

export const gymInfoHandlers: HandlersOf<'gym-info'> & HandlersOf<'show-info'> = {
  'gym-info.read': ({ tx, gym }) => readGymInfo(tx, gym),
  'gym-info.update': async ({ tx, gym, body }) => {
    await updateGymInfo(tx, gym, body)
    return readGymInfo(tx, gym)
  },
  'show-info.read': ({ tx, gym }) => readShowInfo(tx, gym),
  'show-info.update': async ({ tx, gym, body }) => {
    await updateShowInfo(tx, gym, body)
    return readShowInfo(tx, gym)
  },
}
