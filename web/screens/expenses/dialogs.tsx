// The dialogs that have an address below the page of expenses.
import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { BodyInput } from '@torniquete/contract/endpoints.ts'
import { type Expense, NewExpense as ExpenseToBook, expenseCategories } from '@torniquete/contract/expenses.ts'
import type { HowPaid } from '@torniquete/contract/how-paid.ts'
import { showMoney } from '@torniquete/contract/money.ts'
import { futureRefusal, readMoney } from '@torniquete/contract/typed.ts'
import { useRef, useState } from 'react'
import { bookedText } from '../../api/booking-calls.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { VoidDialog } from '../../features/bills/VoidDialog.tsx'
import { ownShiftBody, useDrawers } from '../../features/paying/own-drawer.ts'
import { PayingField } from '../../features/paying/PayingField.tsx'
import type { Paying } from '../../features/paying/paying.ts'
import { usePaying } from '../../features/paying/use-paying.ts'
import { UnlessUnanswered } from '../../features/unanswered/UnlessUnanswered.tsx'
import { validateWith } from '../../forms/form-errors.ts'
import { useRecordForm } from '../../forms/use-record-form.tsx'
import { DayField } from '../../kit/DayField.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { MoneyField } from '../../kit/TypedField.tsx'
import { useDialogId } from '../../navigation/opening.ts'
import { useGymClock } from '../../session/gym-clock.ts'

const nothing = { description: '', amount: '', category: '', payee: '', spent_on: null as string | null }
type ExpenseValues = typeof nothing

const valuesOf = (): ExpenseValues => nothing
const validateFields = validateWith(ExpenseToBook)

function ExpenseForm() {
  const today = useGymClock()?.today
  const [paying, setPaying] = useState<Paying>({})
  /** What it comes to as it was typed last: the call is made of the same. */
  const paid = useRef<HowPaid['paid']>(undefined)
  const { form, field, dialog } = useRecordForm({
    stored: null,
    valuesOf,
    validate: (values) => {
      const future = today === undefined ? null : futureRefusal(values.spent_on, today)
      return { ...validateFields(values), ...(future && { spent_on: future }), ...(pay.wrong && { amount: pay.wrong }) }
    },
    create: (body, send) =>
      send('expenses.create', {
        // The contract has checked what they are.
        body: { ...body, paid: paid.current, ...ownShiftBody() } as BodyInput<'expenses.create'>,
        label: `La nota del gasto «${body.description.trim()}» por ${showMoney(body.amount)}`,
      }),
    created: bookedText('expenses.create'),
    detail: ({ number, amount }) => `Gasto N.º ${number} · ${showMoney(amount)}`,
  })
  const pay = usePaying(readMoney(form.values.amount).value ?? null, paying)
  paid.current = pay.paid
  const { own } = useDrawers()
  const taken = pay.paid?.map(({ id_kind }) => id_kind) ?? [pay.chosen?.id]
  const isCash = pay.kinds.some(({ id, in_drawer }) => in_drawer && taken.includes(id))
  return (
    <FormDialog
      {...dialog}
      dirty={dialog.dirty || paying.kind !== undefined}
      entity="Gasto"
      submitLabel="Registrar gasto"
      size="md"
    >
      <TextInput label="Concepto" required maxLength={255} {...field('description')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <MoneyField label="Importe" required {...field('amount')} />
        <DayField label="Fecha del recibo" latest={today} atOnce placeholder="Hoy" {...field('spent_on')} />
      </SimpleGrid>
      <NativeSelect
        label="Categoría"
        required
        data={[{ value: '', label: 'Seleccione una categoría' }, ...expenseCategories]}
        {...field('category')}
      />
      <TextInput label="Pagado a" maxLength={100} {...field('payee')} />
      <PayingField state={pay} onChange={setPaying} out />
      <Text size="sm" c="dimmed">
        Entra en las cuentas de hoy, sea cual sea la fecha del recibo.
        {own?.shift && isCash && ` Sale de la caja ${own.name}.`}
      </Text>
    </FormDialog>
  )
}

export const NewExpense = () => <UnlessUnanswered>{() => <ExpenseForm />}</UnlessUnanswered>

const alreadyVoided = Object.assign(new Error('No hay nada más que anular.'), { name: 'Este gasto ya está anulado.' })

function VoidQuestion({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useEndpoint('expenses.read', { params: { id } })
  const { data } = query
  /** As it was when it was first there: once it is voided here, the dialog is about to go. */
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
      consequence={`${[description, payee, showMoney(amount)].filter(Boolean).join(' · ')}: su importe vuelve al balance de hoy.`}
      onClose={onClose}
      onVoided={onClose}
    />
  )
}

export function VoidExpense() {
  const id = useDialogId()
  return <UnlessUnanswered>{(onClose) => <VoidQuestion id={id} onClose={onClose} />}</UnlessUnanswered>
}
