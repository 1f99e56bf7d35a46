// Photos of clients that come together.
import { fail } from '@torniquete/contract/errors.ts'
import type { HandlersOf } from '../../http/context.ts'
import { matchPhotos } from './match.ts'
import { readLastPhotos, readPortrayed, setPhotos, undoPhotos } from './queries.ts'

type PhotoCall = 'clients.match-photos' | 'clients.set-photos' | 'clients.last-photos' | 'clients.undo-photos'

export const photoHandlers: Pick<HandlersOf<'clients'>, PhotoCall> = {
  'clients.match-photos': async ({ tx, gym, body }) => matchPhotos(body.files, await readPortrayed(tx, gym)),

  'clients.set-photos': ({ tx, user, body, clock }) =>
    setPhotos(tx, user, { file: body.file_name, now: clock(), photos: body.photos }),

  'clients.last-photos': async ({ tx, gym, now }) => ({ last: await readLastPhotos(tx, gym, now) }),

  'clients.undo-photos': async ({ tx, gym, params, now }) =>
    (await undoPhotos(tx, gym, params.id_import, now)) ?? fail('row.missing'),
}
