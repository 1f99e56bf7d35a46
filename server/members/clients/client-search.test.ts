// Searches by one word and by several use different indexes, and must find the same clients after any change.
import { expect, test } from 'vitest'
import { runAsTableOwner } from '../../testing/database-digest.ts'
import { makeClient, makeGym } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app)

const words = 'ana ANA María ri ñ N é x 23 ß strasse anonimo 💪 de'.split(' ')

/** Expects that the list for each word equals a scan of all names, newest first. */
async function compare(): Promise<void> {
  await runAsTableOwner(app, async (owner) => {
    for (const word of words) {
      const { items } = await gym.admin.call('clients.list', { query: { client_name: ` ${word} `, size_page: 1000 } })
      const { rows } = await owner.query<{ id: number }>(
        `select id from clients where gym_id = $1 and deleted_at is null and not is_anonymous and position(fold($2) in search) > 0
         order by id desc`,
        [gym.gym.id, word],
      )
      const ids = items.map(({ id }) => id)
      expect(ids, word).toEqual(rows.map(({ id }) => id))
    }
  })
}

test('client search: one word finds all clients with that name, after any change', async () => {
  const names = ['Ana María Peña', 'Mariana  de la O', 'José 23', 'Straße Óz', 'X', 'María\u00a0José', 'Ñandú 💪']
  const clients = []
  for (const name of names) clients.push(await makeClient(gym, { name }))
  await compare()
  const [ana, mariana, jose] = clients.map(({ id }) => ({ id_client: id }))
  for (const [params, name] of [
    [ana, 'Rosa Peña'],
    [mariana, 'mariana de la o'],
    [jose, 'José María 23'],
  ] as const)
    if (params) await gym.admin.call('clients.update', { params, body: { name } })
  await compare()
  if (ana) await gym.admin.call('clients.delete', { params: ana })
  await compare()
  if (ana) await gym.admin.call('clients.restore', { params: ana })
  if (jose) await gym.admin.call('clients.update', { params: jose, body: { notes: 'el mismo' } })
  await compare()
})

test('client search: a page past the end has the total, and no clients of other gyms', async () => {
  const other = await makeGym(app)
  await makeClient(other, { name: 'Wenceslao' })
  await makeClient(other, { name: 'Wenceslao II' })
  const page = await other.admin.call('clients.list', { query: { client_name: 'wenceslao', page: 5 } })
  expect(page).toMatchObject({ items: [], total: 2, pages: 1 })
  expect((await gym.admin.call('clients.list', { query: { client_name: 'wenceslao' } })).total).toBe(0)
})
