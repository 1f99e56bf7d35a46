import type { Supplier } from '@torniquete/contract/suppliers.ts'
import { useState } from 'react'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { BillLines } from '../bills/BillLines.tsx'
import { type DraftLine, lineErrors } from '../bills/draft-lines.ts'
import { SupplierSelect } from './SupplierSelect.tsx'
import { useSavePurchase } from './use-save-purchase.ts'

/** A purchase invoice: its stock is added and its prices become the last ones once it is stored. */
export function PurchaseDialog({ onClose }: { onClose: () => void }) {
  const [supplier, setSupplier] = useState<Supplier | null>(null)
  const [lines, setLines] = useState<readonly DraftLine[]>([])
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const save = useSavePurchase(onClose, setRefused)
  const wrong = lineErrors('purchase', lines)
  const submit = () => {
    setTried(true)
    setRefused({})
    if (supplier !== null && Object.keys(wrong).length === 0) save.submit({ supplier, lines })
  }
  return (
    <FormDialog
      entity="Factura de compra"
      submitLabel="Registrar compra"
      pending={save.pending}
      dirty={supplier !== null || lines.length > 0}
      unanswered={save.unanswered}
      size="xl"
      onClose={onClose}
      onSubmit={submit}
    >
      <SupplierSelect
        supplier={supplier}
        onChange={setSupplier}
        error={tried && supplier === null && 'Selecciona un proveedor'}
      />
      <BillLines
        kind="purchase"
        lines={lines}
        onChange={(next) => {
          setLines(next)
          setRefused({})
        }}
        errors={tried ? { ...refused, ...wrong } : refused}
      />
    </FormDialog>
  )
}
