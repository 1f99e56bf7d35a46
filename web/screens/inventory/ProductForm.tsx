import { SimpleGrid, TextInput } from '@mantine/core'
import { errorText } from '@torniquete/contract/shared/errors.ts'
import { showMoney } from '@torniquete/contract/shared/money.ts'
import { type Product, NewProduct as ProductToCreate } from '@torniquete/contract/till/products.ts'
import { ApiError } from '../../api/api-error.ts'
import { resourceDialogs } from '../../features/resource/resource-dialogs.tsx'
import { ImageField } from '../../forms/ImageField.tsx'
import { type Stored, useRecordForm, validateWith } from '../../forms/use-record-form.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { MoneyField, WholeNumberField } from '../../kit/TypedField.tsx'

/** The server's items as `type: msg`, otherwise its message (spec §8). */
export function productFailure(error: Error): string {
  if (!(error instanceof ApiError)) return 'An unknown error occurred.'
  return error.rejections.map(({ type, msg }) => `${type}: ${msg}`).join('\n') || error.message
}

const toValues = (product: Product | null) => ({
  name: product?.name ?? '',
  code: product?.code ?? '',
  description: product?.description ?? '',
  unit_of_measure: product?.unit_of_measure ?? '',
  // Invalid text stays as typed, for the schema to reject.
  min_quantity: String(product?.min_quantity ?? ''),
  sale_price: product?.sale_price ?? '',
})

const validate = validateWith(ProductToCreate)
const codeTaken = errorText('product.code-taken')

export function ProductForm({ stored }: { stored: Stored<Product> | null }) {
  const { form, field, picture, dialog } = useRecordForm({
    stored,
    toValues,
    validate,
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
    describe: productFailure,
  })
  return (
    <FormDialog {...dialog} entity="Producto">
      <TextInput required maxLength={50} {...field('name', 'Nombre')} />
      <TextInput
        spellCheck={false}
        {...field('code', 'Código', { description: 'Escríbelo o léelo con el lector de código de barras' })}
        // A scanner's Enter belongs to the code, not the form.
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
        <MoneyField {...field('sale_price', 'Precio de venta', { show: showMoney })} />
      </SimpleGrid>
      <ImageField label="Imagen" square {...picture} currentUrl={stored?.row.image_url} />
    </FormDialog>
  )
}

export const {
  New: NewProduct,
  Edit: EditProduct,
  Deleted: DeletedProducts,
} = resourceDialogs({
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
