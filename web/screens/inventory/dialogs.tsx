import { showNumber } from '@torniquete/contract/shared/numbers.ts'
import { type ProductImportAnswer, productColumns } from '@torniquete/contract/till/product-import.ts'
import { call } from '../../api/call.ts'
import { fileOfFile } from '../../api/file.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { FileImportDialog } from '../../features/file-import/FileImportDialog.tsx'
import type { ImportKind } from '../../features/file-import/import-kind.ts'
import { UnlessUnanswered } from '../../features/unanswered/UnlessUnanswered.tsx'
import { PurchaseDialog } from './PurchaseDialog.tsx'

export { ShownBill } from '../../features/bills/BillDialog.tsx'
export { DeletedProducts, EditProduct, NewProduct } from './ProductForm.tsx'
export { DeletedSuppliers, EditSupplier, NewSupplier } from './SupplierForm.tsx'

export const NewPurchase = () => (
  <UnlessUnanswered kind="purchase">{(onClose) => <PurchaseDialog onClose={onClose} />}</UnlessUnanswered>
)

const productImport: ImportKind<ProductImportAnswer> = {
  title: 'Importar productos',
  hint: 'Un Excel (.xlsx) o un .csv con una fila de títulos: Nombre, Código, Precio, Existencia… Antes de guardar nada se muestra qué pasará con cada fila.',
  fields: productColumns,
  one: 'producto',
  many: 'productos',
  summary: ({ stocked, unpriced }) => (
    <>
      {stocked > 0 && `, ${showNumber(stocked)} con existencia`}. Lo contado no es una compra: no cuenta como gasto.
      {unpriced > 0 && ` Sin precio de venta: ${showNumber(unpriced)}, que no se podrán vender hasta ponérselo.`}
    </>
  ),
  present: 'de lo que ya está en el inventario o está dos veces',
  undoing: 'Se eliminan los productos que vinieron en',
  staying: 'que ya se vendieron, compraron o cambiaron',
  read: (body, signal) => call('products.import', { body, signal }),
  bring: (body, send) => send('products.import', { body }),
  rejected: (body) => fileOfFile('products.import-rejected', body),
  useLast: () => useEndpoint('products.last-import', {}).data,
  undo: (id_import, send) => send('products.undo-import', { params: { id_import } }),
}

export const ImportDialog = () => <FileImportDialog kind={productImport} />
