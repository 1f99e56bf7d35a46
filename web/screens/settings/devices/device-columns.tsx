import type { Device, DeviceStatus } from '@torniquete/contract/door/devices.ts'
import { Connection } from '../../../features/terminals/Connection.tsx'
import { waitingText } from '../../../features/terminals/people-words.ts'
import { Named } from '../../../kit/Clamped.tsx'
import { IconInfoCircle, IconUsers } from '../../../kit/icons.ts'
import { type RowActs, RowButton, rowActsColumn } from '../../../kit/RowActions.tsx'
import type { Column } from '../../../kit/table-column.ts'
import { DeviceState } from './DeviceState.tsx'
import classes from './devices.module.css'

interface DeviceColumns extends RowActs<Device> {
  statusOf: (device: Device) => DeviceStatus | undefined
  zone: string | undefined
  onState: (device: Device) => void
  onPeople: (device: Device) => void
}

export function deviceColumns({ statusOf, zone, onState, onPeople, ...acts }: DeviceColumns): Column<Device>[] {
  const state = (device: Device) => <DeviceState device={device} status={statusOf(device)} zone={zone} />
  const serial = ({ sn }: Device) => <span className={classes.serial}>{sn}</span>
  return [
    { header: 'Nombre', folded: 'first', cell: ({ name }) => <Named>{name}</Named> },
    { header: 'Serial number', cell: serial },
    { header: 'Delay', cell: ({ delay }) => (delay === null ? '—' : `${delay} s`) },
    { header: 'Conectado', cell: ({ connected }) => <Connection connected={connected} /> },
    { header: 'Estado', cell: state },
    rowActsColumn(acts, (device) => (
      <>
        <RowButton Icon={IconInfoCircle} label="Estado de" name={device.name} onPress={() => onState(device)} />
        <PeopleButton device={device} status={statusOf(device)} onPress={() => onPeople(device)} />
      </>
    )),
  ]
}

interface PeopleButtonProps {
  device: Device
  status: DeviceStatus | undefined
  onPress: () => void
}

/** Shows the number of pending decisions. */
function PeopleButton({ device, status, onPress }: PeopleButtonProps) {
  const waiting = (status?.strangers ?? 0) + (status?.proposals ?? 0)
  const name = waiting > 0 ? `${device.name}: ${waitingText(waiting)}` : device.name
  return (
    <span className={classes.marked}>
      <RowButton Icon={IconUsers} label="Personas en" name={name} onPress={onPress} />
      {waiting > 0 && (
        <span className={classes.waiting} aria-hidden>
          {waiting > 999 ? '999+' : waiting}
        </span>
      )}
    </span>
  )
}
