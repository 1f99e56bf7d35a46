// Stock: counts, losses, corrections, average cost, and sales of products.
import { z } from 'zod'
import { defineArea, defineCreate, defineDelete, defineGet, definePost } from '../shared/define-area.ts'
import { adminRoles, staffRoles } from '../shared/roles.ts'
import {
  countSchema,
  dateRangeBound,
  id,
  idAndName,
  makeListSchema,
  moneyText,
  nameFilter,
  optionalLine,
  pageQuery,
  textLine,
  timestamp,
  wholeNumberBetween,
} from '../shared/schemas.ts'
import { defineExport, type SheetColumn } from '../shared/workbooks.ts'
import { StockMovement } from './stock-movements.ts'

export const StockCount = z.object({
  id,
  name: z.string(),
  created_at: timestamp,
  user: idAndName,
  products: countSchema,
  /** Result of closing the count; null while it is open. */
  closed: z.object({ outcome: z.enum(['booked', 'dropped']), at: timestamp, by: z.string() }).nullable(),
})
export type StockCount = z.infer<typeof StockCount>

/** Quantity of a product counted so far, with the last user and time. */
export const CountedProduct = z.object({
  id_product: id,
  product_name: z.string(),
  code: z.string().nullable(),
  counted: countSchema,
  user: idAndName,
  counted_at: timestamp,
})
export type CountedProduct = z.infer<typeof CountedProduct>

export const maxCountedQuantity = 1_000_000

/** Largest age of an entry sent late, in milliseconds; its idempotency key is stored as long. */
export const maxCountEntryAgeMs = 7 * 86_400_000

export const StockCountEntries = z.object({
  entries: z
    .array(
      z.object({
        id_product: id,
        quantity: wholeNumberBetween(0, maxCountedQuantity),
        /** True replaces earlier entries of the product instead of adding to them. */
        anew: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(200),
  /**
   * Age of the entry in milliseconds, so that it is compared with the stock at the time of counting; 0 by default. An
   * age is sent instead of a time, because PC clocks may be wrong. It is at most the age of the count.
   */
  ago: z.number().int().min(0).optional(),
})

export const StockCountDifference = z.object({
  id_product: id,
  product_name: z.string(),
  counted: countSchema,
  /** Stock according to the books at the time of the last entry. */
  stock: countSchema,
  difference: countSchema,
  /** True if the stock changed between the first and the last entry of the product. */
  moved: z.boolean(),
  /** Average cost of one unit, and value of the difference; null if unknown. */
  unit_cost: moneyText.nullable(),
  value: moneyText.nullable(),
})
export type StockCountDifference = z.infer<typeof StockCountDifference>

export const StockCountDifferences = z.object({
  count: StockCount,
  /** Products whose count differs from the books, largest value first. */
  items: z.array(StockCountDifference),
  agreeing: countSchema,
  /** Value at average cost of surplus, of shortage, and of both together. */
  more: moneyText,
  less: moneyText,
  value: moneyText,
  /** Products in stock that nobody counted; their stock is not changed. */
  uncounted: z.object({
    total: countSchema,
    first: z.array(z.object({ id_product: id, product_name: z.string(), stock: countSchema })),
  }),
  /** Digest of the differences; to book them, it has to be sent back as `confirm`. */
  digest: z.string(),
})
export type StockCountDifferences = z.infer<typeof StockCountDifferences>

export const NewStockAdjustment = z
  .object({
    kind: z.enum(['adjustment', 'loss']),
    /** Change of the stock; negative reduces it. */
    change: z
      .number()
      .int()
      .min(-maxCountedQuantity)
      .max(maxCountedQuantity)
      .refine((value) => value !== 0, 'La existencia no cambia'),
    reason: textLine(255),
  })
  .refine(({ kind, change }) => kind === 'adjustment' || change < 0, {
    path: ['change'],
    message: 'Una merma resta existencia',
  })

/** Days without a sale after which a product counts as unsold. */
export const minUnsoldDays = 90

/** A product with its sales in the date range; `revenue` is without discount and tax. */
export const ProductSales = z.object({
  id,
  name: z.string(),
  code: z.string().nullable(),
  deleted: z.boolean(),
  quantity: countSchema,
  sale_price: moneyText.nullable(),
  /** Average cost of one unit; null if unknown, as are then `stock_value`, `cost` and `margin`. */
  average_cost: moneyText.nullable(),
  stock_value: moneyText.nullable(),
  sold: countSchema,
  revenue: moneyText,
  /** Cost of the units sold, at today's average cost. */
  cost: moneyText.nullable(),
  margin: moneyText.nullable(),
  /** Margin in percent of the revenue; null without revenue. */
  margin_percent: z.number().nullable(),
  last_sold_at: timestamp.nullable(),
})
export type ProductSales = z.infer<typeof ProductSales>

const shelfOrders = ['name', 'best', 'still'] as const
export type StockReportOrder = (typeof shelfOrders)[number]

const shelfFilter = z.object({
  name: nameFilter.optional(),
  /** Order: `name` by name, `best` best sellers first, `still` products in stock without a sale for 90 days. */
  which: z.enum(shelfOrders).default('name'),
  start_date: dateRangeBound.optional(),
  end_date: dateRangeBound.optional(),
})

export const StockReportSums = z.object({
  stock_value: moneyText,
  sold: countSchema,
  revenue: moneyText,
  cost: moneyText,
  margin: moneyText,
  /** Number of products whose cost is unknown; the sums of costs leave them out. */
  uncosted: countSchema,
})

const shelfColumns: readonly SheetColumn<ProductSales>[] = [
  { title: 'Producto', type: 'text', width: 32, value: ({ name }) => name },
  { title: 'Código', type: 'text', width: 18, value: ({ code }) => code },
  { title: 'Existencia', type: 'number', value: ({ quantity }) => quantity },
  { title: 'Costo promedio', type: 'money', width: 16, value: (row) => row.average_cost },
  { title: 'Valor en existencia', type: 'money', width: 20, value: (row) => row.stock_value },
  { title: 'Precio de venta', type: 'money', width: 16, value: (row) => row.sale_price },
  { title: 'Vendidos', type: 'number', value: ({ sold }) => sold },
  { title: 'Ventas', type: 'money', value: ({ revenue }) => revenue },
  { title: 'Costo de lo vendido', type: 'money', width: 20, value: ({ cost }) => cost },
  { title: 'Margen', type: 'money', value: ({ margin }) => margin },
  { title: 'Margen %', type: 'number', value: (row) => row.margin_percent },
  { title: 'Última venta', type: 'instant', value: (row) => row.last_sold_at },
]

export const stockArea = defineArea(
  {
    'stock.list': defineGet(adminRoles, '/stock/', 'List products with cost, and sales and margin of the days', {
      query: pageQuery.extend(shelfFilter.shape),
      answer: makeListSchema(ProductSales).extend({ sums: StockReportSums }),
    }),
    'stock.export': defineExport('/stock/', adminRoles, shelfFilter, { file: 'Costo y margen', columns: shelfColumns }),
    'stock.adjust': defineCreate(adminRoles, '/stock/products/{id_product}/adjustments', 'Adjust a product’s stock', {
      body: NewStockAdjustment,
      answer: StockMovement,
      booked: 'Existencia ajustada.',
      errors: ['stock.short'],
    }),
    'stock.counts': defineGet(staffRoles, '/stock/counts/', 'List stock counts, newest first', {
      query: pageQuery,
      answer: makeListSchema(StockCount),
    }),
    'stock.open-count': defineCreate(adminRoles, '/stock/counts/', 'Open a count; stock changes when it is booked', {
      body: z.object({ name: optionalLine(100).optional() }),
      answer: StockCount,
    }),
    'stock.read-count': defineGet(staffRoles, '/stock/counts/{id}', 'Get a count and its entries, without book stock', {
      answer: z.object({ count: StockCount, items: z.array(CountedProduct) }),
    }),
    'stock.enter': definePost(staffRoles, '/stock/counts/{id}/entries', 'Add entries to an open count', {
      body: StockCountEntries,
      ageField: 'ago',
      answer: z.object({ items: z.array(CountedProduct) }),
      errors: ['count.closed'],
    }),
    'stock.uncount': defineDelete(staffRoles, '/stock/counts/{id}/products/{id_product}', 'Remove a counted product', {
      answer: null,
      errors: ['count.closed'],
    }),
    'stock.differences': defineGet(adminRoles, '/stock/counts/{id}/differences', 'Compare a count with the books', {
      answer: StockCountDifferences,
    }),
    'stock.book-count': definePost(adminRoles, '/stock/counts/{id}/book', 'Book the differences named by `confirm`', {
      body: z.object({ reason: textLine(255), confirm: textLine(64) }),
      answer: StockCount,
      booked: 'Conteo registrado.',
      errors: ['count.closed', 'count.changed', 'count.contradicted'],
    }),
    'stock.drop-count': defineDelete(adminRoles, '/stock/counts/{id}', 'Cancel an open count; it stays in the list', {
      answer: null,
      errors: ['count.closed'],
    }),
  },
  { shows: ['products', 'sales', 'purchases'] },
)
