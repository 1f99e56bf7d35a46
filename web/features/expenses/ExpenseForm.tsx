import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { BodyInput } from '@torniquete/contract/endpoints.ts'
import { showMoney } from '@torniquete/contract/shared/money.ts'
import { findFutureDayError, readMoney } from '@torniquete/contract/shared/parse-input.ts'
import { NewExpense as ExpenseToBook, expenseCategories } from '@torniquete/contract/till/expenses.ts'
import type { PaymentParts } from '@torniquete/contract/till/payment-fields.ts'
import { useRef, useState } from 'react'
import { callSuccessText } from '../../api/outbox-calls.ts'
import { confirmDrawerOverdraw } from '../../forms/ReasonDialog.tsx'
import { useActionForm } from '../../forms/use-action-form.tsx'
import { makeValidator } from '../../forms/use-record-form.tsx'
import { DayField } from '../../kit/DayField.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { MoneyField } from '../../kit/ParsedField.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import { makeShiftBody, useDrawers } from '../paying/current-cash-drawer.ts'
import { PaymentField } from '../paying/PaymentField.tsx'
import type { PaymentInput } from '../paying/payment-input.ts'
import { usePaymentState } from '../paying/use-payment-state.ts'

const nothing = { description: '', amount: '', category: '', payee: '', spent_on: null as string | null }
const validateFields = makeValidator(ExpenseToBook)

interface ExpenseFormProps {
  /** Id of the shift whose drawer pays in cash. If undefined, the form asks for the payment method. */
  shift?: number
}

export function ExpenseForm({ shift }: ExpenseFormProps) {
  const today = useGymClock()?.today
  const [paying, setPaying] = useState<PaymentInput>({})
  const paid = useRef<PaymentParts['paid']>(undefined)
  const { form, field, dialog } = useActionForm({
    values: nothing,
    validate: (values) => {
      const future = today === undefined ? null : findFutureDayError(values.spent_on, today)
      return { ...validateFields(values), ...(future && { spent_on: future }), ...(pay.wrong && { amount: pay.wrong }) }
    },
    run: (body, send, confirmed) =>
      send('expenses.create', {
        // The cast is safe, because the form validated the fields with the contract's schema.
        body: {
          ...body,
          paid: paid.current,
          ...(shift === undefined ? makeShiftBody() : { id_shift: shift }),
          refuse_short: !confirmed && (shift !== undefined || isCash),
        } as BodyInput<'expenses.create'>,
        label: `La nota del gasto «${body.description.trim()}» por ${showMoney(body.amount)}`,
      }),
    done: callSuccessText('expenses.create'),
    detail: ({ number, amount }) => `Gasto N.º ${number} · ${showMoney(amount)}`,
    asks: confirmDrawerOverdraw(({ amount }: typeof nothing) => `Revisa el importe: ${showMoney(amount)}.`),
  })
  const amount = readMoney(form.values.amount).value
  const pay = usePaymentState(amount ?? null, paying)
  const cash =
    pay.kinds.find(({ in_drawer, is_default }) => in_drawer && is_default) ?? pay.kinds.find((kind) => kind.in_drawer)
  paid.current = shift !== undefined && cash && amount ? [{ id_kind: cash.id, amount }] : pay.paid
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
      <TextInput required maxLength={255} {...field('description', 'Concepto')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <MoneyField required {...field('amount', 'Importe')} />
        <DayField latest={today} atOnce placeholder="Hoy" {...field('spent_on', 'Fecha del recibo')} />
      </SimpleGrid>
      <NativeSelect
        required
        data={[{ value: '', label: 'Seleccione una categoría' }, ...expenseCategories]}
        {...field('category', 'Categoría')}
      />
      <TextInput maxLength={100} {...field('payee', 'Pagado a')} />
      {shift === undefined && <PaymentField state={pay} onChange={setPaying} out />}
      <Text size="sm" c="dimmed">
        Entra en las cuentas de hoy, sea cual sea la fecha del recibo.
        {shift !== undefined
          ? ' Sale en efectivo de esta caja.'
          : own?.shift && isCash && ` Sale de la caja ${own.name}.`}
      </Text>
    </FormDialog>
  )
}
