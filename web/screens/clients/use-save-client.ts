import type { Client } from '@torniquete/contract/clients.ts'
import { saveWithImage } from '../../api/images.ts'
import { type Save, useSave } from '../../api/use-save.ts'
import type { ImageChoice } from '../../kit/image-rules.ts'
import { bodyOf, type ClientValues, changeOf } from './client-form-values.ts'

export interface EditedClient {
  client: Client
  tag: string | null
}

export interface ClientDraft {
  values: ClientValues
  photo: ImageChoice
}

export function useSaveClient(
  edited: EditedClient | null,
  onSaved: () => void,
  setErrors: (errors: Record<string, string>) => void,
): Save<ClientDraft> {
  return useSave({
    run: ({ values, photo }: ClientDraft, send, key) =>
      saveWithImage('clients', photo, edited?.client.photo_path, (image) => {
        const photoFields = image && { photo_url: image.url, photo_path: image.path }
        return edited
          ? send('clients.update', {
              params: { id_client: edited.client.id },
              body: { ...changeOf(edited.client, values), ...photoFields },
              ifMatch: edited.tag,
            })
          : send('clients.create', { body: { ...bodyOf(values), ...photoFields }, idempotencyKey: key })
      }),
    done: edited ? 'Cliente editado con éxito' : 'Cliente agregado con éxito',
    invalidates: ['clients', 'attendances'],
    onSaved,
    setErrors,
  })
}
