import { RejectedFieldsError, throwError } from '@torniquete/contract/shared/errors.ts'
import { maxCountEntryAgeMs } from '@torniquete/contract/till/stock.ts'
import { makeListAnswer } from '../../platform/db/paged-lists.ts'
import { joinColumnsAndValues, sql } from '../../platform/db/sql.ts'
import type { AreaHandlers } from '../../platform/http/handler-types.ts'
import { deductStock, lockProducts } from '../bills/queries.ts'
import { listMovements, readAdjustmentMovement, readMovementChunk } from './movements.ts'
import { insertAdjustment, listStockReport, readStockChunk } from './queries.ts'
import {
  addStockCountEntries,
  closeStockCount,
  listStockCountLines,
  listStockCounts,
  lockOpenStockCount,
  readStockCount,
  readStockCountDifferences,
  type StockCountEntry,
  storeCostsAndAdjustCounts,
} from './stock-counts.ts'

/** Merges the entries of each product, in the order in which they were counted. */
function together(
  entries: readonly { id_product: number; quantity: number; anew?: boolean | undefined }[],
): StockCountEntry[] {
  const counted = new Map<number, StockCountEntry>()
  for (const { id_product, quantity, anew = false } of entries) {
    const before = anew ? undefined : counted.get(id_product)
    counted.set(id_product, {
      id_product,
      quantity: (before?.quantity ?? 0) + quantity,
      anew: anew || (before?.anew ?? false),
    })
  }
  return [...counted.values()]
}

/** Decreases of stock in the form of bill lines, so that they pass the same checks and notifications as a sale. */
const toLossLines = (changes: readonly { id_product: number; change: number }[]) =>
  changes.filter(({ change }) => change < 0).map(({ id_product, change }) => ({ id_product, quantity: -change }))

/** Time of counting, from its age in milliseconds. An age before the count was opened comes from a wrong clock. */
function computeCountedAt(ago: number, opened: Date, now: Date): Date {
  const age = Math.min(ago, Math.max(0, now.getTime() - opened.getTime()))
  if (age > maxCountEntryAgeMs)
    throw new RejectedFieldsError([
      { type: 'too_big', msg: 'Se contó hace más de 7 días: cuéntalo de nuevo', loc: ['body', 'ago'] },
    ])
  return new Date(now.getTime() - age)
}

export const stockHandlers: AreaHandlers<'stock'> = {
  'stock.list': async ({ tx, gym, query, zone, now }) => {
    const { items, total, sums } = await listStockReport(tx, { gym, zone, now }, query)
    return { ...makeListAnswer({ items, total }, query), sums }
  },

  'stock.export': ({ tx, gym, query, zone, now, chunk }) => readStockChunk(tx, { gym, zone, now }, query, chunk),

  'stock.adjust': async ({ tx, gym, user, params, body, clock }) => {
    const { id_product } = params
    const stock = await lockProducts(tx, gym, [id_product])
    if (!stock.has(id_product)) throwError('row.missing')
    const { kind, change, reason } = body
    const now = clock()
    deductStock(tx, gym, stock, toLossLines([{ id_product, change }]), { now })
    // Adds the correction to open counts, so that they do not report it as a difference.
    await tx.run(sql`
      update stock_count_lines l set stock_first = l.stock_first + ${change}, stock_last = l.stock_last + ${change}
      from stock_counts c
      where l.gym_id = ${gym} and l.id_product = ${id_product} and c.gym_id = l.gym_id and c.id = l.id_count and c.outcome is null`)
    const made = { gym_id: gym, kind, reason, id_user: user.id, user_name: user.name, created_at: now }
    return readAdjustmentMovement(tx, gym, id_product, await insertAdjustment(tx, made, [{ id_product, change }]))
  },

  'stock.counts': ({ tx, gym, query }) => listStockCounts(tx, gym, query),

  'stock.open-count': async ({ tx, gym, user, body, now, today }) => {
    const name = body.name ?? `Conteo del ${today.split('-').reverse().join('/')}`
    const row = { gym_id: gym, name, id_user: user.id, user_name: user.name, created_at: now }
    const { id } = await tx.one<{ id: number }>(sql`insert into stock_counts ${joinColumnsAndValues(row)} returning id`)
    return (await readStockCount(tx, gym, id)) ?? throwError('row.missing')
  },

  'stock.read-count': async ({ tx, gym, params }) => {
    const [count, items] = await Promise.all([
      readStockCount(tx, gym, params.id),
      listStockCountLines(tx, gym, params.id),
    ])
    return { count: count ?? throwError('row.missing'), items }
  },

  'stock.enter': async ({ tx, gym, user, params, body, now, clock }) => {
    const opened = await lockOpenStockCount(tx, gym, params.id, 'counting')
    const counted = together(body.entries)
    const ids = counted.map(({ id_product }) => id_product)
    const known = await lockProducts(tx, gym, ids)
    if (known.size < ids.length) throwError('row.missing')
    // Uses the time of the request, so that waiting for locks does not change the age of the entry.
    const moment = body.ago === undefined ? null : computeCountedAt(body.ago, opened, now)
    await addStockCountEntries(tx, { gym, count: params.id, user, now: clock(), moment }, counted)
    return { items: await listStockCountLines(tx, gym, params.id, ids) }
  },

  'stock.uncount': async ({ tx, gym, params: { id, id_product } }) => {
    await lockOpenStockCount(tx, gym, id, 'counting')
    const removed = await tx.run(
      sql`delete from stock_count_lines where gym_id = ${gym} and id_count = ${id} and id_product = ${id_product}`,
    )
    if (removed === 0) throwError('row.missing')
  },

  'stock.differences': async ({ tx, gym, params }) => {
    const [count, differences] = await Promise.all([
      readStockCount(tx, gym, params.id),
      readStockCountDifferences(tx, gym, params.id),
    ])
    return { count: count ?? throwError('row.missing'), ...differences }
  },

  'stock.book-count': async ({ tx, gym, user, params, body, clock }) => {
    await lockOpenStockCount(tx, gym, params.id, 'closing')
    const counted = await tx.many<{ id_product: number }>(
      sql`select id_product from stock_count_lines where gym_id = ${gym} and id_count = ${params.id} order by 1`,
    )
    const ids = counted.map(({ id_product }) => id_product)
    // Locks the products until commit, so that sales wait while the differences are booked.
    const stock = await lockProducts(tx, gym, ids, { deleted: true })
    const { items, digest } = await readStockCountDifferences(tx, gym, params.id)
    if (digest !== body.confirm) throwError('count.changed')
    const changes = items.map(({ id_product, difference }) => ({ id_product, change: difference }))
    for (const { id_product, product_name, difference } of items)
      if ((stock.get(id_product)?.quantity ?? 0) + difference < 0)
        throwError('count.contradicted', { name: product_name })
    const now = clock()
    deductStock(tx, gym, stock, toLossLines(changes), { now })
    const made = { gym_id: gym, reason: body.reason, id_user: user.id, user_name: user.name, created_at: now }
    await storeCostsAndAdjustCounts(tx, gym, params.id)
    await insertAdjustment(tx, { ...made, kind: 'count', id_count: params.id }, changes)
    await closeStockCount(tx, gym, params.id, { outcome: 'booked', by: user.name, at: now })
    return (await readStockCount(tx, gym, params.id)) ?? throwError('row.missing')
  },

  'stock.drop-count': async ({ tx, gym, user, params, now }) => {
    await lockOpenStockCount(tx, gym, params.id, 'closing')
    await closeStockCount(tx, gym, params.id, { outcome: 'dropped', by: user.name, at: now })
  },
}

export const movementsHandlers: AreaHandlers<'movements'> = {
  'movements.list': async ({ tx, gym, query }) => {
    const { product, items, total } = await listMovements(tx, gym, query)
    return { ...makeListAnswer({ items, total }, query), product: product ?? throwError('row.missing') }
  },

  'movements.export': ({ tx, gym, query, chunk }) => readMovementChunk(tx, gym, query.id_product, chunk),
}
