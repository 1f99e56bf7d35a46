import type { Supplier } from '@torniquete/contract/suppliers.ts'
import { useEffect, useState } from 'react'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { toast } from '../../kit/toast.ts'
import { BillLines } from '../bills/BillLines.tsx'
import { BillTotals } from '../bills/BillTotals.tsx'
import { lineErrors } from '../bills/draft-lines.ts'
import { useDraft } from '../bills/use-draft.ts'
import { SupplierSelect } from './SupplierSelect.tsx'
import { useSavePurchase } from './use-save-purchase.ts'

/** A purchase invoice: its stock is added and its prices become the last ones once it is stored. */
export function PurchaseDialog({ onClose }: { onClose: () => void }) {
  const draft = useDraft<Supplier>('purchase', onClose)
  const { lines, recovered } = draft
  const supplier = draft.partner ?? null
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const save = useSavePurchase(onClose, setRefused)
  useEffect(() => {
    if (recovered) toast.info('Borrador recuperado')
  }, [recovered])
  // What was refused is a draft again.
  const failed = save.error !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal.
  useEffect(() => {
    if (failed) draft.change({})
  }, [failed])
  const wrong = lineErrors('purchase', lines)
  const submit = () => {
    setTried(true)
    setRefused({})
    if (supplier === null || Object.keys(wrong).length > 0 || save.pending) return
    draft.release()
    save.submit({ supplier, lines })
  }
  return (
    <FormDialog
      entity="Factura de compra"
      submitLabel="Registrar compra"
      pending={save.pending}
      dirty={false}
      unanswered={save.unanswered}
      size="xl"
      summary={<BillTotals kind="purchase" lines={lines} />}
      onClose={onClose}
      onSubmit={submit}
    >
      <SupplierSelect
        supplier={supplier}
        onChange={(picked) => draft.change({ partner: picked })}
        error={tried && supplier === null && 'Selecciona un proveedor'}
      />
      <BillLines
        kind="purchase"
        lines={lines}
        onChange={(next) => {
          draft.change({ lines: next })
          setRefused({})
        }}
        errors={tried ? { ...refused, ...wrong } : refused}
      />
    </FormDialog>
  )
}
