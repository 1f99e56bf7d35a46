import { Box, Group, Text } from '@mantine/core'
import type { FiscalRange } from '@torniquete/contract/fiscal/fiscal.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useEndpoint } from '../../../api/use-endpoint.ts'
import { FiscalRangeWarnings, fiscalRangesAnchor } from '../../../features/fiscal/FiscalRangeWarnings.tsx'
import { describeRangeState, formatReceiptType } from '../../../features/fiscal/range-texts.ts'
import { ActionDialog } from '../../../forms/ActionDialog.tsx'
import { ClampedName } from '../../../kit/ClampedText.tsx'
import { DataTable } from '../../../kit/DataTable.tsx'
import { DayText } from '../../../kit/DayText.tsx'
import { IconBan, IconCheck, IconPlus } from '../../../kit/icons.ts'
import kit from '../../../kit/kit.module.css'
import { Panel } from '../../../kit/Panel.tsx'
import { RowActions, RowButton } from '../../../kit/RowActions.tsx'
import { type Column, makeActionsColumn } from '../../../kit/table-column.ts'
import { OpenDialogButton } from '../../../navigation/OpenDialogButton.tsx'
import { useOpenDialog } from '../../../navigation/open-dialog.ts'
import { useGymClock } from '../../../session/gym-clock.ts'

export function FiscalRanges() {
  const list = useEndpoint('fiscal.ranges', {})
  const today = useGymClock()?.today
  const open = useOpenDialog()
  const own = useRef<HTMLDivElement>(null)
  const isLoaded = list.data !== undefined
  // The router cannot scroll to a part of the page that is still loading.
  useEffect(() => {
    if (isLoaded && window.location.hash === `#${fiscalRangesAnchor}`) own.current?.scrollIntoView()
  }, [isLoaded])
  const [cancelled, setCancelled] = useState<FiscalRange | null>(null)
  const columns = useMemo(
    () =>
      rangeColumns(today ?? '', {
        onConfirm: ({ id }) => open('/settings/ranges/$id/confirm', id),
        onCancel: setCancelled,
      }),
    [today, open],
  )
  return (
    <Box ref={own} style={{ scrollMarginTop: '4.5rem' }}>
      <Panel title="Rangos de comprobantes">
        <Text size="sm" c="dimmed">
          Los números que te autorizó la DGII, por tipo. Cuando un rango se agota o vence, empieza solo el siguiente de
          su tipo.
        </Text>
        {list.data && <FiscalRangeWarnings ranges={list.data} />}
        <Group>
          <OpenDialogButton Icon={IconPlus} to="/settings/ranges/new">
            Registrar rango
          </OpenDialogButton>
        </Group>
        <DataTable
          label="Rangos de comprobantes"
          columns={columns}
          rows={list.data}
          rowKey={({ id }) => id}
          query={list}
          unprinted
          empty="No hay rangos registrados"
        />
        {cancelled && <CancelRange range={cancelled} onClose={() => setCancelled(null)} />}
      </Panel>
    </Box>
  )
}

interface RangeActs {
  onConfirm: (range: FiscalRange) => void
  onCancel: (range: FiscalRange) => void
}

const isOpen = ({ status }: FiscalRange): boolean => status === 'active' || status === 'queued'

function rangeColumns(today: string, { onConfirm, onCancel }: RangeActs): Column<FiscalRange>[] {
  return [
    { header: 'Tipo', folded: 'first', cell: ({ type }) => <ClampedName>{formatReceiptType(type)}</ClampedName> },
    {
      header: 'Números',
      cell: ({ from, to }) => (
        <Group component="span" display="inline-flex" gap="0 0.35rem">
          <span className={kit.number}>{from}</span>
          <span className={kit.number}>a {to}</span>
        </Group>
      ),
    },
    {
      header: 'Próximo',
      cell: (range) => (isOpen(range) ? <span className={kit.number}>{range.next}</span> : '—'),
    },
    { header: 'Quedan', align: 'right', width: 88, cell: ({ left }) => formatNumber(left) },
    {
      header: 'Vence',
      cell: ({ expires_on }) => (expires_on === null ? 'No vence' : <DayText day={expires_on} />),
    },
    {
      header: 'Estado',
      cell: (range) => {
        const { label, tone } = describeRangeState(range, today)
        return (
          <span className={kit.marked} data-tone={tone}>
            {label}
          </span>
        )
      },
    },
    makeActionsColumn((range) => (
      <RowActions name={range.from}>
        {range.needs_confirmation && (
          <RowButton
            Icon={IconCheck}
            label="Confirmar próximo número"
            name={range.from}
            color="teal"
            onPress={() => onConfirm(range)}
          />
        )}
        {isOpen(range) && (
          <RowButton
            Icon={IconBan}
            label="Cancelar rango"
            name={range.from}
            color="red"
            onPress={() => onCancel(range)}
          />
        )}
      </RowActions>
    )),
  ]
}

function CancelRange({ range, onClose }: { range: FiscalRange; onClose: () => void }) {
  const { id, type, next, to, left } = range
  return (
    <ActionDialog
      title="Cancelar rango"
      confirmLabel="Cancelar rango"
      pendingLabel="Cancelando"
      cancelLabel="Volver"
      action={{
        run: (_, send) => send('fiscal.cancel-range', { params: { id } }),
        done: 'Rango cancelado',
        refetchOnRefusal: () => ['fiscal'],
      }}
      onClose={onClose}
    >
      Los {formatNumber(left)} números de {formatReceiptType(type)} que quedan, de {next} a {to}, no se usarán nunca.{' '}
      {type.startsWith('E') && 'Se le avisa a la DGII: si otra computadora vende con ellos, no lo canceles. '}
      Los ya usados siguen válidos. No se puede deshacer.
    </ActionDialog>
  )
}
