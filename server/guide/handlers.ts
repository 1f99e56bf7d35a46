import type { HandlersOf } from '../http/context.ts'
import { readGuide, updateGuide } from './queries.ts'

export const guideHandlers: HandlersOf<'guide'> = {
  'guide.read': ({ tx, gym }) => readGuide(tx, gym),
  'guide.update': async ({ tx, gym, body }) => {
    await updateGuide(tx, gym, body)
    return readGuide(tx, gym)
  },
}
