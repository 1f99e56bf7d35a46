// Query plans without parameter values, as the connections of API calls use them: filters must use their indexes.
import { expect, test } from 'vitest'
import { findSimilarClients } from '../../members/clients/merge/queries.ts'
import { findClientPageByName } from '../../members/clients/queries.ts'
import { listHistory } from '../../reports/history/queries.ts'
import { listNotifications, setNotificationsRead } from '../../reports/notifications/queries.ts'
import { runAsTableOwner } from '../../testing/database-digest.ts'
import { makeGym } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { listProducts, readProductChunk } from '../../till/products/queries.ts'
import type { Transaction } from './gym-statements.ts'
import type { Statement } from './sql.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app)
await runAsTableOwner(app, async (owner) => {
  await owner.query(
    `insert into notifications (gym_id, title, message, is_read) select $1, 'Acceso', 'x', n % 500 > 0 from generate_series(1, 10000) n`,
    [gym.gym.id],
  )
  await owner.query(
    `insert into history (gym_id, entity, entity_id, action, changes)
       select $1, 'clients', n, case when n % 10 = 0 then 'insert' when n % 501 = 0 then 'delete' else 'update' end,
         case when n % 499 = 0 then '{"deleted_at": ["2026-01-01", null]}' when n % 498 = 0 then '{"deleted_at": [null, "2026-01-01"]}'
              else '{"notes": ["a", "b"]}' end::jsonb from generate_series(1, 10000) n`,
    [gym.gym.id],
  )
  await owner.query(
    `insert into products (gym_id, name, unit_of_measure) select $1, 'Producto ' || n || ' ñ', 'Unidad' from generate_series(1, 10000) n`,
    [gym.gym.id],
  )
  await owner.query(
    `insert into clients (gym_id, name, phone_number, email) select $1, 'Cliente ' || n, (8095550000 + n)::text, n || '@Example.com' from generate_series(1, 10000) n`,
    [gym.gym.id],
  )
  await owner.query('vacuum analyze notifications, history, products, clients')
})

/** Returns the generic plans of all statements that `work` runs. */
async function plansOf(work: (tx: Transaction) => Promise<unknown>): Promise<string> {
  const asked: string[] = []
  const note =
    <Answer>(answer: Answer) =>
    async ({ text }: Statement) => {
      asked.push(text)
      return answer
    }
  const noting = { many: note([]), one: note({ total: 0 }), run: note(0) }
  await work(noting as unknown as Transaction) // these lists use no other method
  return runAsTableOwner(app, async (owner) => {
    await owner.query("set role torniquete_server; select set_config('app.gym_id', '1', false)")
    const plans: string[] = []
    for (const text of asked)
      plans.push(...(await owner.query(`explain (generic_plan) ${text}`)).rows.map((row) => row['QUERY PLAN']))
    return plans.join('\n')
  })
}
const count = (text: string, part: string) => text.split(part).length - 1
const page = { page: 0, size_page: 10 }

test('query plan: product lists and chunks are read in the order of an index, without sorting', async () => {
  const list = await plansOf((tx) => listProducts(tx, 1, page))
  expect(count(list, 'using products_in_order'), list).toBeGreaterThan(0)
  expect(list).not.toContain('Sort')
  const chunk = await plansOf((tx) => readProductChunk(tx, 1, undefined, { after: 7, most: 1000 }))
  expect(chunk).toMatch(/Index Cond: .*ROW\(in_order, id\)/)
  expect(chunk).not.toContain('Sort')
})

test('query plan: a one-word search counts clients in an index', async () => {
  const of = (name: string) =>
    plansOf((tx) => findClientPageByName({ tx, gym: 1, today: '2026-01-01', country: 'none' }, name, page))
  for (const word of ['maria', 'ma']) {
    const plan = await of(word)
    expect(count(plan, 'Index Only Scan using client_words_pkey'), plan).toBe(1)
    expect(plan).not.toContain('clients_search')
  }
})

test('query plan: similar clients are found by indexes of phone, mail and name', async () => {
  const asked = { name: 'Ana', phone_number: '809-555-0101', email: 'a@example.com' }
  const plan = await plansOf((tx) => findSimilarClients(tx, 1, asked))
  for (const index of ['clients_by_phone', 'clients_by_mail', 'clients_search']) expect(plan).toContain(index)
  expect(plan).not.toContain('Seq Scan on clients')
})

test('query plan: unread notifications use their partial indexes', async () => {
  const list = await plansOf((tx) => listNotifications(tx, 1, { ...page, is_read: false }))
  expect(count(list, 'using notifications_unread'), list).toBe(2)
  const marked = await plansOf((tx) => setNotificationsRead(tx, 1, { title: 'Acceso' }, true))
  expect(count(marked, 'notifications_unread'), marked).toBe(1)
})

test.each([
  ['create', 'history_created'],
  ['delete', 'history_hidden'],
  ['restore', 'history_hidden'],
] as const)('query plan: history filtered by action %s uses its index', async (action, index) => {
  const plan = await plansOf((tx) => listHistory(tx, 1, { ...page, action, hidden: [] }))
  expect(count(plan, index), plan).toBe(2)
})

test('query plan: the history of a single row is found by an index', async () => {
  const plan = await plansOf((tx) => listHistory(tx, 1, { ...page, entity: 'clients', id: 7, hidden: [] }))
  expect(count(plan, 'history_gym_id_entity_entity_id_id_idx'), plan).toBe(2)
})
