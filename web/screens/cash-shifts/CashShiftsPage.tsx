import { Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import { isCallAllowed } from '@torniquete/contract/permissions.ts'
import { formatInstant } from '@torniquete/contract/shared/dates.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import {
  type CashDrawer,
  type CashMovement,
  type CashShift,
  formatCashDifference,
  type ShiftMovements as Moves,
} from '@torniquete/contract/till/cash-shifts.ts'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { HelpLink } from '../../features/help/HelpLink.tsx'
import { ComputerDrawerChoice } from '../../features/paying/ClosedCashDrawerNotice.tsx'
import { storeComputerDrawer, useDrawers } from '../../features/paying/current-cash-drawer.ts'
import { ConfirmOverdrawDialog, isDrawerShortError } from '../../forms/ReasonDialog.tsx'
import { toErrorToast, useSave } from '../../forms/use-save.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import {
  IconArrowsExchange,
  IconBan,
  IconCashRegister,
  IconLock,
  IconPlus,
  IconPrinter,
  IconReceiptDollar,
  IconReportMoney,
} from '../../kit/icons.ts'
import { SpinnerOrLoadError } from '../../kit/LoadError.tsx'
import { Money } from '../../kit/Money.tsx'
import { PageActionButton } from '../../kit/PageActionButton.tsx'
import { RowActions, RowButton } from '../../kit/RowActions.tsx'
import { type Column, makeActionsColumn } from '../../kit/table-column.ts'
import { makeDialogLinkColumn } from '../../navigation/link-columns.tsx'
import { OpenDialogButton } from '../../navigation/OpenDialogButton.tsx'
import { useOpenDialog } from '../../navigation/open-dialog.ts'
import { PagedTable } from '../../navigation/PagedTable.tsx'
import { hotkeys } from '../../navigation/shortcuts.ts'
import { useScreenSearch } from '../../navigation/use-screen-search.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { formatCashMovementTitle, printCashMovement } from './ShiftPaper.tsx'

export function CashShiftsPage() {
  const { role } = useSignedInUser()
  const clock = useGymClock()
  const { query, own } = useDrawers(true)
  const runs = isCallAllowed(role, 'cash-shifts.create-drawer')
  const drawers = query.data
  const used = drawers?.filter(({ is_hidden }) => !is_hidden) ?? []
  return (
    <>
      <PageHeader>
        {runs && (
          <OpenDialogButton
            Icon={IconPlus}
            to="/cash-shifts/drawers/new"
            variant={used.length > 0 ? 'default' : 'filled'}
          >
            Nueva caja
          </OpenDialogButton>
        )}
      </PageHeader>
      {!drawers || !clock ? (
        <SpinnerOrLoadError queries={[query]} />
      ) : (
        <Stack gap="lg">
          {own ? (
            <OwnDrawer drawer={own} zone={clock.zone} />
          ) : used.length > 0 ? (
            <ComputerDrawerChoice drawers={used} />
          ) : (
            <Text>
              Este gimnasio no lleva turnos de caja.
              {runs && ' Para contar el dinero al abrir y al cerrar, crea una caja por cada mostrador.'}
            </Text>
          )}
          <div>
            <HelpLink page="caja">Cómo se lleva la caja</HelpLink>
          </div>
          {runs && drawers.length > 0 && <Drawers zone={clock.zone} />}
          {runs && used.length > 0 && <RequireShiftCheckbox />}
          {isCallAllowed(role, 'cash-shifts.list') && drawers.length > 0 && <ClosedShifts zone={clock.zone} />}
        </Stack>
      )}
    </>
  )
}

function OwnDrawer({ drawer, zone }: { drawer: CashDrawer; zone: string }) {
  const { user, role } = useSignedInUser()
  const open = useOpenDialog()
  const { shift } = drawer
  const moves = useShiftCashMovements(shift?.id)
  return (
    <section aria-label="La caja de esta computadora">
      <Title order={2} size="h3">
        {drawer.name}
      </Title>
      <Text mb="sm">{shift ? `Abierta desde ${formatInstant(zone, shift.at)} por ${shift.by}.` : 'Está cerrada.'}</Text>
      <Group gap="sm">
        {shift ? (
          <>
            <PageActionButton
              Icon={IconArrowsExchange}
              hotkey={hotkeys.moveCash}
              variant="default"
              onPress={() => open('/cash-shifts/$id/move', shift.id)}
            >
              Entrada o salida
            </PageActionButton>
            {canRecordShiftExpense(user, role, moves.data) && (
              <PageActionButton
                Icon={IconReceiptDollar}
                variant="default"
                onPress={() => open('/cash-shifts/$id/expense', shift.id)}
              >
                Gasto de la caja
              </PageActionButton>
            )}
            {isCallAllowed(role, 'cash-shifts.report') && (
              <PageActionButton
                Icon={IconReportMoney}
                hotkey={hotkeys.readDrawer}
                variant="default"
                onPress={() => open('/cash-shifts/$id/report', shift.id)}
              >
                Corte X
              </PageActionButton>
            )}
            <PageActionButton
              Icon={IconLock}
              hotkey={hotkeys.closeDrawer}
              onPress={() => open('/cash-shifts/$id/close', shift.id)}
            >
              Cerrar caja
            </PageActionButton>
          </>
        ) : (
          <PageActionButton
            Icon={IconCashRegister}
            hotkey={hotkeys.openDrawer}
            onPress={() => open('/cash-shifts/open/$id', drawer.id)}
          >
            Abrir caja
          </PageActionButton>
        )}
        <Button variant="subtle" onClick={() => storeComputerDrawer(null)}>
          Usar otra caja
        </Button>
      </Group>
      {shift && <ShiftMoves id={shift.id} drawer={drawer.name} zone={zone} />}
    </section>
  )
}

function Drawers({ zone }: { zone: string }) {
  const { query } = useDrawers(true)
  const open = useOpenDialog()
  const columns = useMemo<Column<CashDrawer>[]>(
    () => [
      { header: 'Caja', folded: 'first', cell: ({ name }) => <strong>{name}</strong> },
      {
        header: 'Estado',
        cell: ({ shift, is_hidden }) => {
          if (!shift) return is_hidden ? 'Ya no se usa' : 'Cerrada'
          return <span>{`Abierta desde ${formatInstant(zone, shift.at)} por ${shift.by}`}</span>
        },
      },
      makeActionsColumn(({ id, name }) => (
        <RowActions name={name} onEdit={() => open('/cash-shifts/drawers/$id/edit', id)} />
      )),
    ],
    [open, zone],
  )
  return (
    <DataTable
      label="Cajas"
      columns={columns}
      rows={query.data}
      rowKey={({ id }) => id}
      query={query}
      unprinted
      empty="No hay cajas"
    />
  )
}

const closedColumns = (zone: string): Column<CashShift>[] => [
  makeDialogLinkColumn('Cierre', '/cash-shifts/$id/report', ({ closed }) => `N.º ${closed?.number}`),
  { header: 'Caja', cell: ({ drawer }) => drawer.name },
  { header: 'Cerrada', cell: ({ closed }) => closed && <InstantText instant={closed.at} zone={zone} /> },
  { header: 'Usuario', cell: ({ closed }) => closed?.by.name },
  { header: 'Esperado', align: 'right', cell: ({ closed }) => <Money value={closed?.expected} /> },
  { header: 'Contado', align: 'right', cell: ({ closed }) => <Money value={closed?.counted} /> },
  {
    header: 'Diferencia',
    align: 'right',
    folded: 'first',
    cell: ({ closed }) => closed && formatCashDifference(closed.difference),
  },
]

function ClosedShifts({ zone }: { zone: string }) {
  const address = useScreenSearch('/cash-shifts')
  const { page = 0, size = 25 } = address.search
  const query = useEndpoint('cash-shifts.list', { query: { page, size_page: size } })
  const columns = useMemo(() => closedColumns(zone), [zone])
  return (
    <PagedTable
      label="Cierres de caja"
      columns={columns}
      rowKey={({ id }) => id}
      query={query}
      {...address}
      usualSize={25}
      empty="Todavía no se cerró ninguna caja."
    />
  )
}

export function RequireShiftCheckbox() {
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

export const useShiftCashMovements = (id: number | undefined) =>
  useEndpoint('cash-shifts.moves', { params: { id: id ?? 0 } }, { enabled: id !== undefined })

/** True if the user may book an expense in the shift: workers only in shifts that they opened. */
export const canRecordShiftExpense = (user: { id: number }, role: RoleName, moves: Moves | undefined): boolean =>
  isCallAllowed(role, 'expenses.list') || moves?.opened.by.id === user.id

const isOut = ({ amount }: CashMovement) => amount.startsWith('-')
const worth = ({ amount }: CashMovement) => amount.replace('-', '')

interface ShiftMovesProps {
  id: number
  drawer: string
  zone: string
}

/** Opening cash and cash movements of the open shift. Expected amounts stay hidden until the count. */
function ShiftMoves({ id, drawer, zone }: ShiftMovesProps) {
  const query = useShiftCashMovements(id)
  const [voided, setVoided] = useState<CashMovement | null>(null)
  const { submit, pending, error, reset } = useSave({
    run: ({ id_move, refuse_short }: { id_move: number; refuse_short: boolean }, send) =>
      send('cash-shifts.void-move', { params: { id, id_move }, body: { refuse_short } }),
    done: 'Movimiento anulado',
    onSaved: () => setVoided(null),
    failure: (refused) => (isDrawerShortError(refused) ? null : toErrorToast(refused)),
  })
  const close = () => {
    reset()
    setVoided(null)
  }
  const columns = useMemo<Column<CashMovement>[]>(
    () => [
      {
        header: 'Movimiento',
        folded: 'first',
        cell: (move) => (
          <Text component="span" td={move.voided ? 'line-through' : undefined}>
            {formatCashMovementTitle(isOut(move))}: {move.reason}
          </Text>
        ),
      },
      { header: 'Hora', cell: ({ at }) => <InstantText instant={at} zone={zone} /> },
      { header: 'Usuario', cell: ({ by }) => by },
      { header: 'Estado', cell: (move) => (move.voided ? `Anulado por ${move.voided.by}` : 'Registrado') },
      { header: 'Importe', align: 'right', folded: 'first', cell: ({ amount }) => <Money value={amount} /> },
      makeActionsColumn((move) => (
        <RowActions name={move.reason}>
          <RowButton
            Icon={IconPrinter}
            label="Imprimir recibo"
            name={move.reason}
            refusal={move.voided ? 'El movimiento está anulado.' : null}
            onPress={() =>
              void printCashMovement({ ...move, drawer, out: isOut(move), amount: worth(move), at: new Date(move.at) })
            }
          />
          <RowButton
            Icon={IconBan}
            label="Anular"
            name={move.reason}
            color="red"
            refusal={move.voided ? 'El movimiento ya está anulado.' : null}
            onPress={() => setVoided(move)}
          />
        </RowActions>
      )),
    ],
    [drawer, zone],
  )
  return (
    <>
      <Text my="sm">
        Fondo inicial: <Money value={query.data?.opened.amount} bold />
      </Text>
      <DataTable
        label="Movimientos del turno"
        columns={columns}
        rows={query.data?.moves}
        rowKey={(move) => move.id}
        query={query}
        unprinted
        empty="Sin entradas ni salidas en este turno."
      />
      {voided && isDrawerShortError(error) && (
        <ConfirmOverdrawDialog onConfirm={() => submit({ id_move: voided.id, refuse_short: false })} onCancel={close}>
          Sin esta entrada de {formatMoney(worth(voided))}, de la caja salió más de lo que debería haber.
        </ConfirmOverdrawDialog>
      )}
      {voided && !isDrawerShortError(error) && (
        <ConfirmDialog
          title="Anular movimiento"
          confirmLabel="Anular movimiento"
          pendingLabel="Anulando"
          pending={pending}
          onConfirm={() => submit({ id_move: voided.id, refuse_short: true })}
          onCancel={close}
        >
          {formatCashMovementTitle(isOut(voided))} por {formatMoney(worth(voided))}, «{voided.reason}»: sigue en la
          lista como anulado y deja de contar en la caja.
        </ConfirmDialog>
      )}
    </>
  )
}
