// The opening fund and the movements of the open shift; a worker reads her own. Nothing of it tells what is expected.
import { Text } from '@mantine/core'
import type { CashMove, ShiftMoves as Moves } from '@torniquete/contract/cash-shifts.ts'
import { showMoney } from '@torniquete/contract/money.ts'
import { may } from '@torniquete/contract/permissions.ts'
import type { RoleName } from '@torniquete/contract/roles.ts'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { useSave } from '../../forms/use-save.ts'
import { ConfirmDialog } from '../../kit/confirm-on-demand.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconBan, IconPrinter } from '../../kit/icons.ts'
import { Money } from '../../kit/Money.tsx'
import { RowActions, RowButton } from '../../kit/RowActions.tsx'
import { actionsColumn, type Column } from '../../kit/table-column.ts'
import { moveTitle, printMove } from './MovePaper.tsx'

/** Read while a shift is open. */
export const useShiftMoves = (id: number | undefined) =>
  useEndpoint('cash-shifts.moves', { params: { id: id ?? 0 } }, { enabled: id !== undefined })

/** Workers note expenses of shifts that they opened. */
export const mayNoteExpense = (user: { id: number }, role: RoleName, moves: Moves | undefined): boolean =>
  may(role, 'expenses.list') || moves?.opened.by.id === user.id

const isOut = ({ amount }: CashMove) => amount.startsWith('-')
const worth = ({ amount }: CashMove) => amount.replace('-', '')

interface ShiftMovesProps {
  id: number
  /** The drawer's name, for the receipt. */
  drawer: string
  query: ReturnType<typeof useShiftMoves>
  zone: string
}

export function ShiftMoves({ id, drawer, query, zone }: ShiftMovesProps) {
  const [voided, setVoided] = useState<CashMove | null>(null)
  const close = () => setVoided(null)
  const { submit, pending } = useSave({
    run: (id_move: number, send) => send('cash-shifts.void-move', { params: { id, id_move } }),
    done: 'Movimiento anulado',
    onSaved: close,
  })
  const columns = useMemo<Column<CashMove>[]>(
    () => [
      {
        header: 'Movimiento',
        folded: 'first',
        cell: (move) => (
          <Text component="span" td={move.voided ? 'line-through' : undefined}>
            {moveTitle(isOut(move))}: {move.reason}
          </Text>
        ),
      },
      { header: 'Hora', cell: ({ at }) => <InstantText instant={at} zone={zone} /> },
      { header: 'Por', cell: ({ by }) => by },
      { header: 'Estado', cell: (move) => (move.voided ? `Anulado por ${move.voided.by}` : 'Registrado') },
      { header: 'Importe', align: 'right', folded: 'first', cell: ({ amount }) => <Money value={amount} /> },
      actionsColumn((move) => (
        <RowActions name={move.reason}>
          <RowButton
            Icon={IconPrinter}
            label="Imprimir recibo"
            name={move.reason}
            refusal={move.voided ? 'El movimiento está anulado.' : null}
            onPress={() =>
              void printMove({ ...move, drawer, out: isOut(move), amount: worth(move), at: new Date(move.at) })
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
      {voided && (
        <ConfirmDialog
          title="Anular movimiento"
          confirmLabel="Anular movimiento"
          pendingLabel="Anulando"
          pending={pending}
          onConfirm={() => submit(voided.id)}
          onCancel={close}
        >
          {moveTitle(isOut(voided))} por {showMoney(worth(voided))}, «{voided.reason}»: sigue en la lista como anulado y
          deja de contar en la caja.
        </ConfirmDialog>
      )}
    </>
  )
}
