import { type Device, NewDevice } from '@torniquete/contract/devices.ts'
import { validateWith } from '../../../kit/form-errors.ts'

export interface DeviceValues {
  name: string
  sn: string
  /** As typed where it could not be read, for the schema to tell. */
  delay: string
}

export function valuesOf(device: Pick<Device, 'name' | 'sn' | 'delay'> | null): DeviceValues {
  return { name: device?.name ?? '', sn: device?.sn ?? '', delay: String(device?.delay ?? '') }
}

export const validateDevice = validateWith(NewDevice, (values: DeviceValues) => values)
