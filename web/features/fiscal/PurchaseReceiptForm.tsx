import { SimpleGrid, TextInput } from '@mantine/core'
import type { CallBodyInput } from '@torniquete/contract/endpoints.ts'
import { defaultGoodsKindByCategory, purchaseGoodsKind } from '@torniquete/contract/fiscal/do/goods-kinds.ts'
import { ReceivedReceiptChange } from '@torniquete/contract/fiscal/purchase-receipts.ts'
import { findFutureDayError } from '@torniquete/contract/shared/parse-input.ts'
import { computeBillAmounts } from '@torniquete/contract/till/bills.ts'
import type { Expense } from '@torniquete/contract/till/expenses.ts'
import type { Purchase } from '@torniquete/contract/till/purchases.ts'
import type { Supplier } from '@torniquete/contract/till/suppliers.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { makeEditDialog } from '../../forms/EditDialog.tsx'
import { makeValidator, useRecordForm } from '../../forms/use-record-form.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { LoadingDialog } from '../../kit/LoadingDialog.tsx'
import { useCloseDialog, useDialogPathId } from '../../navigation/open-dialog.ts'
import { useGymClock } from '../../session/gym-clock.ts'
import { PurchaseReceiptFields } from './PurchaseReceiptFields.tsx'
import { TaxIdField } from './TaxIdField.tsx'
import { useFillTaxpayerName } from './use-known-taxpayer-name.ts'

/** A booked purchase or expense whose receipt is edited. */
interface ReceivedDocument
  extends Pick<Purchase, 'id' | 'number' | 'ncf' | 'issued_on' | 'goods_kind' | 'included_tax'> {
  kind: 'purchase' | 'expense'
  defaultKind: string
  tax_id: string | null
  supplier_name: string | null
  /** Supplier of a purchase, who keeps the RNC. */
  id_supplier: number | null
  /** Tax of a purchase's lines, which counts if no included tax is entered. */
  linesTax?: string
}

const readPurchase = (purchase: Purchase, supplier: Supplier | undefined): ReceivedDocument => ({
  ...purchase,
  kind: 'purchase',
  defaultKind: purchaseGoodsKind,
  tax_id: supplier?.tax_id ?? null,
  supplier_name: purchase.supplier.name,
  id_supplier: supplier?.id ?? null,
  linesTax: computeBillAmounts(purchase.purchase_bill_items).tax,
})

const readExpense = (expense: Expense): ReceivedDocument => ({
  ...expense,
  kind: 'expense',
  defaultKind: defaultGoodsKindByCategory[expense.category] ?? '',
  tax_id: expense.tax_id ?? null,
  supplier_name: expense.supplier_name ?? expense.payee,
  id_supplier: null,
})

const validateReceipt = makeValidator(ReceivedReceiptChange)

function ReceiptForm({ document, onClose }: { document: ReceivedDocument; onClose?: () => unknown }) {
  const today = useGymClock()?.today
  const { kind, number, id_supplier } = document
  const { form, field, dialog } = useRecordForm({
    stored: { row: document, tag: null },
    toValues: (row: ReceivedDocument | null) => ({
      tax_id: row?.tax_id ?? '',
      supplier_name: row?.supplier_name ?? '',
      ncf: row?.ncf ?? '',
      issued_on: row?.issued_on ?? null,
      goods_kind: row?.goods_kind ?? document.defaultKind,
      included_tax: row?.included_tax ?? '',
    }),
    validate: (values) => {
      const future = today === undefined ? null : findFutureDayError(values.issued_on, today)
      return { ...validateReceipt(values), ...(future && { issued_on: future }) }
    },
    create: () => Promise.reject(new Error('The document is booked already')),
    update: async ({ id }, changes, _, send) => {
      const { tax_id, supplier_name: _name, ...receipt } = changes
      const edit = (body: object) => send('fiscal.edit-received', { params: { kind, id }, body: body as Body })
      if (kind === 'expense') return edit(changes)
      if (id_supplier !== null && tax_id !== undefined)
        await send('suppliers.update', { params: { id_supplier }, body: { tax_id } })
      return Object.keys(receipt).length > 0 && edit(receipt)
    },
    created: '',
    updated: 'Comprobante guardado',
    detail: () => `${kind === 'purchase' ? 'Compra' : 'Gasto'} N.º ${number}`,
    ...(onClose && { onClose }),
  })
  const { tax_id, supplier_name } = form.values
  useFillTaxpayerName(kind === 'expense' ? tax_id : '', supplier_name, (name) =>
    form.setFieldValue('supplier_name', name),
  )
  return (
    <FormDialog
      {...dialog}
      title={`Comprobante ${kind === 'purchase' ? 'de la compra' : 'del gasto'} N.º ${number}`}
      size="md"
    >
      {kind === 'expense' ? (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TaxIdField {...field('tax_id', 'RNC o cédula')} />
          <TextInput maxLength={150} {...field('supplier_name', 'Proveedor')} />
        </SimpleGrid>
      ) : (
        <TaxIdField disabled={id_supplier === null} {...field('tax_id', `RNC o cédula de ${supplier_name}`)} />
      )}
      <PurchaseReceiptFields field={field} usualTax={document.linesTax} />
    </FormDialog>
  )
}

type Body = CallBodyInput<'fiscal.edit-received'>

/** Form for the seller's receipt of a booked purchase. */
export function PurchaseReceiptForm({ id, onClose }: { id: number; onClose: () => unknown }) {
  const purchase = useEndpoint('purchases.read', { params: { id } })
  const suppliers = useEndpoint('suppliers.list', {})
  if (!purchase.data || !suppliers.data)
    return (
      <LoadingDialog title="Comprobante" size="md" query={purchase.error ? purchase : suppliers} onClose={onClose} />
    )
  const supplier = suppliers.data.find((each) => each.id === purchase.data.supplier.id)
  return <ReceiptForm document={readPurchase(purchase.data, supplier)} onClose={onClose} />
}

/** Dialogs of routes that end in the document's id. */
export const EditPurchaseReceipt = () => <PurchaseReceiptForm id={useDialogPathId()} onClose={useCloseDialog()} />
export const EditExpenseReceipt = makeEditDialog({
  read: 'expenses.read',
  inputOf: (id) => ({ params: { id } }),
  Form: ({ stored }) => <ReceiptForm document={readExpense(stored.row)} />,
  title: 'Comprobante',
  size: 'md',
})
