import { Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import { may } from '@torniquete/contract/permissions.ts'
import { showInstant } from '@torniquete/contract/shared/dates.ts'
import { type CashDrawer, type CashShift, differenceText } from '@torniquete/contract/till/cash-shifts.ts'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { HelpLink } from '../../features/help/HelpLink.tsx'
import { DrawerChoice } from '../../features/paying/ClosedDrawer.tsx'
import { chooseDrawer, useDrawers } from '../../features/paying/own-drawer.ts'
import { useSave } from '../../forms/use-save.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import {
  IconArrowsExchange,
  IconCashRegister,
  IconLock,
  IconPlus,
  IconReceiptDollar,
  IconReportMoney,
} from '../../kit/icons.ts'
import { QueryState } from '../../kit/LoadError.tsx'
import { Money } from '../../kit/Money.tsx'
import { PageButton } from '../../kit/PageButton.tsx'
import { RowActions } from '../../kit/RowActions.tsx'
import { actionsColumn, type Column } from '../../kit/table-column.ts'
import { openColumn } from '../../navigation/link-columns.tsx'
import { OpenButton } from '../../navigation/OpenButton.tsx'
import { useOpenDialog } from '../../navigation/opening.ts'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useAddress } from '../../navigation/use-pages.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { mayNoteExpense, ShiftMoves, useShiftMoves } from './ShiftMoves.tsx'

const usualSize = 25

export function CashShiftsPage() {
  const { role } = useSignedInUser()
  const clock = useGymClock()
  const { query, own } = useDrawers(true)
  const runs = may(role, 'cash-shifts.create-drawer')
  const drawers = query.data
  const used = drawers?.filter(({ is_hidden }) => !is_hidden) ?? []
  return (
    <>
      <PageHeader>
        {runs && (
          <OpenButton Icon={IconPlus} to="/cash-shifts/drawers/new" variant={used.length > 0 ? 'default' : 'filled'}>
            Nueva caja
          </OpenButton>
        )}
      </PageHeader>
      {!drawers || !clock ? (
        <QueryState queries={[query]} />
      ) : (
        <Stack gap="lg">
          {own ? (
            <OwnDrawer drawer={own} zone={clock.zone} />
          ) : used.length > 0 ? (
            <DrawerChoice drawers={used} />
          ) : (
            <Text>
              Este gimnasio no lleva turnos de caja.
              {runs && ' Para contar el dinero al abrir y al cerrar, crea una caja por cada mostrador.'}
            </Text>
          )}
          <div>
            <HelpLink page="caja">Cómo se lleva la caja</HelpLink>
          </div>
          {runs && drawers.length > 0 && <Drawers drawers={drawers} query={query} zone={clock.zone} />}
          {runs && used.length > 0 && <DrawerRules />}
          {may(role, 'cash-shifts.list') && drawers.length > 0 && <ClosedShifts zone={clock.zone} />}
        </Stack>
      )}
    </>
  )
}

function OwnDrawer({ drawer, zone }: { drawer: CashDrawer; zone: string }) {
  const { user, role } = useSignedInUser()
  const open = useOpenDialog()
  const { shift } = drawer
  const moves = useShiftMoves(shift?.id)
  return (
    <section aria-label="La caja de esta computadora">
      <Title order={2} size="h3">
        {drawer.name}
      </Title>
      <Text mb="sm">{shift ? `Abierta desde ${showInstant(zone, shift.at)} por ${shift.by}.` : 'Está cerrada.'}</Text>
      <Group gap="sm">
        {shift ? (
          <>
            <PageButton
              Icon={IconArrowsExchange}
              hotkey={hotkeys.moveCash}
              variant="default"
              onPress={() => open('/cash-shifts/$id/move', shift.id)}
            >
              Entrada o salida
            </PageButton>
            {mayNoteExpense(user, role, moves.data) && (
              <Button
                variant="default"
                size="md"
                leftSection={<IconReceiptDollar size={20} aria-hidden />}
                onClick={() => open('/cash-shifts/$id/expense', shift.id)}
              >
                Gasto de la caja
              </Button>
            )}
            {may(role, 'cash-shifts.report') && (
              <PageButton
                Icon={IconReportMoney}
                hotkey={hotkeys.readDrawer}
                variant="default"
                onPress={() => open('/cash-shifts/$id/report', shift.id)}
              >
                Corte X
              </PageButton>
            )}
            <PageButton
              Icon={IconLock}
              hotkey={hotkeys.closeDrawer}
              onPress={() => open('/cash-shifts/$id/close', shift.id)}
            >
              Cerrar caja
            </PageButton>
          </>
        ) : (
          <PageButton
            Icon={IconCashRegister}
            hotkey={hotkeys.openDrawer}
            onPress={() => open('/cash-shifts/open/$id', drawer.id)}
          >
            Abrir caja
          </PageButton>
        )}
        <Button variant="subtle" onClick={() => chooseDrawer(null)}>
          Usar otra caja
        </Button>
      </Group>
      {shift && <ShiftMoves id={shift.id} drawer={drawer.name} query={moves} zone={zone} />}
    </section>
  )
}

interface DrawersProps {
  drawers: readonly CashDrawer[]
  query: ReturnType<typeof useDrawers>['query']
  zone: string
}

function Drawers({ drawers, query, zone }: DrawersProps) {
  const open = useOpenDialog()
  const columns = useMemo<Column<CashDrawer>[]>(
    () => [
      { header: 'Caja', folded: 'first', cell: ({ name }) => <strong>{name}</strong> },
      {
        header: 'Estado',
        cell: ({ shift, is_hidden }) => {
          if (!shift) return is_hidden ? 'Ya no se usa' : 'Cerrada'
          return <span>{`Abierta desde ${showInstant(zone, shift.at)} por ${shift.by}`}</span>
        },
      },
      actionsColumn(({ id, name }) => (
        <RowActions name={name} onEdit={() => open('/cash-shifts/drawers/$id/edit', id)} />
      )),
    ],
    [open, zone],
  )
  return (
    <DataTable
      label="Cajas"
      columns={columns}
      rows={drawers}
      rowKey={({ id }) => id}
      query={query}
      unprinted
      empty="No hay cajas"
    />
  )
}

const closedColumns = (zone: string): Column<CashShift>[] => [
  openColumn('Cierre', '/cash-shifts/$id/report', ({ closed }) => `N.º ${closed?.number}`),
  { header: 'Caja', cell: ({ drawer }) => drawer.name },
  { header: 'Cerrada', cell: ({ closed }) => closed && <InstantText instant={closed.at} zone={zone} /> },
  { header: 'Usuario', cell: ({ closed }) => closed?.by.name },
  { header: 'Esperado', align: 'right', cell: ({ closed }) => <Money value={closed?.expected} /> },
  { header: 'Contado', align: 'right', cell: ({ closed }) => <Money value={closed?.counted} /> },
  {
    header: 'Diferencia',
    align: 'right',
    folded: 'first',
    cell: ({ closed }) => closed && differenceText(closed.difference),
  },
]

function ClosedShifts({ zone }: { zone: string }) {
  const address = useAddress('/cash-shifts')
  const { page = 0, size = usualSize } = address.search
  const query = useEndpoint('cash-shifts.list', { query: { page, size_page: size } })
  const columns = useMemo(() => closedColumns(zone), [zone])
  return (
    <section>
      <PagedTable
        label="Cierres de caja"
        columns={columns}
        rowKey={({ id }) => id}
        query={query}
        {...address}
        usualSize={usualSize}
        empty="Todavía no se cerró ninguna caja."
      />
    </section>
  )
}

export function DrawerRules() {
  const rules = useEndpoint('cash-shifts.rules', {}).data
  const [wanted, setWanted] = useState(false)
  const { submit, pending } = useSave({
    run: (needs_shift: boolean, send) => send('cash-shifts.set-rules', { body: { needs_shift } }),
    done: ({ needs_shift }) =>
      needs_shift ? 'En efectivo se cobra solo con la caja abierta' : 'Con la caja cerrada solo se avisa',
  })
  return (
    <Checkbox
      label="En efectivo, cobrar solo con la caja abierta"
      description="Sin marcar, quien cobra con la caja cerrada recibe un aviso y puede seguir."
      checked={pending ? wanted : (rules?.needs_shift ?? false)}
      disabled={!rules}
      onChange={(event) => {
        setWanted(event.currentTarget.checked)
        submit(event.currentTarget.checked)
      }}
    />
  )
}
