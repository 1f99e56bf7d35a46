import { errorText } from '@torniquete/contract/errors.ts'
import type { User } from '@torniquete/contract/users.ts'
import { saveWithImage } from '../../../api/images.ts'
import { type Save, useSave } from '../../../api/use-save.ts'
import type { ImageChoice } from '../../../kit/image-rules.ts'
import { bodyOfChange, bodyOfNew, type UserValues } from './user-form-values.ts'

export interface EditedUser {
  user: User
  tag: string | null
}

export interface UserDraft {
  values: UserValues
  photo: ImageChoice
}

/** A clash whose field is known is told there. */
function clashAt({ message }: Error, { id_zkteco }: UserValues): Record<string, string> | null {
  if (message === errorText('username.taken')) return { username: message }
  if (message === errorText('pin.taken', { pin: id_zkteco.trim() })) return { id_zkteco: message }
  return null
}

export function useSaveUser(
  edited: EditedUser | null,
  onSaved: () => void,
  form: { setErrors: (errors: Record<string, string>) => void; getValues: () => UserValues },
): Save<UserDraft> {
  return useSave({
    run: ({ values, photo }: UserDraft, send) =>
      saveWithImage('users', photo, edited?.user.photo_path, (image) => {
        const photoFields = image && { photo_url: image.url, photo_path: image.path }
        return edited
          ? send('users.update', {
              params: { id_user: edited.user.id },
              body: { ...bodyOfChange(edited.user, values), ...photoFields },
              ifMatch: edited.tag,
            })
          : send('users.create', { body: { ...bodyOfNew(values), ...photoFields } })
      }),
    done: edited ? 'Usuario editado con éxito' : 'Usuario agregado con éxito',
    invalidates: ['users'],
    onSaved,
    setErrors: form.setErrors,
    failure: (error) => {
      const clash = clashAt(error, form.getValues())
      if (!clash) return { title: error.name, description: error.message }
      form.setErrors(clash)
      return null
    },
  })
}
