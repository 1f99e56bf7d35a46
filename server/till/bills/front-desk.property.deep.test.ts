// Random use of a front desk: sales, debts, collections, refunds, voids, pauses, visits, drawers and stock counts,
// repeated, interrupted and concurrent. The screens must equal values recomputed from the ledgers, and from requests
// and answers alone.
import { addAmounts } from '@torniquete/contract/shared/money.ts'
import { expect, test } from 'vitest'
import { app, startBooksApp } from '../../testing/books-app.ts'
import { checkProperty, propertyTimeoutMs } from '../../testing/check-property.ts'
import { runAsTableOwner } from '../../testing/database-digest.ts'
import { frontDeskHistoryArbitrary } from '../../testing/front-desk-actions.ts'
import { RandomFrontDesk } from '../../testing/random-front-desk.ts'
import { selectShiftReports, selectSumViolations } from '../../testing/verify-day-sums.ts'

startBooksApp()

const byId = <Row extends { id: number }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => one.id - other.id)

/** Reads the X or Z report of each shift. */
async function reports({ requests, books }: RandomFrontDesk) {
  const ids = [...books.shifts.keys()].sort((one, other) => one - other)
  const reports = await Promise.all(ids.map((id) => requests.read('cash-shifts.report', { params: { id } })))
  return reports.map(({ shift, expected, kinds, moves }) => ({
    id: shift.id,
    expected,
    moved: addAmounts(moves.map(({ amount }) => amount)),
    kinds: kinds.map(({ kind, income, expenses }) => ({ kind: kind.id, income, expenses })),
  }))
}

async function told({ requests, ids }: RandomFrontDesk) {
  const [sales, payments, collections, debts, shelf, came, undone, flow] = await Promise.all([
    requests.read('sales.list'),
    requests.read('payments.list'),
    requests.read('collections.list'),
    requests.read('debts.list', { query: { size_page: 50 } }),
    requests.read('stock.list', { query: { size_page: 100 } }),
    requests.read('attendances.list'),
    requests.read('attendances.undone'),
    requests.read('tenders.flow'),
  ])
  // Income of all payment kinds plus pending debts must equal the sum of the sold documents.
  expect(addAmounts(flow.map(({ income }) => income))).toBe(addAmounts([sales.amount_sum, payments.amount_sum]))
  return {
    documents: [sales.total, payments.total],
    revenue: [sales.amount_sum, payments.amount_sum],
    collected: [collections.total, collections.amount_sum],
    debts: byId(debts.items.map(({ id, owed }) => ({ id, owed }))),
    stock: shelf.items.find(({ id }) => id === ids.product)?.quantity,
    came: [came.total, undone.total],
  }
}

/** Remaining visits and paid end date of a client as the screen shows them. */
async function toldOf({ requests }: RandomFrontDesk, id: number) {
  const { paid_until, status } = await requests.read('clients.read', { params: { id_client: id } })
  return { until: paid_until, visits: status.visits }
}

/** Recomputes all figures from documents, tenders, movements and attendances only. */
function remade({
  gym: {
    gym: { id: gym },
  },
  ids,
}: RandomFrontDesk) {
  return runAsTableOwner(app, async (owner) => {
    const rows = async (text: string) => (await owner.query(text)).rows
    const [{ sales, payments }] = await rows(`
      select (select coalesce(sum(amount_total), 0)::numeric(20, 2)::text from sales where gym_id = ${gym} and voided_at is null) as sales,
        (select coalesce(sum(price), 0)::numeric(20, 2)::text from membership_payments where gym_id = ${gym} and voided_at is null) as payments`)
    const debts = await rows(`
      select d.id_client::float8 as id, (sum(d.amount) - sum(paid))::numeric(20, 2)::text as owed from (
        select d.*, (select coalesce(sum(t.amount), 0) from tenders t where t.gym_id = ${gym} and t.document = d.kind and coalesce(t.id_sale, t.id_payment) = d.id) as paid
        from (select 'sale' as kind, id, id_client, amount_total as amount from sales where gym_id = ${gym} and voided_at is null
              union all select 'payment', id, id_client, price from membership_payments where gym_id = ${gym} and voided_at is null) d) d
      group by 1 having sum(d.amount) > sum(paid) order by 1`)
    const [{ stock }] = await rows(
      `select sum(quantity)::integer as stock from stock_movements where gym_id = ${gym} and id_product = ${ids.product}`,
    )
    const came = await rows(
      `select count(*) filter (where undone_at is null)::integer as counts, count(undone_at)::integer as undone from attendances where gym_id = ${gym}`,
    )
    return { revenue: [sales, payments], debts, stock, came: [came[0].counts, came[0].undone] }
  })
}

/** Query for memberships whose stored end or visit count differs from a recomputation. */
const misplaced = (client: number) => `
  with placed as (select * from compute_payment_dates(${client})), counted as (select * from count_visits_by_day(${client}, '-infinity'))
  select m.id::text from membership_payments m join placed p on p.id = m.id left join counted c on c.id = m.id
    left join visit_counts v on v.gym_id = m.gym_id and v.id_payment = m.id
  where (m.start_date, m.end_date) is distinct from (p.first, least(p.until, c.ends))
    or (v.used, v.ended) is distinct from (c.used, c.ends)`

/** Compares visits and paid end. The screen shows 0 visits left for a used-up pack, the recomputation null. */
function expectVisits(
  { until, visits }: Awaited<ReturnType<typeof toldOf>>,
  plain: { until: string | null; left: string | null },
) {
  const left = visits ? `${visits.left} of ${visits.of}` : null
  expect({ until, left: plain.left === null && visits?.left === 0 ? null : left }).toEqual({
    until: plain.until,
    left: plain.left,
  })
}

test('front desk: drawer, stock, debts, revenue and remaining visits equal the ledgers', {
  timeout: propertyTimeoutMs,
}, async () => {
  await checkProperty(frontDeskHistoryArbitrary, { numRuns: 10 }, async (steps) => {
    const counter = await RandomFrontDesk.make()
    const { books } = counter
    for (const { days, needs_shift, actions, still } of steps) {
      const today = await counter.tick(days, needs_shift)
      await counter.act(actions)
      await counter.act([still])
      const says = await told(counter)
      expect(says).toEqual(books.all())
      expect(says).toMatchObject(await remade(counter))
      const shiftsSay = await reports(counter)
      expect(shiftsSay.map(({ id, expected }) => ({ id, expected }))).toEqual(books.drawers())
      await runAsTableOwner(app, async (owner) => {
        await owner.query(`select set_config('app.gym_id', '${counter.gym.gym.id}', false)`)
        const rowsOf = async (statement: string) => (await owner.query(statement)).rows
        expect(await rowsOf(selectSumViolations(counter.gym.gym.id))).toEqual([])
        expect(shiftsSay).toEqual(await rowsOf(selectShiftReports(counter.gym.gym.id)))
        for (const [at, client] of counter.ids.clients.entries()) {
          expect(await rowsOf(misplaced(client))).toEqual([])
          // No exact values are expected for the last client, whose requests ran concurrently in unknown order.
          if (at < 2) expectVisits(await toldOf(counter, client), books.visits.of(client, today))
        }
      })
    }
  })
})
