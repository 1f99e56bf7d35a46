// Dialogs of the cash drawer page: open, cash movement, X and Z, and the drawers.
import { Checkbox, Text, TextInput } from '@mantine/core'
import { showMoney } from '@torniquete/contract/shared/money.ts'
import { readMoney } from '@torniquete/contract/shared/typed.ts'
import { type CashDrawer, type CashReport, NewCashDrawer } from '@torniquete/contract/till/cash-shifts.ts'
import { useState } from 'react'
import { bookedText } from '../../api/booking-calls.ts'
import { now } from '../../api/server-clock.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ExpenseForm } from '../../features/expenses/ExpenseForm.tsx'
import { OpenDrawer } from '../../features/paying/OpenDrawer.tsx'
import { chooseDrawer, useDrawers } from '../../features/paying/own-drawer.ts'
import { UnlessUnanswered } from '../../features/unanswered/UnlessUnanswered.tsx'
import { isDrawerShort, ReasonField, ShortDrawerQuestion } from '../../forms/ReasonDialog.tsx'
import { type Stored, useRecordForm, validateWith } from '../../forms/use-record-form.tsx'
import { useSave } from '../../forms/use-save.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { MoneyField } from '../../kit/TypedField.tsx'
import { useCloseDialog, useDialogId } from '../../navigation/opening.ts'
import { useSignedIn } from '../../session/session.tsx'
import { CloseForm } from './CloseForm.tsx'
import { mayNoteExpense, useShiftMoves } from './ShiftMoves.tsx'
import { printMove, ReportDialog } from './ShiftPaper.tsx'

export function OpenShift() {
  const id = useDialogId()
  return <OpenDrawer id={id} onClose={useCloseDialog()} />
}

const ways = [
  { value: 'out', label: 'Salida' },
  { value: 'in', label: 'Entrada' },
] as const

function MoveForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { user, role } = useSignedIn()
  const moves = useShiftMoves(id).data
  const [way, setWay] = useState<'in' | 'out'>('out')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { value, error } = readMoney(amount)
  const missing = reason.trim() === ''
  const some = value !== undefined && Number(value) > 0
  const save = useSave({
    run: (body: { amount: string; out: boolean; reason: string; confirm?: boolean }, send) =>
      send('cash-shifts.move', {
        params: { id },
        body,
        label: `La ${body.out ? 'salida' : 'entrada'} de caja por ${showMoney(body.amount)}`,
      }),
    done: bookedText('cash-shifts.move'),
    detail: (_, body) => `${body.out ? 'Salida' : 'Entrada'} · ${showMoney(body.amount)}`,
    offer: ({ drawer }, body) => ({
      label: 'Imprimir recibo',
      run: () => void printMove({ ...body, drawer: drawer.name, at: now(), by: user.name }),
    }),
    onSaved: onClose,
    onGivenUp: onClose,
    failure: () => null,
  })
  const isShort = isDrawerShort(save.error)
  const submit = (confirm?: true) => {
    if (some && !missing)
      save.submit({ amount: value, out: way === 'out', reason: reason.trim(), ...(confirm && { confirm }) })
  }
  return (
    <FormDialog
      title="Entrada o salida de caja"
      submitLabel="Registrar"
      pendingLabel="Registrando"
      size="md"
      {...save.dialog}
      error={isShort ? null : save.dialog.error}
      dirty={amount !== '' || !missing}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        submit()
      }}
    >
      <Segments label="Qué se registra" choices={ways} value={way} onChange={setWay} />
      <MoneyField
        label="Importe"
        required
        data-autofocus
        value={amount}
        onChange={setAmount}
        error={tried && !some && (error ?? 'Debe ser mayor que cero')}
      />
      <ReasonField value={reason} onChange={setReason} tried={tried} />
      {mayNoteExpense(user, role, moves) && (
        <Text size="sm" c="dimmed">
          Lo que se paga con recibo se registra con «Gasto de la caja»: también sale de esta caja.
        </Text>
      )}
      {isShort && (
        <ShortDrawerQuestion onConfirm={() => submit(true)} onCancel={save.reset}>
          Revisa el importe: {showMoney(value)}.
        </ShortDrawerQuestion>
      )}
    </FormDialog>
  )
}

export function MoveCash() {
  const id = useDialogId()
  return <UnlessUnanswered>{(onClose) => <MoveForm id={id} onClose={onClose} />}</UnlessUnanswered>
}

export function DrawerExpense() {
  const id = useDialogId()
  return <UnlessUnanswered>{() => <ExpenseForm shift={id} />}</UnlessUnanswered>
}

/** The answer shows the expected amount only after the count. */
export function CloseShift() {
  const id = useDialogId()
  const close = useCloseDialog()
  const [z, setZ] = useState<CashReport | null>(null)
  if (z) return <ReportDialog report={z} onClose={close} />
  return <UnlessUnanswered>{() => <CloseForm id={id} onClose={close} onClosed={setZ} />}</UnlessUnanswered>
}

export function ShiftReport() {
  const id = useDialogId()
  const close = useCloseDialog()
  const query = useEndpoint('cash-shifts.report', { params: { id } })
  if (query.data) return <ReportDialog report={query.data} onClose={close} />
  return <LoadingDialog title="Caja" size="lg" query={query} onClose={close} />
}

const toValues = (drawer: CashDrawer | null) => ({
  name: drawer?.name ?? '',
  is_hidden: drawer?.is_hidden ?? false,
})

function DrawerForm({ stored }: { stored: Stored<CashDrawer> | null }) {
  const { field, dialog } = useRecordForm({
    stored,
    toValues,
    validate: validateWith(NewCashDrawer),
    create: async ({ name }, send) => {
      const made = await send('cash-shifts.create-drawer', { body: { name } })
      chooseDrawer(made.id)
      return made
    },
    update: ({ id }, body, _, send) => send('cash-shifts.update-drawer', { params: { id }, body }),
    created: 'Caja creada: es la de esta computadora',
    updated: 'Caja guardada',
    detail: ({ name }) => name,
  })
  return (
    <FormDialog {...dialog} entity="Caja" size="md">
      <TextInput placeholder="Mostrador" required maxLength={40} {...field('name', 'Nombre')} />
      {stored && <Checkbox {...field('is_hidden', 'Ya no se usa', { type: 'checkbox' })} />}
    </FormDialog>
  )
}

export const NewDrawer = () => <DrawerForm stored={null} />

export function EditDrawer() {
  const id = useDialogId()
  const close = useCloseDialog()
  const { query } = useDrawers(true)
  const row = query.data?.find((each) => each.id === id)
  if (row) return <DrawerForm key={id} stored={{ row, tag: null }} />
  const error = query.error ?? (query.data ? new Error('La caja ya no está.') : null)
  return <LoadingDialog title="Editar Caja" size="md" query={{ ...query, error }} onClose={close} />
}
