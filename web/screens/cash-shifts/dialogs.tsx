import { Checkbox, SegmentedControl, Text, TextInput } from '@mantine/core'
import { showMoney } from '@torniquete/contract/shared/money.ts'
import { readMoney } from '@torniquete/contract/shared/typed.ts'
import { type CashDrawer, type CashReport, NewCashDrawer } from '@torniquete/contract/till/cash-shifts.ts'
import { useState } from 'react'
import { bookedText } from '../../api/booking-calls.ts'
import { now } from '../../api/server-clock.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { ExpenseForm } from '../../features/expenses/ExpenseForm.tsx'
import { OpenDrawer } from '../../features/paying/ClosedDrawer.tsx'
import { chooseDrawer, useDrawers } from '../../features/paying/own-drawer.ts'
import { UnlessUnanswered } from '../../features/unanswered/UnlessUnanswered.tsx'
import { drawerShort } from '../../forms/ReasonDialog.tsx'
import { requireText, useActionForm } from '../../forms/use-action-form.tsx'
import { type Stored, useRecordForm, validateWith } from '../../forms/use-record-form.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { MoneyField } from '../../kit/TypedField.tsx'
import { useCloseDialog, useDialogId } from '../../navigation/opening.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { CloseForm } from './CloseForm.tsx'
import { mayNoteExpense, useShiftMoves } from './ShiftMoves.tsx'
import { moveTitle, printMove, ReportDialog } from './ShiftPaper.tsx'

export function OpenShift() {
  const id = useDialogId()
  return <OpenDrawer id={id} onClose={useCloseDialog()} />
}

const ways = [
  { value: 'out', label: 'Salida' },
  { value: 'in', label: 'Entrada' },
] as const

function moveErrors({ amount, reason }: { amount: string; reason: string }) {
  const { value, error } = readMoney(amount)
  return {
    amount: !(Number(value) > 0) && (error ?? 'Debe ser mayor que cero'),
    reason: requireText(reason),
  }
}

function MoveForm({ id }: { id: number }) {
  const { user, role } = useSignedInUser()
  const moves = useShiftMoves(id).data
  const { form, field, dialog } = useActionForm({
    values: { way: 'out' as 'in' | 'out', amount: '', reason: '' },
    validate: moveErrors,
    run: ({ way, amount, reason }, send, confirmed) =>
      send('cash-shifts.move', {
        params: { id },
        body: { amount, out: way === 'out', reason: reason.trim(), ...(confirmed && { confirm: true }) },
        label: `La ${way === 'out' ? 'salida' : 'entrada'} de caja por ${showMoney(amount)}`,
      }),
    done: bookedText('cash-shifts.move'),
    detail: (_, { way, amount }) => `${moveTitle(way === 'out')} · ${showMoney(amount)}`,
    offer: ({ drawer }, { way, ...move }) => ({
      label: 'Imprimir recibo',
      run: () =>
        void printMove({
          ...move,
          reason: move.reason.trim(),
          out: way === 'out',
          drawer: drawer.name,
          at: now(),
          by: user.name,
        }),
    }),
    showsError: true,
    asks: drawerShort(({ amount }: { amount: string }) => `Revisa el importe: ${showMoney(amount)}.`),
  })
  return (
    <FormDialog
      {...dialog}
      title="Entrada o salida de caja"
      submitLabel="Registrar"
      pendingLabel="Registrando"
      size="md"
    >
      <SegmentedControl
        aria-label="Qué se registra"
        data={[...ways]}
        value={form.values.way}
        onChange={(way) => form.setFieldValue('way', way)}
      />
      <MoneyField required data-autofocus {...field('amount', 'Importe')} />
      <TextInput required maxLength={255} {...field('reason', 'Motivo')} />
      {mayNoteExpense(user, role, moves) && (
        <Text size="sm" c="dimmed">
          Lo que se paga con recibo se registra con «Gasto de la caja»: también sale de esta caja.
        </Text>
      )}
    </FormDialog>
  )
}

export function MoveCash() {
  const id = useDialogId()
  return <UnlessUnanswered>{() => <MoveForm id={id} />}</UnlessUnanswered>
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
  return <UnlessUnanswered>{() => <CloseForm id={id} onClosed={setZ} />}</UnlessUnanswered>
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
  if (row) return <DrawerForm stored={{ row, tag: null }} />
  const error = query.error ?? (query.data ? new Error('La caja ya no está.') : null)
  return <LoadingDialog title="Editar Caja" size="md" query={{ ...query, error }} onClose={close} />
}
