import { formatMoney } from '@torniquete/contract/shared/money.ts'
import type { Expense } from '@torniquete/contract/till/expenses.ts'
import { useRef } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { VoidDialog } from '../../features/bills/VoidDialog.tsx'
import { ExpenseForm } from '../../features/expenses/ExpenseForm.tsx'
import { CloseIfCallPendingAtLoad } from '../../features/unanswered/CloseIfCallPendingAtLoad.tsx'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { useDialogPathId } from '../../navigation/open-dialog.ts'

export { EditExpenseReceipt } from '../../features/fiscal/PurchaseReceiptForm.tsx'

export const NewExpense = () => <CloseIfCallPendingAtLoad>{() => <ExpenseForm />}</CloseIfCallPendingAtLoad>

const alreadyVoided = Object.assign(new Error('No hay nada más que anular.'), { name: 'Este gasto ya está anulado.' })

function VoidQuestion({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useEndpoint('expenses.read', { params: { id } })
  const { data } = query
  /** Expense as first loaded. If that was valid, the question stays open after the void, until the dialog closes. */
  const first = useRef<Expense | null>(null)
  first.current ??= data ?? null
  if (!data || first.current?.voided)
    return (
      <LoadingDialog
        title="Anular gasto"
        size="md"
        query={data ? { ...query, error: alreadyVoided } : query}
        onClose={onClose}
      />
    )
  const { number, description, amount, payee } = data
  return (
    <VoidDialog
      kind="expense"
      voidCall="expenses.void"
      id={id}
      name={`Gasto N.º ${number}`}
      submitLabel="Anular gasto"
      consequence={`${[description, payee, formatMoney(amount)].filter(Boolean).join(' · ')}: su importe vuelve al balance de hoy.`}
      onClose={onClose}
      onVoided={onClose}
    />
  )
}

export function VoidExpense() {
  const id = useDialogPathId()
  return <CloseIfCallPendingAtLoad>{(onClose) => <VoidQuestion id={id} onClose={onClose} />}</CloseIfCallPendingAtLoad>
}
