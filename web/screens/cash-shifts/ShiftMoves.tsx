// Opening cash and cash movements of the open shift; workers see their own. Expected amounts stay hidden.
import { Text } from '@mantine/core'
import { may } from '@torniquete/contract/permissions.ts'
import { showMoney } from '@torniquete/contract/shared/money.ts'
import type { RoleName } from '@torniquete/contract/shared/roles.ts'
import type { CashMove, ShiftMoves as Moves } from '@torniquete/contract/till/cash-shifts.ts'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { isDrawerShort, ShortDrawerQuestion } from '../../forms/ReasonDialog.tsx'
import { nameAndMessage, useSave } from '../../forms/use-save.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { InstantText } from '../../kit/InstantText.tsx'
import { IconBan, IconPrinter } from '../../kit/icons.ts'
import { Money } from '../../kit/Money.tsx'
import { RowActions, RowButton } from '../../kit/RowActions.tsx'
import { actionsColumn, type Column } from '../../kit/table-column.ts'
import { moveTitle, printMove } from './ShiftPaper.tsx'

export const useShiftMoves = (id: number | undefined) =>
  useEndpoint('cash-shifts.moves', { params: { id: id ?? 0 } }, { enabled: id !== undefined })

/** Workers book expenses only in shifts that they opened. */
export const mayNoteExpense = (user: { id: number }, role: RoleName, moves: Moves | undefined): boolean =>
  may(role, 'expenses.list') || moves?.opened.by.id === user.id

const isOut = ({ amount }: CashMove) => amount.startsWith('-')
const worth = ({ amount }: CashMove) => amount.replace('-', '')

interface ShiftMovesProps {
  id: number
  drawer: string
  query: ReturnType<typeof useShiftMoves>
  zone: string
}

export function ShiftMoves({ id, drawer, query, zone }: ShiftMovesProps) {
  const [voided, setVoided] = useState<CashMove | null>(null)
  const { submit, pending, error, reset } = useSave({
    run: ({ id_move, refuse_short }: { id_move: number; refuse_short: boolean }, send) =>
      send('cash-shifts.void-move', { params: { id, id_move }, body: { refuse_short } }),
    done: 'Movimiento anulado',
    onSaved: () => setVoided(null),
    failure: (refused) => (isDrawerShort(refused) ? null : nameAndMessage(refused)),
  })
  const close = () => {
    reset()
    setVoided(null)
  }
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
      { header: 'Usuario', cell: ({ by }) => by },
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
      {voided && isDrawerShort(error) && (
        <ShortDrawerQuestion onConfirm={() => submit({ id_move: voided.id, refuse_short: false })} onCancel={close}>
          Sin esta entrada de {showMoney(worth(voided))}, de la caja salió más de lo que debería haber.
        </ShortDrawerQuestion>
      )}
      {voided && !isDrawerShort(error) && (
        <ConfirmDialog
          title="Anular movimiento"
          confirmLabel="Anular movimiento"
          pendingLabel="Anulando"
          pending={pending}
          onConfirm={() => submit({ id_move: voided.id, refuse_short: true })}
          onCancel={close}
        >
          {moveTitle(isOut(voided))} por {showMoney(worth(voided))}, «{voided.reason}»: sigue en la lista como anulado y
          deja de contar en la caja.
        </ConfirmDialog>
      )}
    </>
  )
}
