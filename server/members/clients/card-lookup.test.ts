// A card is looked for by its index: compared with those of all clients, a file of thousands, or a terminal that lists as
// many, would take minutes.
import { expect, test } from 'vitest'
import { isCardTaken } from '../../door/queries.ts'
import { sql } from '../../platform/db/sql.ts'
import { asOwner } from '../../testing/digest.ts'
import { makeClient, makeGym } from '../../testing/factories.ts'
import { openTestApp } from '../../testing/test-app.ts'

const app = await openTestApp()
const gym = await makeGym(app)

test('card lookup: respects row-level security', { tags: ['deep'] }, async () => {
  await asOwner(app, async (owner) => {
    await owner.query(
      `insert into clients (gym_id, name, card_number, id_zkteco)
       select $1, 'Cliente ' || n, (100000 + n)::text, 100 + n from generate_series(1, 2000) n`,
      [gym.gym.id],
    )
    await owner.query('analyze clients')
  })
  const plan = await app.database.write({ gym: gym.gym.id, user: null }, (tx) =>
    tx.many<{ 'QUERY PLAN': string }>(sql`
      explain select from (
        select card_spellings(card_form(card)) as spellings from unnest(${['0012', '100005']}::text[]) as u (card) offset 0) r
      where not ${isCardTaken(sql`${gym.gym.id}`, sql`r.spellings`)}`),
  )
  const text = plan.map((row) => row['QUERY PLAN']).join('\n')
  expect(text).toMatch(/Index (Only )?Scan using clients_by_card\b/)
  expect(text).toMatch(/Index Cond: .*card_number = ANY/)
})

test.each([
  ['0042', '42'],
  ['42', '000042'],
  ['00000000000000000043', '43'],
  ['077,30211', '0005076483'],
])('card lookup: %s is the card %s', async (card, other) => {
  const { id } = await makeClient(gym, { card_number: card })
  const { status } = await gym.admin.try('clients.create', { body: { name: 'Otra', card_number: other } })
  expect(status).toBe(409)
  await gym.admin.call('clients.delete', { params: { id_client: id } })
})

test.each([
  ['44', '440'],
  ['45', '0450'],
])('card lookup: %s is not the card %s', async (card, other) => {
  const made = [await makeClient(gym, { card_number: card }), await makeClient(gym, { card_number: other })]
  for (const { id } of made) await gym.admin.call('clients.delete', { params: { id_client: id } })
})
