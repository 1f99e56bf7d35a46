// Form fields for a plan's hours and doors.
import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { listDoorNames } from '@torniquete/contract/door/device-doors.ts'
import type { Device, DeviceStatus } from '@torniquete/contract/door/devices.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import type { RecordForm } from '../../forms/use-record-form.tsx'
import type { AccessValues } from './plan-access.ts'

type DoorOf = Pick<Device, 'id' | 'name'> & Pick<DeviceStatus, 'doors' | 'door_names' | 'dialect' | 'hours'>

/** Doors that plans can open: exits are left out. */
function useEntrances(): DoorOf[] {
  const devices = useEndpoint('devices.list', {}).data ?? []
  const statuses = useEndpoint('devices.status', {}).data ?? []
  return devices.flatMap(({ id, name }) => {
    const status = statuses.find((each) => each.id === id)
    return status && status.direction !== 'exit' && !status.leaving ? [{ ...status, id, name }] : []
  })
}

interface AccessFieldsProps {
  field: RecordForm<AccessValues>['field']
  values: AccessValues
}

export function AccessFields({ field, values }: AccessFieldsProps) {
  const schedules = useEndpoint('memberships.schedules', {}).data ?? []
  const entrances = useEntrances()
  const hours = [
    { value: '', label: 'A cualquier hora' },
    ...schedules.map(({ id, name, shown }) => ({ value: String(id), label: `${name} (${shown})` })),
  ]
  const hasChoice = entrances.length > 1 || entrances.some(({ doors }) => doors > 1) || values.where === 'some'
  return (
    <>
      <NativeSelect
        data={hours}
        {...field('schedule', 'Horario', {
          show: (id) => hours.find(({ value }) => value === id)?.label ?? '',
          description: hoursHint(values.schedule !== '', schedules.length > 0, entrances),
        })}
      />
      {hasChoice && (
        <NativeSelect
          data={[
            { value: 'all', label: 'Todas' },
            { value: 'some', label: 'Solo algunas' },
          ]}
          {...field('where', 'Puertas', { show: (where) => (where === 'all' ? 'Todas' : 'Solo algunas') })}
        />
      )}
      {values.where === 'some' && (
        <Checkbox.Group {...field('doors', 'Puertas que abre', { description: 'Por las salidas sale quien entró' })}>
          <Stack gap="sm" mt="xs">
            {entrances.map((entrance) => (
              <DoorChoices key={entrance.id} {...entrance} isWhole={values.doors.includes(String(entrance.id))} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  )
}

/** The doors of a panel, one by one. */
function DoorChoices({ id, name, isWhole, ...device }: DoorOf & { isWhole: boolean }) {
  const doors = listDoorNames(device)
  return (
    <>
      <Checkbox value={String(id)} label={doors.length > 0 ? `${name}: todas sus puertas` : name} />
      {!isWhole && doors.map((door, at) => <Checkbox key={door} ml="xl" value={`${id}:${at + 1}`} label={door} />)}
    </>
  )
}

function hoursHint(isLimited: boolean, hasSchedules: boolean, entrances: readonly DoorOf[]): string {
  if (!hasSchedules) return 'Crea horarios, como «Turno mañana», con el botón «Horarios» de esta pantalla'
  if (!isLimited) return ''
  const without = entrances
    .filter(({ dialect, hours }) => dialect === 'attendance' || hours === 'ignored')
    .map(({ name }) => name)
  if (without.length === 0) return 'Vale también para quien ya compró el plan'
  const who = without.join(', ')
  return `${who} no ${without.length === 1 ? 'sabe' : 'saben'} de horarios: ${without.length === 1 ? 'deja' : 'dejan'} entrar a cualquier hora, y en la entrada se avisa de quien pasa fuera de la suya`
}
