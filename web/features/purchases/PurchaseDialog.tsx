import { Alert } from '@mantine/core'
import type { CallBodyInput } from '@torniquete/contract/endpoints.ts'
import { newReceivedReceiptFields } from '@torniquete/contract/fiscal/purchase-receipts.ts'
import type { ReceivedDocumentDetails } from '@torniquete/contract/fiscal/received-documents.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import { findFutureDayError } from '@torniquete/contract/shared/parse-input.ts'
import type { PaymentFields } from '@torniquete/contract/till/payment-fields.ts'
import type { Product } from '@torniquete/contract/till/products.ts'
import { type ChangeEvent, useState } from 'react'
import { z } from 'zod'
import { getCallSuccessText } from '../../api/outbox-calls.ts'
import { makeValidator } from '../../forms/use-record-form.tsx'
import { toErrorToast, useSave } from '../../forms/use-save.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { useGymClock } from '../../session/gym-clock.ts'
import { DraftLinesField } from '../drafts/DraftLinesField.tsx'
import { DiscardDraftButton, DraftTotals, parkDraftLabel } from '../drafts/DraftTotals.tsx'
import type { ClientOrSupplier, DraftChange } from '../drafts/draft.ts'
import { computeDraftAmounts, findLineErrors, toPurchaseItems } from '../drafts/draft-lines.ts'
import { type OpenDraft, type SentDraftKeys, useDraft } from '../drafts/use-draft.ts'
import { warnIfCodeLookupPending } from '../drafts/use-product-pick.ts'
import {
  emptyPurchaseReceipt,
  PurchaseReceiptFields,
  type PurchaseReceiptValues,
} from '../fiscal/PurchaseReceiptFields.tsx'
import { useFiscalCountry } from '../fiscal/use-fiscal-country.ts'
import { makeOpenShiftField } from '../paying/current-cash-drawer.ts'
import { PaymentField } from '../paying/PaymentField.tsx'
import { usePaymentState } from '../paying/use-payment-state.ts'
import { CloseIfCallPendingAtLoad } from '../unanswered/CloseIfCallPendingAtLoad.tsx'
import { ReceivedDocumentLines } from './ReceivedDocumentLines.tsx'
import { NewSupplierDialog, SupplierField } from './SupplierField.tsx'

export const NewPurchase = ({ received }: { received?: ReceivedDocumentDetails }) => (
  <CloseIfCallPendingAtLoad kind="purchase">
    {(onClose) => <PurchaseDialog received={received} onClose={onClose} />}
  </CloseIfCallPendingAtLoad>
)

interface PurchaseDialogProps {
  /** Electronic receipt of the supplier, with which the form begins. */
  received: ReceivedDocumentDetails | undefined
  onClose: () => void
}

function PurchaseDialog({ received, onClose }: PurchaseDialogProps) {
  const draft = useDraft('purchase', onClose, received && toDraft(received))
  return <DraftDialog key={draft.id} {...{ draft, received, onClose }} />
}

const toDraft = ({ supplier, ncf, issued_on, tax_total }: ReceivedDocumentDetails): DraftChange => ({
  partner: supplier ?? undefined,
  purchaseReceipt: { ...emptyPurchaseReceipt, ncf, issued_on, included_tax: tax_total },
})

function DraftDialog({ draft, received, onClose }: PurchaseDialogProps & { draft: OpenDraft }) {
  const { lines } = draft
  const supplier = draft.partner ?? null
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const receipt = useReceiptFields(draft)
  /** Text with which the form for a new supplier begins; null while it is closed. */
  const isFromReceived = received?.ncf === draft.purchaseReceipt?.ncf
  const [newSupplier, setNewSupplier] = useState(
    received && isFromReceived && !received.supplier && !supplier ? received.tax_id : null,
  )
  const save = useSave({
    run: (
      { partner, paid, sent }: { partner: ClientOrSupplier; paid: PaymentFields['paid']; sent: SentDraftKeys },
      send,
    ) =>
      send('purchases.create', {
        body: {
          id_supplier: partner.id,
          items: toPurchaseItems(lines),
          paid,
          ...makeOpenShiftField(),
          ...receipt?.body,
        },
        ...sent,
        label: `La compra a ${partner.name} por ${formatMoney(computeDraftAmounts('purchase', lines).total)}`,
      }),
    done: getCallSuccessText('purchases.create'),
    onSaved: draft.leave,
    onGivenUp: draft.leave,
    setErrors: setRefused,
    failure: (error) => draft.refuse(error) ?? toErrorToast(error),
  })
  const wrong = { ...findLineErrors('purchase', lines), ...receipt?.errors }
  const errors = tried ? { ...refused, ...wrong } : refused
  const pay = usePaymentState(computeDraftAmounts('purchase', lines).total, draft.paying)
  const submit = () => {
    setTried(true)
    setRefused({})
    if (supplier === null || Object.keys(wrong).length > 0 || pay.wrong || save.pending || warnIfCodeLookupPending())
      return
    const sent = draft.send()
    if (sent) save.submit({ partner: supplier, paid: pay.paid, sent })
  }
  return (
    <FormDialog
      entity="Factura de compra"
      submitLabel="Registrar compra"
      pending={save.pending}
      // A draft without a product is not parked, so closing would lose supplier and receipt.
      dirty={lines.length === 0 && (supplier !== null || draft.purchaseReceipt !== undefined)}
      unanswered={save.unanswered}
      size="xl"
      careful
      summary={
        <DraftTotals kind="purchase" lines={lines}>
          <PaymentField state={pay} onChange={(paying) => draft.change({ paying })} out />
        </DraftTotals>
      }
      {...(lines.length > 0 && {
        cancelLabel: parkDraftLabel,
        actions: <DiscardDraftButton kind="purchase" draft={draft} />,
      })}
      onClose={onClose}
      onSubmit={submit}
      question={
        newSupplier !== null && (
          <NewSupplierDialog
            typed={newSupplier}
            onClose={() => setNewSupplier(null)}
            onAdded={({ id, name }) => draft.change({ partner: { id, name } })}
          />
        )
      }
    >
      <SupplierField
        supplier={supplier}
        onChange={(partner) => draft.change({ partner })}
        error={tried && supplier === null && 'Selecciona un proveedor'}
        onAdd={receipt && setNewSupplier}
      />
      {received && isFromReceived && (
        <Alert color="gray" title={`El comprobante suma ${formatMoney(received.total)}`}>
          <ReceivedDocumentLines lines={received.lines} />
        </Alert>
      )}
      {receipt && (
        <PurchaseReceiptFields
          field={receipt.bind(errors, () => setRefused({}))}
          usualTax={computeDraftAmounts('purchase', lines).tax}
        />
      )}
      <DraftLinesField
        kind="purchase"
        lines={lines}
        onChange={(next) => {
          draft.changeLines(next)
          setRefused({})
        }}
        onAdd={(product: Product, times: number) => {
          setRefused({})
          return draft.add(product, times)
        }}
        errors={errors}
      />
    </FormDialog>
  )
}

const validateReceipt = makeValidator<PurchaseReceiptValues>(z.object(newReceivedReceiptFields))

/** The seller's receipt in the draft: its fields, its errors, and its part of the request. */
function useReceiptFields(draft: OpenDraft) {
  const today = useGymClock()?.today
  if (useFiscalCountry() === 'none') return null
  const values = draft.purchaseReceipt ?? emptyPurchaseReceipt
  const future = today === undefined ? null : findFutureDayError(values.issued_on, today)
  return {
    errors: { ...validateReceipt(values), ...(future && { issued_on: future }) },
    // The cast is safe, because a draft with errors is not sent.
    body: values as CallBodyInput<'purchases.create'>,
    bind:
      (errors: Record<string, string>, onEdit: () => void) => (name: keyof PurchaseReceiptValues, label: string) => ({
        label,
        value: values[name],
        error: errors[name],
        onChange: (given: string | null | ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
          const value = given !== null && typeof given === 'object' ? given.currentTarget.value : given
          draft.change({ purchaseReceipt: { ...values, [name]: value } })
          onEdit()
        },
      }),
  }
}
