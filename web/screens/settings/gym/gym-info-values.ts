import { type GymInfo, GymInfoChange } from '@torniquete/contract/admin/gym-info.ts'
import { validateWith } from '../../../forms/form-errors.ts'

type Editable = Omit<GymInfo, 'id' | 'logo_url' | 'logo_path' | 'keep_attendances_years'>

/** Field texts. */
export type GymInfoValues = Record<keyof Editable, string>

export const toValues = (gym: GymInfo): GymInfoValues => ({
  name: gym.name,
  phone_number: gym.phone_number ?? '',
  address: gym.address ?? '',
  email: gym.email ?? '',
  timeZone: gym.timeZone,
  opening_hours: gym.opening_hours ?? '',
  services: gym.services ?? '',
})

const orNull = (text: string) => text.trim() || null

/** Request body; empty texts are null. */
export const toBody = ({ name, timeZone, ...texts }: GymInfoValues): Editable => ({
  name: name.trim(),
  timeZone,
  phone_number: orNull(texts.phone_number),
  address: orNull(texts.address),
  email: orNull(texts.email),
  opening_hours: orNull(texts.opening_hours),
  services: orNull(texts.services),
})

export const validateGymInfo = validateWith(GymInfoChange, toBody)
