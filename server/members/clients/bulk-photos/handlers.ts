import { makeUndoHandlers } from '../../../platform/file-import/undo-import.ts'
import type { AreaHandlers } from '../../../platform/http/context.ts'
import { matchPhotos } from './match-photos.ts'
import { importTable, listPhotoCandidates, setPhotos, undoPhotos } from './queries.ts'

type PhotoCall = 'clients.match-photos' | 'clients.set-photos' | 'clients.last-photos' | 'clients.undo-photos'

const imports = makeUndoHandlers(importTable, undoPhotos)

export const photoHandlers: Pick<AreaHandlers<'clients'>, PhotoCall> = {
  'clients.match-photos': async ({ tx, gym, body }) => matchPhotos(body.files, await listPhotoCandidates(tx, gym)),

  'clients.set-photos': ({ tx, user, body, clock }) =>
    setPhotos(tx, user, { file: body.file_name, now: clock(), photos: body.photos }),

  'clients.last-photos': imports.last,
  'clients.undo-photos': imports.undo,
}
