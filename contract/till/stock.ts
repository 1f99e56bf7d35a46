// Stock: counts, losses and corrections, average cost, and sales of products.
import { z } from 'zod'
import { area, create, get, post, remove } from '../shared/area.ts'
import { admins, staff } from '../shared/roles.ts'
import {
  count,
  id,
  listSchema,
  money,
  named,
  nameQuery,
  optionalLine,
  pageQuery,
  rangeBound,
  text,
  timestamp,
  wholeNumber,
} from '../shared/shapes.ts'
import { defineExport, type SheetColumn } from '../shared/workbooks.ts'
import { Movement } from './movements.ts'

export const StockCount = z.object({
  id,
  name: z.string(),
  created_at: timestamp,
  user: named,
  products: count,
  /** Null while open. */
  closed: z.object({ outcome: z.enum(['booked', 'dropped']), at: timestamp, by: z.string() }).nullable(),
})
export type StockCount = z.infer<typeof StockCount>

/** Count of a product so far, with the last user and time. */
export const CountLine = z.object({
  id_product: id,
  product_name: z.string(),
  code: z.string().nullable(),
  counted: count,
  user: named,
  counted_at: timestamp,
})
export type CountLine = z.infer<typeof CountLine>

export const maxCountedQuantity = 1_000_000

/** Longest delay of an entry in milliseconds: the lifetime of its key. */
export const maxEntryAgeMs = 7 * 86_400_000

export const CountEntries = z.object({
  entries: z
    .array(
      z.object({
        id_product: id,
        quantity: wholeNumber(0, maxCountedQuantity),
        /** Replaces earlier entries instead of adding. */
        anew: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(200),
  /**
   * Milliseconds since it was counted; compared with the stock of that moment. An age, since PC clocks may be wrong;
   * at most the age of the count. 0 by default.
   */
  ago: z.number().int().min(0).optional(),
})

export const CountDifference = z.object({
  id_product: id,
  product_name: z.string(),
  counted: count,
  /** Stock at the last entry. */
  stock: count,
  difference: count,
  /** Stock changed between its first and last entry. */
  moved: z.boolean(),
  /** Average cost of one, and value of the difference; null if unknown. */
  unit_cost: money.nullable(),
  value: money.nullable(),
})
export type CountDifference = z.infer<typeof CountDifference>

export const CountDifferences = z.object({
  count: StockCount,
  /** Largest value first, without products that agree. */
  items: z.array(CountDifference),
  agreeing: count,
  /** Surplus, shortage and both together at average cost. */
  more: money,
  less: money,
  value: money,
  /** Products in stock without a count; they stay unchanged. */
  uncounted: z.object({
    total: count,
    first: z.array(z.object({ id_product: id, product_name: z.string(), stock: count })),
  }),
  /** Digest to send as `confirm`. */
  digest: z.string(),
})
export type CountDifferences = z.infer<typeof CountDifferences>

export const NewAdjustment = z
  .object({
    kind: z.enum(['adjustment', 'loss']),
    /** Negative reduces the stock. */
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

/** A product with its sales in the range, less discount and tax. */
export const ShelfProduct = z.object({
  id,
  name: z.string(),
  code: z.string().nullable(),
  deleted: z.boolean(),
  quantity: count,
  sale_price: money.nullable(),
  /** Null if the cost is unknown, like `stock_value`, `cost` and `margin`. */
  average_cost: money.nullable(),
  stock_value: money.nullable(),
  sold: count,
  revenue: money,
  /** At today's average cost. */
  cost: money.nullable(),
  margin: money.nullable(),
  /** Percent of the revenue; null without revenue. */
  margin_percent: z.number().nullable(),
  last_sold_at: timestamp.nullable(),
})
export type ShelfProduct = z.infer<typeof ShelfProduct>

const shelfOrders = ['name', 'best', 'still'] as const
export type ShelfOrder = (typeof shelfOrders)[number]

const shelfFilter = z.object({
  name: nameQuery.optional(),
  /** `name` orders by name; the others give best sellers, or products in stock unsold for 90 days. */
  which: z.enum(shelfOrders).default('name'),
  start_date: rangeBound.optional(),
  end_date: rangeBound.optional(),
})

export const ShelfSums = z.object({
  stock_value: money,
  sold: count,
  revenue: money,
  cost: money,
  margin: money,
  /** Products without a known cost, which no sum of costs includes. */
  uncosted: count,
})

const shelfColumns: readonly SheetColumn<ShelfProduct>[] = [
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

export const stockArea = area(
  {
    'stock.list': get(admins, '/stock/', 'List products with average cost, and sales and margin of the given days', {
      query: pageQuery.extend(shelfFilter.shape),
      answer: listSchema(ShelfProduct).extend({ sums: ShelfSums }),
    }),
    'stock.export': defineExport('/stock/', admins, shelfFilter, { file: 'Costo y margen', columns: shelfColumns }),
    'stock.adjust': create(admins, '/stock/products/{id_product}/adjustments', 'Correct a stock or record a loss', {
      body: NewAdjustment,
      answer: Movement,
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
