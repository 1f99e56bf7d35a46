import { useQueryClient } from '@tanstack/react-query'
import { showMoney } from '@torniquete/contract/shared/money.ts'
import { readMoney } from '@torniquete/contract/shared/typed.ts'
import { useState } from 'react'
import { refetchArea } from '../../api/refresh.ts'
import { useSave } from '../../forms/use-save.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { MoneyField } from '../../kit/TypedField.tsx'

export function OpenDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const queries = useQueryClient()
  const [amount, setAmount] = useState('')
  const [tried, setTried] = useState(false)
  const { value, error } = readMoney(amount)
  const save = useSave({
    run: (counted: string, send) => send('cash-shifts.open', { body: { id_drawer: id, amount: counted } }),
    done: 'Caja abierta',
    detail: ({ drawer, opened }) => `${drawer.name} · ${showMoney(opened.amount)}`,
    // The next sale belongs to this shift.
    onSaved: async () => {
      await refetchArea(queries, 'cash-shifts')
      onClose()
    },
    failure: () => null,
  })
  return (
    <FormDialog
      title="Abrir caja"
      submitLabel="Abrir"
      pendingLabel="Abriendo"
      size="md"
      {...save.dialog}
      dirty={amount !== ''}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (value !== undefined) save.submit(value)
      }}
    >
      <MoneyField
        label="Dinero que hay en la caja"
        required
        data-autofocus
        value={amount}
        onChange={setAmount}
        error={tried && error}
      />
    </FormDialog>
  )
}
