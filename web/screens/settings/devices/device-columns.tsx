import type { Device, DeviceStatus } from '@torniquete/contract/devices.ts'
import { Named } from '../../../kit/Clamped.tsx'
import { RowActions } from '../../../kit/RowActions.tsx'
import { actionsColumn, type Column } from '../../../kit/table-column.ts'
import { Connection, DeviceState } from './DeviceState.tsx'
import classes from './devices.module.css'

interface DeviceColumns {
  statusOf: (device: Device) => DeviceStatus | undefined
  zone: string | undefined
  onEdit: (device: Device) => void
  onDelete: (device: Device) => void
}

export function deviceColumns({ statusOf, zone, onEdit, onDelete }: DeviceColumns): Column<Device>[] {
  const state = (device: Device) => <DeviceState status={statusOf(device)} zone={zone} />
  const serial = ({ sn }: Device) => <span className={classes.serial}>{sn}</span>
  return [
    { key: 'name', header: 'Nombre', folded: 'first', cell: ({ name }) => <Named>{name}</Named> },
    { key: 'sn', header: 'Serial number', cell: serial },
    {
      key: 'delay',
      header: 'Delay',

      cell: ({ delay }) => (delay === null ? '—' : `${delay} s`),
    },
    { key: 'connected', header: 'Conectado', cell: ({ connected }) => <Connection connected={connected} /> },
    { key: 'state', header: 'Estado', cell: state },
    actionsColumn((device) => (
      <RowActions name={device.name} onEdit={() => onEdit(device)} onDelete={() => onDelete(device)} />
    )),
  ]
}
