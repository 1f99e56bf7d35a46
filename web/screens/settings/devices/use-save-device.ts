import type { Device } from '@torniquete/contract/devices.ts'
import { errorText } from '@torniquete/contract/errors.ts'
import { type Save, useSave } from '../../../api/use-save.ts'
import type { DeviceValues } from './device-form-values.ts'

const serialTaken = errorText('device.serial-taken')

export function useSaveDevice(
  edited: Device | null,
  onSaved: () => void,
  setErrors: (errors: Record<string, string>) => void,
): Save<DeviceValues> {
  return useSave({
    run: (values: DeviceValues, send) =>
      edited
        ? send('devices.update', { params: { id_device: edited.id }, body: values })
        : send('devices.create', { body: values }),
    done: edited ? 'Dispositivo editado con éxito' : 'Dispositivo agregado con éxito',
    invalidates: ['devices'],
    onSaved,
    setErrors,
    failure: (error) => {
      if (error.message !== serialTaken) return { title: error.name, description: error.message }
      setErrors({ sn: serialTaken })
      return null
    },
  })
}
