import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { CallBodyInput } from '@torniquete/contract/endpoints.ts'
import { defaultGoodsKindByCategory } from '@torniquete/contract/fiscal/do/goods-kinds.ts'
import type { Country } from '@torniquete/contract/fiscal/receipts.ts'
import type { ReceivedDocumentDetails } from '@torniquete/contract/fiscal/received-documents.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import { findFutureDayError, readTypedMoney } from '@torniquete/contract/shared/parse-input.ts'
import { NewExpense as ExpenseToBook, expenseCategories } from '@torniquete/contract/till/expenses.ts'
import type { PaymentFields } from '@torniquete/contract/till/payment-fields.ts'
import { useRef, useState } from 'react'
import { getCallSuccessText } from '../../api/outbox-calls.ts'
import { makeOverdrawConfirmation } from '../../forms/ReasonDialog.tsx'
import { useActionForm } from '../../forms/use-action-form.tsx'
import { makeValidator } from '../../forms/use-record-form.tsx'
import { DayField } from '../../kit/DayField.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { MoneyField } from '../../kit/ParsedField.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import { emptyPurchaseReceipt, PurchaseReceiptFields } from '../fiscal/PurchaseReceiptFields.tsx'
import { TaxIdField } from '../fiscal/TaxIdField.tsx'
import { useFiscalCountry } from '../fiscal/use-fiscal-country.ts'
import { useFillTaxpayerName } from '../fiscal/use-known-taxpayer-name.ts'
import { makeOpenShiftField, useDrawers } from '../paying/current-cash-drawer.ts'
import { PaymentField } from '../paying/PaymentField.tsx'
import type { PaymentInput } from '../paying/payment-input.ts'
import { usePaymentState } from '../paying/use-payment-state.ts'

const nothing = {
  ...emptyPurchaseReceipt,
  description: '',
  amount: '',
  category: '',
  payee: '',
  spent_on: null as string | null,
  tax_id: '',
  // Empty: the default of the category.
  goods_kind: '',
}
type Values = typeof nothing
const validateFields = makeValidator(ExpenseToBook)

const defaultGoodsKind = (category: string): string => defaultGoodsKindByCategory[category] ?? ''

/** Fields of a request; without a country the fiscal ones are left out. */
function toBody(values: Values, country: Country) {
  const { ncf, tax_id, goods_kind, included_tax, issued_on: _, ...fields } = values
  if (country === 'none') return fields
  return {
    ...fields,
    ncf,
    tax_id,
    supplier_name: fields.payee,
    goods_kind: goods_kind || defaultGoodsKind(fields.category),
    included_tax,
    // The day of the receipt is also that of the seller's number.
    issued_on: ncf ? fields.spent_on || null : null,
  }
}

interface ExpenseFormProps {
  /** Id of the shift whose drawer pays in cash. If undefined, the form asks for the payment method. */
  shift?: number
  /** Electronic receipt of the supplier, with which the form begins. */
  received?: ReceivedDocumentDetails
}

const fromReceived = (received: ReceivedDocumentDetails): Values => ({
  ...nothing,
  description: received.lines
    .map(({ description }) => description)
    .join(', ')
    .slice(0, 255),
  amount: received.total,
  payee: received.legal_name.slice(0, 100),
  spent_on: received.issued_on,
  tax_id: received.tax_id,
  ncf: received.ncf,
  included_tax: received.tax_total,
})

export function ExpenseForm({ shift, received }: ExpenseFormProps) {
  const today = useGymClock()?.today
  const country = useFiscalCountry()
  const [paying, setPaying] = useState<PaymentInput>({})
  const paid = useRef<PaymentFields['paid']>(undefined)
  const { form, field, dialog } = useActionForm({
    values: received ? fromReceived(received) : nothing,
    validate: (values) => {
      const future = today === undefined ? null : findFutureDayError(values.spent_on, today)
      return { ...validateFields(values), ...(future && { spent_on: future }), ...(pay.wrong && { amount: pay.wrong }) }
    },
    run: (body, send, confirmed) =>
      send('expenses.create', {
        // The cast is safe, because the form validated the fields with the contract's schema.
        body: {
          ...toBody(body, country),
          paid: paid.current,
          ...(shift === undefined ? makeOpenShiftField() : { id_shift: shift }),
          refuse_short: !confirmed && (shift !== undefined || isCash),
        } as CallBodyInput<'expenses.create'>,
        label: `La nota del gasto «${body.description.trim()}» por ${formatMoney(body.amount)}`,
      }),
    done: getCallSuccessText('expenses.create'),
    detail: ({ number, amount }) => `Gasto N.º ${number} · ${formatMoney(amount)}`,
    asks: makeOverdrawConfirmation(({ amount }: Values) => `Revisa el importe: ${formatMoney(amount)}.`),
  })
  const { category, tax_id, payee } = form.values
  useFillTaxpayerName(country === 'none' ? '' : tax_id, payee, (name) => form.setFieldValue('payee', name))
  const amount = readTypedMoney(form.values.amount).value
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
        <DayField
          latest={today}
          atOnce
          placeholder="Hoy"
          {...field('spent_on', country === 'none' ? 'Fecha del recibo' : 'Fecha del comprobante')}
        />
      </SimpleGrid>
      <NativeSelect
        required
        data={[{ value: '', label: 'Elige una categoría' }, ...expenseCategories]}
        {...field('category', 'Categoría')}
      />
      {country === 'none' ? (
        <TextInput maxLength={100} {...field('payee', 'Pagado a')} />
      ) : (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <TaxIdField {...field('tax_id', 'RNC o cédula')} />
            <TextInput maxLength={100} {...field('payee', 'Proveedor o persona')} />
          </SimpleGrid>
          <PurchaseReceiptFields
            field={(name, label, settings) => {
              const props = field(name, label, settings)
              return name === 'goods_kind' ? { ...props, value: props.value || defaultGoodsKind(category) } : props
            }}
            withDay={false}
          />
        </>
      )}
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
