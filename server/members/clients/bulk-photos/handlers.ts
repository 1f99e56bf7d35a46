import { undoing } from '../../../platform/file-import/undo-import.ts'
import type { AreaHandlers } from '../../../platform/http/context.ts'
import { matchPhotos } from './match.ts'
import { acts, readPortrayed, setPhotos, undoPhotos } from './queries.ts'

type PhotoCall = 'clients.match-photos' | 'clients.set-photos' | 'clients.last-photos' | 'clients.undo-photos'

const imports = undoing(acts, undoPhotos)

export const photoHandlers: Pick<AreaHandlers<'clients'>, PhotoCall> = {
  'clients.match-photos': async ({ tx, gym, body }) => matchPhotos(body.files, await readPortrayed(tx, gym)),

  'clients.set-photos': ({ tx, user, body, clock }) =>
    setPhotos(tx, user, { file: body.file_name, now: clock(), photos: body.photos }),

  'clients.last-photos': imports.last,
  'clients.undo-photos': imports.undo,
}
