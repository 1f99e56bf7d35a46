import { NativeSelect, TextInput } from '@mantine/core'
import type { CallBodyInput } from '@torniquete/contract/endpoints.ts'
import { formatCodeWithName, voidedNumberReasons } from '@torniquete/contract/fiscal/do/report-codes.ts'
import { NewVoidedNumber as NumberToVoid } from '@torniquete/contract/fiscal/fiscal.ts'
import { findFutureDayError } from '@torniquete/contract/shared/parse-input.ts'
import { useActionForm } from '../../forms/use-action-form.tsx'
import { makeValidator } from '../../forms/use-record-form.tsx'
import { DayField } from '../../kit/DayField.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { useGymClock } from '../../session/gym-clock.ts'

export { BillDialogRoute } from '../../features/bills/BillDialog.tsx'
export { EditExpenseReceipt, EditPurchaseReceipt } from '../../features/fiscal/PurchaseReceiptForm.tsx'

const reasonOptions = [
  { value: '', label: 'Elige un motivo' },
  ...Object.keys(voidedNumberReasons)
    .toSorted()
    .map((value) => ({ value, label: formatCodeWithName(voidedNumberReasons, value) })),
]
const validateNumber = makeValidator(NumberToVoid)

/** Enters a number that was taken out of use without a document, for form 608. */
export function NewVoidedNumber() {
  const today = useGymClock()?.today
  const { field, dialog } = useActionForm({
    values: { ncf: '', kind: '', date: null as string | null },
    validate: (values) => {
      const future = today === undefined ? null : findFutureDayError(values.date, today)
      return { ...validateNumber(values), ...(future && { date: future }) }
    },
    // The cast is safe, because the form validated the fields with the contract's schema.
    run: (body, send) => send('fiscal.void-number', { body: body as CallBodyInput<'fiscal.void-number'> }),
    done: 'Comprobante anotado',
    detail: ({ ncf }) => ncf,
    showsError: true,
  })
  return (
    <FormDialog {...dialog} title="Anotar un comprobante anulado" submitLabel="Anotar" size="md">
      <TextInput
        required
        maxLength={13}
        spellCheck={false}
        autoCapitalize="characters"
        {...field('ncf', 'NCF', {
          description:
            'Un número que salió de uso sin factura. Una venta anulada sigue en el 607, con su nota de crédito.',
        })}
      />
      <NativeSelect required data={reasonOptions} {...field('kind', 'Motivo')} />
      <DayField latest={today} atOnce placeholder="Hoy" {...field('date', 'Fecha')} />
    </FormDialog>
  )
}
