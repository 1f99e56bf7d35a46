import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Device, mainDeviceName, mayRenameDevice } from '@torniquete/contract/devices.ts'
import { errorText } from '@torniquete/contract/errors.ts'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { WholeNumberField } from '../../../kit/WholeNumberField.tsx'
import { validateDevice, valuesOf } from './device-form-values.ts'
import { useSaveDevice } from './use-save-device.ts'

interface DeviceFormProps {
  /** Null registers a new one. */
  edited: Device | null
  /** The number of a terminal that called already. */
  serialNumber?: string
  onClose: () => void
}

export function DeviceForm({ edited, serialNumber = '', onClose }: DeviceFormProps) {
  const editing = edited !== null
  const initialValues = valuesOf(edited ?? { name: '', sn: serialNumber, delay: null })
  const form = useForm({ initialValues, validate: validateDevice })
  const save = useSaveDevice(edited, onClose, form.setErrors)
  // Asked with another name: the main door keeps its own.
  const lock = edited && mayRenameDevice(edited, '')
  return (
    <FormDialog
      opened
      entity="Dispositivo"
      editing={editing}
      submitLabel={editing ? 'Guardar cambios' : 'Agregar dispositivo'}
      pending={save.pending}
      dirty={form.isDirty()}
      unanswered={save.unanswered}
      size="md"
      onClose={onClose}
      onSubmit={form.onSubmit((values) => save.submit(values))}
    >
      <TextInput
        label="Nombre"
        description={
          lock ? errorText(lock) : `El que se llama ${mainDeviceName} es el que se abre, y conserva su nombre`
        }
        required
        maxLength={255}
        disabled={lock !== null}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Serial number"
        description={editing ? 'Con otro número es otro dispositivo: recibe todo de nuevo' : undefined}
        required
        maxLength={64}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('sn')}
      />
      <WholeNumberField
        label="Delay"
        description="Segundos entre sus llamadas; vacío: los que trae el dispositivo"
        min={2}
        max={3600}
        {...form.getInputProps('delay')}
      />
    </FormDialog>
  )
}
