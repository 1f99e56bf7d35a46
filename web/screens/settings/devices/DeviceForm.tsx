import { NativeSelect, TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import {
  checkDeviceRename,
  type Device,
  type DeviceStatus,
  EditableDeviceFields,
  mainDeviceName,
  NewDevice,
  serialMaskCharacter,
} from '@torniquete/contract/door/devices.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { HelpLink } from '../../../features/help/HelpLink.tsx'
import { makeValidator, type RecordForm, type StoredRow, useRecordForm } from '../../../forms/use-record-form.tsx'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { WholeNumberField } from '../../../kit/ParsedField.tsx'
import { openDoorCommandLabels } from './DoorOpeningTest.tsx'

type EditableDevice = Device &
  Pick<
    DeviceStatus,
    'block' | 'block_group' | 'open_command' | 'direction' | 'comm_key' | 'dialect' | 'doors' | 'door_names'
  >

const blockLabels: Record<DeviceStatus['block'], string> = {
  verify: 'Verificación',
  group: 'Grupo',
  disable: 'Cuenta desactivada',
  delete: 'No tenerlo en el dispositivo',
}
const directionLabels: Record<DeviceStatus['direction'], string> = {
  entrance: 'Entrada, o entrada y salida',
  exit: 'Solo salida',
  both: 'Entrada y salida, según marque el dispositivo',
}
const directionHints: Record<DeviceStatus['direction'], string> = {
  entrance: 'Registra entradas. Lo que pase por su lector de salida, si lo tiene, no cuenta como entrada.',
  exit: 'Registra salidas. No cuentan como asistencia.',
  both: 'Registra una salida si se pulsa la tecla de salida o se usa el lector de salida. Lo demás son entradas.',
}
const choicesOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))
const blockChoices = choicesOf(blockLabels)
/** In the access dialect a locked-out user has no permission for the door, or is deleted from the terminal. */
const accessBlockChoices = choicesOf({ verify: 'Sin permiso en la puerta', delete: blockLabels.delete })
const openChoices = choicesOf(openDoorCommandLabels)
const directionChoices = choicesOf(directionLabels)

/** `name` and `sn` are the initial values for a new device. */
const toValues = (device: EditableDevice | null, { name, sn }: { name: string; sn: string }) => ({
  name: device?.name ?? name,
  sn: device?.sn ?? sn.replaceAll(serialMaskCharacter, ''),
  // A number field stays text in the form, so that the schema can reject invalid input.
  delay: String(device?.delay ?? ''),
  block: device?.dialect === 'access' && device.block !== 'delete' ? 'verify' : (device?.block ?? 'verify'),
  block_group: String(device?.block_group ?? 2),
  open_command: device?.open_command ?? 'unlock',
  direction: device?.direction ?? 'entrance',
  door_names: device ? Array.from({ length: device.doors }, (_, at) => device.door_names[at] ?? '') : [],
  // The server never sends the key; an empty field keeps it.
  comm_key: '',
})

/** Completes a serial number. The end of `sn` is masked on screen, so the user may type only that end. */
function wholeSerial(typed: string, sn: string): string {
  const shown = sn.replaceAll(serialMaskCharacter, '')
  return typed.trim().length === sn.length - shown.length ? shown + typed.trim() : typed
}

type DeviceValues = ReturnType<typeof toValues>

const validateNew = makeValidator(NewDevice)
const validateEdited = makeValidator(EditableDeviceFields)
const ofSerial = [formatError('device.serial-taken'), formatError('device.ending')]

interface DeviceFormProps {
  stored: StoredRow<EditableDevice> | null
  proposedName?: string
}

export function DeviceForm({ stored, proposedName = '' }: DeviceFormProps) {
  const { sn = '' } = useSearch({ from: '/shell/settings' })
  const { form, field, dialog } = useRecordForm({
    stored,
    toValues: (device) => toValues(device, { name: proposedName, sn }),
    validate: stored ? validateEdited : validateNew,
    numbers: ['delay', 'block_group'],
    create: ({ name, sn: typed, delay, direction }, send) =>
      send('devices.create', { body: { name, sn: wholeSerial(typed, sn), delay, direction } }),
    update: ({ id }, body, _, send) => send('devices.update', { params: { id_device: id }, body }),
    created: 'Dispositivo agregado con éxito',
    updated: 'Dispositivo editado con éxito',
    errorsOf: ({ message }) => (ofSerial.includes(message) ? { sn: message } : null),
  })
  const isAccess = stored?.row.dialect === 'access'
  // Tests whether the device may be renamed; the empty name stands for any other name.
  const lock = stored && checkDeviceRename(stored.row, '')
  const name = field('name', 'Nombre', {
    description: lock
      ? formatError(lock)
      : `${mainDeviceName} es la que abre el botón «Abrir puerta», y su nombre no se puede cambiar después`,
  })
  return (
    <FormDialog {...dialog} entity="Dispositivo" size="md">
      <TextInput
        required
        maxLength={255}
        disabled={lock !== null}
        {...name}
        // The proposed name is selected on focus, so that typing replaces it.
        onFocus={(event) => {
          name.onFocus?.(event)
          if (event.currentTarget.value === proposedName) event.currentTarget.select()
        }}
      />
      <TextInput
        required
        autoCapitalize="none"
        spellCheck={false}
        {...field('sn', 'Serial number', {
          description: stored
            ? 'Con otro número es otro dispositivo: recibe todo de nuevo'
            : sn.includes(serialMaskCharacter) &&
              'Complétalo con los últimos cuatro caracteres, que están en su etiqueta',
        })}
      />
      <WholeNumberField
        min={2}
        max={3600}
        {...field('delay', 'Delay', {
          description: 'Cada cuántos segundos consulta al servidor (60 como máximo). Vacío: 5 o 10, según el modelo.',
        })}
      />
      <NativeSelect
        data={directionChoices}
        {...field('direction', 'Sentido', {
          show: (direction: DeviceStatus['direction']) => directionLabels[direction],
          description: directionHints[form.getValues().direction],
        })}
      />
      {stored && <DoorNames field={field} doors={stored.row.doors} />}
      {stored && (
        <NativeSelect
          data={isAccess ? accessBlockChoices : blockChoices}
          {...field('block', 'Forma de bloquear', {
            show: (block: DeviceStatus['block']) => blockLabels[block],
            description:
              form.getValues().block === 'delete'
                ? 'A quien no puede entrar lo borra con su huella y su rostro: al renovar hay que enrolarlo otra vez'
                : 'Cómo se le dice que alguien no entra; compruébalo después en el estado del dispositivo',
          })}
        />
      )}
      {stored && !isAccess && (
        <>
          {form.getValues().block === 'group' && (
            <WholeNumberField
              min={2}
              max={100}
              {...field('block_group', 'Número del grupo', {
                description: 'El grupo al que el dispositivo no le abre',
              })}
            />
          )}
          <NativeSelect
            data={openChoices}
            {...field('open_command', 'Orden para abrir', {
              show: (command: DeviceStatus['open_command']) => openDoorCommandLabels[command],
              description: 'La que mueve su cerradura; pruébala después en el estado del dispositivo',
            })}
          />
          <TextInput
            maxLength={128}
            autoCapitalize="none"
            spellCheck={false}
            {...field('comm_key', 'Clave de comunicación', {
              description:
                stored.row.comm_key === 'required'
                  ? 'Se le exige una, que no se muestra; escribe otra para cambiarla'
                  : 'La de su menú de comunicación; desde que la escribas, sin ella no se le atiende',
            })}
          />
        </>
      )}
      <HelpLink page="terminal" apart>
        Ayuda: conectar la terminal
      </HelpLink>
    </FormDialog>
  )
}

const DoorNames = ({ field, doors }: Pick<RecordForm<DeviceValues>, 'field'> & { doors: number }) =>
  doors > 1 &&
  Array.from({ length: doors }, (_, at) => (
    <TextInput
      // biome-ignore lint/suspicious/noArrayIndexKey: they are numbered.
      key={at}
      maxLength={60}
      placeholder={`Puerta ${at + 1}`}
      // The cast is needed because the type of `field` knows only the top-level fields.
      {...field(`door_names.${at}` as 'door_names', `Puerta ${at + 1}`)}
    />
  ))
