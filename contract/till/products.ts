import { z } from 'zod'
import { makeFiscalOnlyField } from '../fiscal/receipts.ts'
import { taxClassSchema } from '../fiscal/tax.ts'
import { notificationTitles } from '../reports/notifications.ts'
import { cleanText } from '../shared/clean-text.ts'
import { defineArea, defineCreate, defineDelete, defineGet, definePut } from '../shared/define-area.ts'
import { defineDeletedRowCalls } from '../shared/deleted-rows.ts'
import type { ErrorName } from '../shared/errors.ts'
import { partOfAnotherFieldLabel, pickSharedFieldLabels } from '../shared/history-field-labels.ts'
import { toCents } from '../shared/money.ts'
import { adminRoles, staffRoles } from '../shared/roles.ts'
import {
  id,
  makeListSchema,
  moneyText,
  nameFilter,
  optionalMoneyInput,
  optionalText,
  optionalWholeNumberBetween,
  pageQuery,
  textLine,
} from '../shared/schemas.ts'
import { foldCaseAndAccents } from '../shared/text-matching.ts'
import { defineExport, type SheetColumn } from '../shared/workbooks.ts'
import { productImportCalls } from './product-import.ts'

export const Product = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  unit_of_measure: z.string(),
  /** Stock: the sum of the product's movements. */
  quantity: z.number().int(),
  min_quantity: z.number().int().nullable(),
  sale_price: moneyText.nullable(),
  last_purchase_price: moneyText.nullable(),
  image_url: z.string().nullable(),
  image_path: z.string().nullable(),
  /** Bar code; unique within the gym. */
  code: z.string().nullable(),
  tax_class: makeFiscalOnlyField(taxClassSchema),
})
export type Product = z.infer<typeof Product>

export const NewProduct = z.object({
  name: textLine(50),
  description: optionalText(20).optional(),
  unit_of_measure: textLine(20),
  min_quantity: optionalWholeNumberBetween(0, 1_000_000_000).optional(),
  sale_price: optionalMoneyInput.optional(),
  image_url: optionalText(1000).optional(),
  image_path: optionalText(1000).optional(),
  code: optionalText(50).optional(),
  tax_class: taxClassSchema.optional(),
})
export const ProductChange = NewProduct.partial()

/** Saved product, and other products whose codes a scanner may confuse with its code. */
const SavedProduct = Product.extend({
  /** Products whose codes differ only by leading zeros or capitals. */
  similar_codes: z.array(z.object({ id, name: z.string(), code: z.string() })).optional(),
})

/** Follows the SQL function `normalize_code`; a code of zeros only becomes empty. */
export const normalizeProductCode = (code: string): string =>
  /^\d+$/.test(code) ? code.replace(/^0+/, '') : foldCaseAndAccents(code)

/** Finds the product with this code, else the only one whose code differs just by leading zeros or capitals. */
export function findProductByCode<Row extends Pick<Product, 'code'>>(
  products: readonly Row[],
  typed: string,
): Row | undefined {
  const code = cleanText(typed)
  const exact = products.find((product) => product.code === code)
  // A typed word without digits may be a name, so similar codes are not considered.
  if (exact || !/[1-9]/.test(code)) return exact
  const [similar, ...others] = products.filter(
    (product) => product.code && normalizeProductCode(product.code) === normalizeProductCode(code),
  )
  return others.length === 0 ? similar : undefined
}

/** Error if a product cannot be sold because it has no price; its stock is not checked. */
export const checkProductHasPrice = (product: Pick<Product, 'sale_price'>): ErrorName | null =>
  (toCents(product.sale_price ?? '') ?? 0) > 0 ? null : 'product.no-price'

/** True if pickers offer the product: it has a price and is in stock. */
export const isProductOffered = (product: Pick<Product, 'sale_price' | 'quantity'>): boolean =>
  product.quantity > 0 && checkProductHasPrice(product) === null

/** Title of the notification when stock falls to the minimum or to zero; if both at once, the one for zero. */
export function findStockNoticeTitle(before: number, after: number, minimum: number | null): string | null {
  if (after >= before) return null
  if (after <= 0) return before > 0 ? notificationTitles.outOfStock : null
  return minimum !== null && before > minimum && after <= minimum ? notificationTitles.lowStock : null
}

/** True if stock is at or below the minimum; null if the product has no minimum. */
export const isStockLow = ({ quantity, min_quantity }: Pick<Product, 'quantity' | 'min_quantity'>): boolean | null =>
  min_quantity === null ? null : quantity <= min_quantity

const filter = z.object({ product_name: nameFilter.optional() })

const columns: readonly SheetColumn<Product>[] = [
  { title: 'Nombre', type: 'text', value: ({ name }) => name },
  { title: 'Unidad', type: 'text', width: 14, value: ({ unit_of_measure }) => unit_of_measure },
  { title: 'Cantidad actual', type: 'number', width: 16, value: ({ quantity }) => quantity },
  { title: 'Cantidad mínima', type: 'number', width: 16, value: ({ min_quantity }) => min_quantity },
  { title: 'Precio de venta', type: 'money', value: ({ sale_price }) => sale_price },
  { title: 'Último precio de compra', type: 'money', width: 24, value: (row) => row.last_purchase_price },
  { title: 'Código', type: 'text', width: 18, value: ({ code }) => code },
  { title: 'Descripción', type: 'text', width: 24, value: ({ description }) => description },
]

export const productsArea = defineArea(
  {
    'products.list': defineGet(staffRoles, '/products/', 'List products by name; `product_name` also matches codes', {
      query: pageQuery.extend(filter.shape),
      answer: makeListSchema(Product),
    }),
    'products.export': defineExport('/products/', staffRoles, filter, { file: 'Productos', columns }),
    'products.read': defineGet(staffRoles, '/products/{id_product}', 'Get a product', {
      answer: Product,
      versioned: 'products',
    }),
    'products.create': defineCreate(adminRoles, '/products/', 'Create a product; purchases add its stock', {
      body: NewProduct,
      answer: SavedProduct,
      errors: ['product.code-taken'],
    }),
    'products.set-tax-class': definePut(adminRoles, '/products/tax_class', 'Set the tax class of several products', {
      body: z.object({ ids: z.array(id).min(1).max(1000), tax_class: taxClassSchema }),
      answer: z.object({ updated: z.number().int() }),
    }),
    'products.update': definePut(adminRoles, '/products/{id_product}', 'Change a product, not its past sales', {
      body: ProductChange,
      answer: SavedProduct,
      versioned: 'products',
      errors: ['product.code-taken'],
    }),
    ...defineDeletedRowCalls('products', {
      may: adminRoles,
      id: 'id_product',
      answer: Product,
      taken: ['product.code-taken'],
    }),
    'products.delete': defineDelete(adminRoles, '/products/{id_product}', 'Delete a product; bills keep it', {
      answer: null,
    }),
    ...productImportCalls,
  },
  {
    shows: ['sales', 'purchases'],
    history: {
      products: {
        object: 'el producto',
        named: true,
        fields: {
          ...pickSharedFieldLabels('name', 'created_at', 'updated_at', 'deleted_at', 'description'),
          unit_of_measure: 'la unidad',
          quantity: 'la cantidad actual',
          min_quantity: 'la cantidad mínima',
          sale_price: ['el precio de venta', 'money'],
          last_purchase_price: ['el último precio de compra', 'money'],
          average_cost: ['el costo promedio', 'money'],
          image_url: ['la imagen', 'picture'],
          image_path: partOfAnotherFieldLabel,
          code: 'el código',
          ...pickSharedFieldLabels('tax_class'),
        },
      },
    },
  },
)
