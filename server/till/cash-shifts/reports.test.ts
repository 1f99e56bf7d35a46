// X and Z reports during sales and after changes of payment kinds.
import { expect, test } from 'vitest'
import { close, kindsOf, makeCounter, report } from '../../testing/counter.ts'
import { openTestApp } from '../../testing/test-app.ts'

const app = await openTestApp()

test('X report and cash flow: show one moment during sales', async () => {
  const { gym, shift, sell } = await makeCounter(app)
  let selling = true
  const sellers = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (selling) expect((await sell()).status).toBe(201)
    }),
  )
  const read = async () => {
    const [{ expected, kinds, sellers }, flow] = await Promise.all([
      gym.admin.call('cash-shifts.report', { params: { id: shift } }),
      gym.admin.call('tenders.flow'),
    ])
    const sumOf = (rows: readonly { income: string }[]) => rows.reduce((sum, { income }) => sum + Number(income), 0)
    // The opening stock was bought without a payment kind.
    const unsaid = flow.filter(({ kind }) => kind === null)
    return [Number(expected) - 100 - sumOf(kinds), sumOf(sellers) - sumOf(kinds), sumOf(unsaid)]
  }
  try {
    for (let turn = 0; turn < 60; turn += 1) expect(await read()).toEqual([0, 0, 0])
  } finally {
    selling = false
    await sellers
  }
}, 60_000)

test('a kind that lies elsewhere by now changes neither what was in the drawer nor a Z', async () => {
  const counter = await makeCounter(app)
  const { gym, sell } = counter
  const { cash, card } = await kindsOf(gym)
  const lies = (id_kind: number, in_drawer: boolean) =>
    gym.admin.call('payment-kinds.update', { params: { id_kind }, body: { in_drawer } })
  const byCard = { paid: [{ id_kind: card, amount: 40 }] }
  await sell(byCard)
  await sell()
  await lies(card, true)
  await lies(cash, false)
  expect((await report(counter)).expected).toBe('140.00')
  // From now on what comes by card lies there.
  await sell(byCard)
  await sell()
  expect(await report(counter)).toMatchObject({
    expected: '180.00',
    kinds: [
      { kind: { id: cash }, in_drawer: true, income: '40.00' },
      { kind: { id: card }, in_drawer: true, income: '40.00' },
      { kind: { id: cash }, in_drawer: false, income: '40.00' },
      { kind: { id: card }, in_drawer: false, income: '40.00' },
    ],
  })
  const { answer: z } = await close(counter)
  await lies(cash, true)
  await lies(card, false)
  expect(await report(counter)).toEqual(z)
})
