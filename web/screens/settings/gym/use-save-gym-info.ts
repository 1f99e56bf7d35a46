import { useQueryClient } from '@tanstack/react-query'
import type { GymInfo } from '@torniquete/contract/gym-info.ts'
import type { ImageChoice } from '../../../api/images.ts'
import { saveWithImage } from '../../../api/images.ts'
import { type Save, useSave } from '../../../forms/use-save.ts'
import { bodyOf, type GymInfoValues } from './gym-info-values.ts'

export interface GymInfoDraft {
  values: GymInfoValues
  logo: ImageChoice
}

export function useSaveGymInfo(
  gym: GymInfo,
  onSaved: (saved: GymInfo, sent: GymInfoDraft) => void,
  setErrors: (errors: Record<string, string>) => void,
): Save<GymInfoDraft> {
  const client = useQueryClient()
  return useSave({
    run: ({ values, logo }: GymInfoDraft, send) =>
      saveWithImage('gyms', logo, gym.logo_path, (image) =>
        send('gym-info.update', {
          body: {
            ...bodyOf(values),
            logo_url: image ? image.url : gym.logo_url,
            logo_path: image ? image.path : gym.logo_path,
          },
        }),
      ),
    done: 'Información del gimnasio editada con éxito',
    onSaved: (saved, sent) => {
      client.setQueryData(['gym-info', 'gym-info.read', {}], saved)
      onSaved(saved, sent)
    },
    setErrors,
  })
}
