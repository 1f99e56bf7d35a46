import { type Device, NewDevice } from '@torniquete/contract/devices.ts'
import { validateWith } from '../../../kit/form-errors.ts'

export interface DeviceValues {
  name: string
  sn: string
  /** As number inputs hold it: '' is none. */
  delay: number | string
}

export function valuesOf(device: Pick<Device, 'name' | 'sn' | 'delay'> | null): DeviceValues {
  return { name: device?.name ?? '', sn: device?.sn ?? '', delay: device?.delay ?? '' }
}

export const bodyOf = ({ name, sn, delay }: DeviceValues) => ({
  name,
  sn,
  delay: delay === '' ? null : Number(delay),
})

export const validateDevice = validateWith(NewDevice, bodyOf)
