import { showMoney } from '@torniquete/contract/shared/money.ts'
import type { HowPaid } from '@torniquete/contract/till/payment-fields.ts'
import type { Product } from '@torniquete/contract/till/products.ts'
import { useState } from 'react'
import { bookedText } from '../../api/booking-calls.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { BillLines } from '../../features/drafts/BillLines.tsx'
import { BillTotals } from '../../features/drafts/BillTotals.tsx'
import type { Partner } from '../../features/drafts/draft.ts'
import { amountsOfBill, lineErrors, purchaseItems } from '../../features/drafts/draft-lines.ts'
import { type OpenDraft, type Sent, useDraft } from '../../features/drafts/use-draft.ts'
import { warnPendingCode } from '../../features/drafts/use-product-pick.ts'
import { DiscardDraft, keepDraftLabel } from '../../features/drafts/WaitingDrafts.tsx'
import { ownShiftBody } from '../../features/paying/own-drawer.ts'
import { PayingField } from '../../features/paying/PayingField.tsx'
import { usePaying } from '../../features/paying/use-paying.ts'
import { nameAndMessage, useSave } from '../../forms/use-save.ts'
import { ChoiceField } from '../../kit/ChoiceField.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { focusNextField } from '../../kit/next-field.ts'
import { useMatching } from '../../kit/use-matching.ts'

export function PurchaseDialog({ onClose }: { onClose: () => void }) {
  const draft = useDraft('purchase', onClose)
  return <DraftDialog key={draft.id} draft={draft} onClose={onClose} />
}

function DraftDialog({ draft, onClose }: { draft: OpenDraft; onClose: () => void }) {
  const { lines } = draft
  const supplier = draft.partner ?? null
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const save = useSave({
    run: ({ partner, paid, sent }: { partner: Partner; paid: HowPaid['paid']; sent: Sent }, send) =>
      send('purchases.create', {
        body: { id_supplier: partner.id, items: purchaseItems(lines), paid, ...ownShiftBody() },
        ...sent,
        label: `La compra a ${partner.name} por ${showMoney(amountsOfBill('purchase', lines).total)}`,
      }),
    done: bookedText('purchases.create'),
    onSaved: draft.leave,
    onGivenUp: draft.leave,
    setErrors: setRefused,
    failure: (error) => draft.refuse(error) ?? nameAndMessage(error),
  })
  const wrong = lineErrors('purchase', lines)
  const pay = usePaying(amountsOfBill('purchase', lines).total, draft.paying)
  const submit = () => {
    setTried(true)
    setRefused({})
    if (supplier === null || Object.keys(wrong).length > 0 || pay.wrong || save.pending || warnPendingCode()) return
    const sent = draft.send()
    if (sent) save.submit({ partner: supplier, paid: pay.paid, sent })
  }
  return (
    <FormDialog
      entity="Factura de compra"
      submitLabel="Registrar compra"
      pending={save.pending}
      // A draft without a product is not parked.
      dirty={lines.length === 0 && supplier !== null}
      unanswered={save.unanswered}
      size="xl"
      careful
      summary={
        <BillTotals kind="purchase" lines={lines}>
          <PayingField state={pay} onChange={(paying) => draft.change({ paying })} out />
        </BillTotals>
      }
      {...(lines.length > 0 && {
        cancelLabel: keepDraftLabel,
        actions: <DiscardDraft kind="purchase" draft={draft} />,
      })}
      onClose={onClose}
      onSubmit={submit}
    >
      <SupplierSelect
        supplier={supplier}
        onChange={(partner) => draft.change({ partner })}
        error={tried && supplier === null && 'Selecciona un proveedor'}
      />
      <BillLines
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
        errors={tried ? { ...refused, ...wrong } : refused}
      />
    </FormDialog>
  )
}

interface SupplierSelectProps {
  supplier: Partner | null
  onChange: (supplier: Partner | null) => void
  error: string | false
}

function SupplierSelect({ supplier, onChange, error }: SupplierSelectProps) {
  const { data, error: failure } = useEndpoint('suppliers.list', {})
  return (
    <ChoiceField<Partner>
      {...useMatching(data, failure)}
      label="Proveedor"
      listLabel="Proveedores"
      placeholder="Selecciona un proveedor"
      nothingFound={data?.length === 0 ? 'No hay proveedores registrados' : 'No se encontró ningún proveedor.'}
      required
      value={supplier}
      onPick={onChange}
      onMoveOn={focusNextField}
      error={failure?.message ?? error}
    />
  )
}
