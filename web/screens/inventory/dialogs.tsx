import { SimpleGrid, TextInput } from '@mantine/core'
import { defaultTaxClasses } from '@torniquete/contract/fiscal/tax.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { formatMoney } from '@torniquete/contract/shared/money.ts'
import {
  fiscalProductColumns,
  type ProductImportAnswer,
  productColumns,
} from '@torniquete/contract/till/product-import.ts'
import { type Product, NewProduct as ProductToCreate } from '@torniquete/contract/till/products.ts'
import { type Supplier, NewSupplier as SupplierToCreate } from '@torniquete/contract/till/suppliers.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { fetchRejectedRowsFile } from '../../api/fetch-export-file.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { FileImportDialog } from '../../features/file-import/FileImportDialog.tsx'
import type { FileImportDefinition } from '../../features/file-import/file-import-definition.ts'
import { formatTaxClass, TaxClassSelect } from '../../features/fiscal/TaxClassSelect.tsx'
import { TaxIdentityFields, toTaxIdentityBody, toTaxIdentityValues } from '../../features/fiscal/TaxIdentityFields.tsx'
import { useFiscalCountry } from '../../features/fiscal/use-fiscal-country.ts'
import { makeResourceDialogs } from '../../features/resource/make-resource-dialogs.tsx'
import { ImageField } from '../../forms/ImageField.tsx'
import { makeValidator, type StoredRow, useRecordForm } from '../../forms/use-record-form.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { MoneyField, WholeNumberField } from '../../kit/ParsedField.tsx'

export { BillDialogRoute } from '../../features/bills/BillDialog.tsx'
export { NewPurchase } from '../../features/purchases/PurchaseDialog.tsx'

const productImport: FileImportDefinition<ProductImportAnswer> = {
  title: 'Importar productos',
  hint: 'Un Excel (.xlsx) o un .csv con una fila de títulos: Nombre, Código, Precio, Existencia… Antes de guardar nada se muestra qué pasará con cada fila.',
  fields: productColumns,
  fiscalFields: fiscalProductColumns,
  one: 'producto',
  many: 'productos',
  summary: ({ stocked, unpriced }) => (
    <>
      {stocked > 0 && `, ${formatNumber(stocked)} con existencia`}. Lo contado no es una compra: no cuenta como gasto.
      {unpriced > 0 && ` Sin precio de venta: ${formatNumber(unpriced)}, que no se podrán vender hasta ponérselo.`}
    </>
  ),
  present: 'de lo que ya está en el inventario o está dos veces',
  undoing: 'Se eliminan los productos que vinieron en',
  staying: 'que ya se vendieron, compraron o cambiaron',
  read: (body, signal) => call('products.import', { body, signal }),
  bring: (body, send) => send('products.import', { body }),
  rejected: (body) => fetchRejectedRowsFile('products.import-rejected', body),
  useLast: () => useEndpoint('products.last-import', {}).data,
  undo: (id_import, send) => send('products.undo-import', { params: { id_import } }),
}

export const ProductImportDialog = () => <FileImportDialog kind={productImport} />

/** Text for a refused product: the server's list of invalid fields as `type: msg`, otherwise its message (spec §8). */
export function describeProductError(error: Error): string {
  if (!(error instanceof ApiError)) return 'An unknown error occurred.'
  return error.rejections.map(({ type, msg }) => `${type}: ${msg}`).join('\n') || error.message
}

const productValues = (product: Product | null) => ({
  name: product?.name ?? '',
  code: product?.code ?? '',
  description: product?.description ?? '',
  unit_of_measure: product?.unit_of_measure ?? '',
  // A number field stays text in the form, so that the schema can reject invalid input.
  min_quantity: String(product?.min_quantity ?? ''),
  sale_price: product?.sale_price ?? '',
  tax_class: product?.tax_class ?? defaultTaxClasses.product,
})

type ProductValues = ReturnType<typeof productValues>

const validateProduct = makeValidator(ProductToCreate)
const codeTaken = formatError('product.code-taken')

function ProductForm({ stored }: { stored: StoredRow<Product> | null }) {
  const country = useFiscalCountry()
  const { form, field, picture, dialog } = useRecordForm({
    stored,
    toValues: productValues,
    toBody: ({ tax_class, ...body }: ProductValues) => ({ ...body, ...(country !== 'none' && { tax_class }) }),
    validate: validateProduct,
    numbers: ['min_quantity'],
    create: (body, send) => send('products.create', { body }),
    update: ({ id }, body, ifMatch, send) => send('products.update', { params: { id_product: id }, body, ifMatch }),
    created: 'Producto agregado con éxito',
    updated: 'Producto actualizado con éxito',
    detail: ({ similar_codes = [] }) =>
      similar_codes.length > 0
        ? `Su código se distingue del de ${similar_codes.map(({ name }) => name).join(', ')} solo por ceros o mayúsculas: un lector puede tomar uno por otro.`
        : '',
    picture: { folder: 'products', field: 'image', pathOf: ({ image_path }) => image_path },
    errorsOf: ({ message }) => (message === codeTaken ? { code: codeTaken } : null),
    describe: describeProductError,
  })
  return (
    <FormDialog {...dialog} entity="Producto">
      <TextInput required maxLength={50} {...field('name', 'Nombre')} />
      <TextInput
        spellCheck={false}
        {...field('code', 'Código', { description: 'Escríbelo o léelo con el lector de código de barras' })}
        // A barcode scanner ends with Enter, which moves to the next field instead of submitting the form.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          form.getInputNode('description')?.focus()
        }}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput maxLength={20} {...field('description', 'Descripción')} />
        <TextInput required maxLength={20} placeholder="Botella, kg, caja…" {...field('unit_of_measure', 'Unidad')} />
        <WholeNumberField min={0} max={1_000_000_000} {...field('min_quantity', 'Cantidad mínima')} />
        <MoneyField {...field('sale_price', 'Precio de venta', { show: formatMoney })} />
        {country !== 'none' && <TaxClassSelect {...field('tax_class', 'ITBIS', { show: formatTaxClass })} />}
      </SimpleGrid>
      <ImageField label="Imagen" square {...picture} currentUrl={stored?.row.image_url} />
    </FormDialog>
  )
}

export const {
  New: NewProduct,
  Edit: EditProduct,
  Deleted: DeletedProducts,
} = makeResourceDialogs({
  area: 'products',
  paramsOf: (id) => ({ id_product: id }),
  Form: ProductForm,
  title: 'Editar Producto',
  deleted: {
    title: 'Productos eliminados',
    explanation:
      'Un producto restaurado recupera su existencia, sus precios y su código; su foto hay que ponerla de nuevo.',
    done: 'Producto restaurado',
    nothingFound: 'Ningún producto coincide con la búsqueda',
  },
})

const supplierValues = (supplier: Supplier | null) => ({
  name: supplier?.name ?? '',
  email: supplier?.email ?? '',
  phone_number: supplier?.phone_number ?? '',
  ...toTaxIdentityValues(supplier),
})
type SupplierValues = ReturnType<typeof supplierValues>

const validateSupplier = makeValidator(SupplierToCreate)

export function SupplierForm({ stored }: { stored: StoredRow<Supplier> | null }) {
  const country = useFiscalCountry()
  const { field, dialog } = useRecordForm({
    stored,
    toValues: supplierValues,
    toBody: ({ tax_id, legal_name, ...body }: SupplierValues) => ({
      ...body,
      ...toTaxIdentityBody(country, { tax_id, legal_name }),
    }),
    validate: validateSupplier,
    create: (body, send) => send('suppliers.create', { body }),
    update: ({ id }, body, ifMatch, send) => send('suppliers.update', { params: { id_supplier: id }, body, ifMatch }),
    created: 'Proveedor agregado con éxito',
    updated: 'Proveedor editado con éxito',
  })
  return (
    <FormDialog {...dialog} entity="Proveedor" size="md">
      <TextInput required maxLength={50} {...field('name', 'Nombre')} />
      <TextInput type="email" maxLength={255} {...field('email', 'Correo')} />
      <TextInput type="tel" maxLength={20} {...field('phone_number', 'Teléfono')} />
      {country !== 'none' && <TaxIdentityFields field={field} />}
    </FormDialog>
  )
}

export const {
  New: NewSupplier,
  Edit: EditSupplier,
  Deleted: DeletedSuppliers,
} = makeResourceDialogs({
  area: 'suppliers',
  paramsOf: (id) => ({ id_supplier: id }),
  Form: SupplierForm,
  title: 'Editar Proveedor',
  size: 'md',
  deleted: {
    title: 'Proveedores eliminados',
    explanation: 'Un proveedor restaurado vuelve a ofrecerse en las compras.',
    done: 'Proveedor restaurado',
    nothingFound: 'No se encontró ningún proveedor.',
  },
})
