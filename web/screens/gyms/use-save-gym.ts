import type { Gym } from '@torniquete/contract/gyms.ts'
import { saveWithImage } from '../../api/images.ts'
import { type Save, useSave } from '../../api/use-save.ts'
import type { ImageChoice } from '../../kit/image-rules.ts'
import { bodyOfChange, bodyOfNew, type GymValues } from './gym-form-values.ts'

export interface EditedGym {
  gym: Gym
  tag: string | null
}

export interface GymDraft {
  values: GymValues
  logo: ImageChoice
}

export function useSaveGym(
  edited: EditedGym | null,
  onSaved: () => void,
  setErrors: (errors: Record<string, string>) => void,
): Save<GymDraft> {
  return useSave({
    run: ({ values, logo }: GymDraft, send) =>
      saveWithImage('gyms', logo, edited?.gym.logo_path, (image) => {
        const logoFields = image && { logo_url: image.url, logo_path: image.path }
        return edited
          ? send('gyms.update', {
              params: { id: edited.gym.id },
              body: { ...bodyOfChange(values), ...logoFields },
              ifMatch: edited.tag,
            })
          : send('gyms.create', { body: { ...bodyOfNew(values), ...logoFields } })
      }),
    done: edited ? 'Gimnasio editado con éxito' : 'Gimnasio agregado con éxito',
    invalidates: ['gyms'],
    onSaved,
    setErrors,
  })
}
