// Stock: counts, losses, corrections, average cost, and sales of products.
import { z } from 'zod'
import { create, defineArea, get, post, remove } from '../shared/define-area.ts'
import { admins, staff } from '../shared/roles.ts'
import {
  count,
  id,
  idAndName,
  listSchema,
  money,
  nameQuery,
  optionalLine,
  pageQuery,
  rangeBound,
  text,
  timestamp,
  wholeNumber,
} from '../shared/schemas.ts'
import { defineExport, type SheetColumn } from '../shared/workbooks.ts'
import { StockMovement } from './stock-movements.ts'

export const StockCount = z.object({
  id,
  name: z.string(),
  created_at: timestamp,
  user: idAndName,
  products: count,
  /** Result of closing the count; null while it is open. */
  closed: z.object({ outcome: z.enum(['booked', 'dropped']), at: timestamp, by: z.string() }).nullable(),
})
export type StockCount = z.infer<typeof StockCount>

/** Quantity of a product counted so far, with the last user and time. */
export const CountLine = z.object({
  id_product: id,
  product_name: z.string(),
  code: z.string().nullable(),
  counted: count,
  user: idAndName,
  counted_at: timestamp,
})
export type CountLine = z.infer<typeof CountLine>

export const maxCountedQuantity = 1_000_000

/** Largest age of an entry sent late, in milliseconds; its idempotency key is stored as long. */
export const maxEntryAgeMs = 7 * 86_400_000

export const CountEntries = z.object({
  entries: z
    .array(
      z.object({
        id_product: id,
        quantity: wholeNumber(0, maxCountedQuantity),
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

export const CountDifference = z.object({
  id_product: id,
  product_name: z.string(),
  counted: count,
  /** Stock according to the books at the time of the last entry. */
  stock: count,
  difference: count,
  /** True if the stock changed between the first and the last entry of the product. */
  moved: z.boolean(),
  /** Average cost of one unit, and value of the difference; null if unknown. */
  unit_cost: money.nullable(),
  value: money.nullable(),
})
export type CountDifference = z.infer<typeof CountDifference>

export const CountDifferences = z.object({
  count: StockCount,
  /** Products whose count differs from the books, largest value first. */
  items: z.array(CountDifference),
  agreeing: count,
  /** Value at average cost of surplus, of shortage, and of both together. */
  more: money,
  less: money,
  value: money,
  /** Products in stock that nobody counted; their stock is not changed. */
  uncounted: z.object({
    total: count,
    first: z.array(z.object({ id_product: id, product_name: z.string(), stock: count })),
  }),
  /** Digest of the differences; to book them, it has to be sent back as `confirm`. */
  digest: z.string(),
})
export type CountDifferences = z.infer<typeof CountDifferences>

export const NewAdjustment = z
  .object({
    kind: z.enum(['adjustment', 'loss']),
    /** Change of the stock; negative reduces it. */
    change: z
      .number()
      .int()
      .min(-maxCountedQuantity)
      .max(maxCountedQuantity)
      .refine((value) => value !== 0, 'La existencia no cambia'),
    reason: text(255),
  })
  .refine(({ kind, change }) => kind === 'adjustment' || change < 0, {
    path: ['change'],
    message: 'Una merma resta existencia',
  })

/** Days without a sale after which a product counts as unsold. */
export const unsoldDays = 90

/** A product with its sales in the date range; `revenue` is without discount and tax. */
export const ProductSales = z.object({
  id,
  name: z.string(),
  code: z.string().nullable(),
  deleted: z.boolean(),
  quantity: count,
  sale_price: money.nullable(),
  /** Average cost of one unit; null if unknown, as are then `stock_value`, `cost` and `margin`. */
  average_cost: money.nullable(),
  stock_value: money.nullable(),
  sold: count,
  revenue: money,
  /** Cost of the units sold, at today's average cost. */
  cost: money.nullable(),
  margin: money.nullable(),
  /** Margin in percent of the revenue; null without revenue. */
  margin_percent: z.number().nullable(),
  last_sold_at: timestamp.nullable(),
})
export type ProductSales = z.infer<typeof ProductSales>

const shelfOrders = ['name', 'best', 'still'] as const
export type ShelfOrder = (typeof shelfOrders)[number]

const shelfFilter = z.object({
  name: nameQuery.optional(),
  /** Order: `name` by name, `best` best sellers first, `still` products in stock without a sale for 90 days. */
  which: z.enum(shelfOrders).default('name'),
  start_date: rangeBound.optional(),
  end_date: rangeBound.optional(),
})

export const StockReportSums = z.object({
  stock_value: money,
  sold: count,
  revenue: money,
  cost: money,
  margin: money,
  /** Number of products whose cost is unknown; the sums of costs leave them out. */
  uncosted: count,
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
    'stock.list': get(admins, '/stock/', 'List products with average cost, and sales and margin of the given days', {
      query: pageQuery.extend(shelfFilter.shape),
      answer: listSchema(ProductSales).extend({ sums: StockReportSums }),
    }),
    'stock.export': defineExport('/stock/', admins, shelfFilter, { file: 'Costo y margen', columns: shelfColumns }),
    'stock.adjust': create(admins, '/stock/products/{id_product}/adjustments', 'Correct a stock or record a loss', {
      body: NewAdjustment,
      answer: StockMovement,
      booked: 'Existencia ajustada.',
      errors: ['stock.short'],
    }),
    'stock.counts': get(staff, '/stock/counts/', 'List stock counts, newest first', {
      query: pageQuery,
      answer: listSchema(StockCount),
    }),
    'stock.open-count': create(admins, '/stock/counts/', 'Open a stock count; stock changes when it is booked', {
      body: z.object({ name: optionalLine(100).optional() }),
      answer: StockCount,
    }),
    'stock.read-count': get(staff, '/stock/counts/{id}', 'Get a count with its entries, without book stock', {
      answer: z.object({ count: StockCount, items: z.array(CountLine) }),
    }),
    'stock.enter': post(staff, '/stock/counts/{id}/entries', 'Add entries to an open count', {
      body: CountEntries,
      ageField: 'ago',
      answer: z.object({ items: z.array(CountLine) }),
      errors: ['count.closed'],
    }),
    'stock.uncount': remove(staff, '/stock/counts/{id}/products/{id_product}', 'Remove a product from a count', {
      answer: null,
      errors: ['count.closed'],
    }),
    'stock.differences': get(admins, '/stock/counts/{id}/differences', 'Compare a count with the book stock', {
      answer: CountDifferences,
    }),
    'stock.book-count': post(admins, '/stock/counts/{id}/book', 'Book the differences identified by `confirm`', {
      body: z.object({ reason: text(255), confirm: text(64) }),
      answer: StockCount,
      booked: 'Conteo registrado.',
      errors: ['count.closed', 'count.changed', 'count.contradicted'],
    }),
    'stock.drop-count': remove(admins, '/stock/counts/{id}', 'Cancel an open count; it stays in the list', {
      answer: null,
      errors: ['count.closed'],
    }),
  },
  { shows: ['products', 'sales', 'purchases'] },
)
