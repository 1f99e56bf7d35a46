import { Button, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { UnknownDevice } from '@torniquete/contract/door/devices.ts'
import { useMemo } from 'react'
import { now } from '../../../api/server-clock.ts'
import { seenText } from '../../../features/terminals/terminal-words.ts'
import { DataTable } from '../../../kit/DataTable.tsx'
import { actionsColumn, type Column } from '../../../kit/table-column.ts'
import classes from './devices.module.css'

type Asked = UseQueryResult<UnknownDevice[]>

interface UnknownDevicesProps {
  /** The gym's zone; undefined while loading. */
  zone: string | undefined
  onRegister: (serialNumber: string) => void
}

function unknownColumns({ zone, onRegister }: UnknownDevicesProps): Column<UnknownDevice>[] {
  return [
    { header: 'Serial number', folded: 'first', cell: ({ sn }) => <span className={classes.serial}>{sn}</span> },
    { header: 'Última llamada', cell: ({ last_seen }) => (zone ? seenText({ zone, now: now() }, last_seen) : '—') },
    actionsColumn(({ sn }) => (
      <Button size="sm" variant="default" aria-label={`Registrar ${sn}`} onClick={() => onRegister(sn)}>
        Registrar
      </Button>
    )),
  ]
}

/** Unregistered terminals that called; nothing if none. */
export function UnknownDevices({ zone, query, onRegister }: UnknownDevicesProps & { query: Asked }) {
  const columns = useMemo(() => unknownColumns({ zone, onRegister }), [zone, onRegister])
  if (!query.error && !query.data?.length) return null
  return (
    <Stack gap="xs" mt="xl">
      <Title order={2} size="h4">
        Dispositivos desconocidos
      </Title>
      <Text size="sm" c="dimmed">
        Llamaron sin estar registrados. Para registrar uno hacen falta los últimos cuatro caracteres de su número, que
        están en la etiqueta del dispositivo.
      </Text>
      <DataTable
        label="Dispositivos desconocidos"
        columns={columns}
        rows={query.data}
        rowKey={({ sn, first_seen }) => `${sn} ${first_seen}`}
        query={query}
        empty=""
      />
    </Stack>
  )
}
