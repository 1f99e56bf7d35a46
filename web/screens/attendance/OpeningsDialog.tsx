import { Button, Text } from '@mantine/core'
import type { DoorOpening } from '@torniquete/contract/door/door.ts'
import { useMemo } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { Named } from '../../kit/Clamped.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconPencil } from '../../kit/icons.ts'
import { StatusMark } from '../../kit/StatusMark.tsx'
import { useStore } from '../../kit/store.ts'
import { actionsColumn, type Column } from '../../kit/table-column.ts'
import { useCloseDialog } from '../../navigation/opening.ts'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import { useOwnPages } from '../../navigation/use-pages.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { askedOpening } from '../../shell/opening-reason.ts'

/** Manual door openings with user and reason. */
export function OpeningsDialog() {
  const onClose = useCloseDialog()
  const zone = useGymClock()?.zone
  const { asked, address } = useOwnPages(10)
  const list = useEndpoint('door.openings', { query: asked }, { staleTime: 0 })
  const columns = useMemo(() => openingColumns(zone), [zone])
  const covered = useStore(askedOpening) !== null
  return (
    <Dialog onClose={onClose} title="Aperturas a mano" size="xl" closeOnEscape={!covered}>
      <Text size="sm" c="dimmed" mb="sm">
        Cada vez que alguien abrió la puerta desde la aplicación.
      </Text>
      <PagedTable
        {...address}
        label="Aperturas a mano"
        pages="Páginas de aperturas"
        columns={columns}
        rowKey={({ id }) => id}
        query={list}
        unprinted
        empty="Nadie ha abierto la puerta a mano"
      />
    </Dialog>
  )
}

function reasonOf({ reason, payment }: DoorOpening): string {
  const sale = payment && `${payment.name}, factura N.º ${payment.number}`
  return [sale, reason].filter(Boolean).join(' · ') || 'Sin motivo'
}

/** The former reason and its author. */
const Earlier = ({ reason, user, at, zone }: DoorOpening['earlier'][number] & { zone: string }) => (
  <Text size="sm" c="dimmed">
    Antes: «{reason}». Lo cambió {user?.name ?? 'alguien'}: <InstantText instant={at} zone={zone} />
  </Text>
)

function openingColumns(zone: string | undefined): Column<DoorOpening>[] {
  return [
    { header: 'Fecha', folded: 'first', cell: ({ at }) => zone && <InstantText instant={at} zone={zone} /> },
    { header: 'Usuario', folded: 'first', cell: ({ user }) => <Named>{user?.name ?? '—'}</Named> },
    {
      header: 'Puerta',
      cell: ({ device, opened }) => (
        <StatusMark good={opened} goodLabel={device.name} badLabel={`${device.name}: no abrió`} />
      ),
    },
    {
      header: 'Motivo',
      cell: (opening) => (
        <>
          {reasonOf(opening)}
          {zone && opening.earlier.map((before) => <Earlier key={before.at} {...before} zone={zone} />)}
        </>
      ),
    },
    actionsColumn(({ id, user, reason }) => (
      <Button
        size="sm"
        variant="default"
        px="sm"
        aria-label={`Anotar motivo de ${user?.name ?? 'la apertura'}`}
        onClick={() => askedOpening.set({ id, reason: reason ?? '' })}
      >
        <IconPencil size={18} aria-hidden />
      </Button>
    )),
  ]
}
