import { expect, test } from 'vitest'
import { queryAsOwner } from '../../testing/database-digest.ts'
import {
  makeClient,
  makeDevice,
  makeGym,
  makePlan,
  makePlanWithTerms,
  makeUniqueText,
} from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app)

const params = (id_membership: number) => ({ params: { id_membership } })

test('memberships.create, .update: return every field, change each alone, and clear by null', async () => {
  const sent = {
    name: makeUniqueText('Plan Ñ "x" '),
    description: 'línea\notra',
    duration_days: 365,
    max_access: 0,
    price: '9999999999.99',
  }
  let stored = await gym.admin.call('memberships.create', { body: sent })
  expect(stored).toEqual({ id: stored.id, id_membership: stored.id, ...sent })
  for (const change of [
    { name: makeUniqueText('B ') },
    { description: 'x' },
    { description: null },
    { duration_days: 7 },
    { price: '0.00' },
    { price: '0.10' },
    { max_access: 0 },
    {},
  ]) {
    const answer = await gym.admin.call('memberships.update', { ...params(stored.id), body: change })
    expect(answer, JSON.stringify(change)).toEqual({ ...stored, ...change })
    stored = answer
    expect(await gym.admin.call('memberships.read', params(stored.id))).toEqual(stored)
  }
  expect(
    await gym.admin.call('memberships.update', { ...params(stored.id), body: { price: 12.5, duration_days: '30' } }),
  ).toMatchObject({ price: '12.50', duration_days: 30 })
})

test('devices.create, .update: return every field, change each alone, and clear by null', async () => {
  let stored = await makeDevice(gym, { name: 'Entrada Ñ', sn: makeUniqueText('ABC-_'), delay: 5 })
  const at = { params: { id_device: stored.id } }
  expect(stored).toMatchObject({ name: 'Entrada Ñ', delay: 5, connected: false, last_seen: null })
  for (const change of [{ name: 'B' }, { sn: makeUniqueText('N') }, { delay: 2 }, { delay: null }, {}]) {
    const answer = await gym.admin.call('devices.update', { ...at, body: change })
    expect(answer, JSON.stringify(change)).toEqual({ ...stored, ...change })
    stored = answer
    expect(await gym.admin.call('devices.list')).toContainEqual(stored)
  }
  const other = await makeGym(app)
  expect((await other.admin.try('devices.create', { body: { name: 'X', sn: stored.sn } })).status).toBe(409)
  const main = await makeDevice(gym, { name: 'Puerta principal' })
  const renamed = await gym.admin.try('devices.update', { params: { id_device: main.id }, body: { name: 'Otra' } })
  expect([renamed.status, renamed.text.includes('no se puede renombrar')]).toEqual([409, true])
  expect(
    (await gym.admin.try('devices.update', { params: { id_device: main.id }, body: { name: main.name, delay: 9 } }))
      .status,
  ).toBe(200)
})

test('memberships.create: names are unique in a gym, ignoring case and accents', async () => {
  const plan = await makePlan(gym, { name: makeUniqueText('Año Fitness ') })
  const body = (name: string) => ({ body: { name, duration_days: 1, price: 1 } })
  for (const name of [
    plan.name.toUpperCase(),
    ` ${plan.name.replace('ñ', 'n')} `,
    'membresia diaria',
    'MEMBRESÍA IMPORTADA',
  ]) {
    const clash = await gym.admin.try('memberships.create', body(name))
    expect([clash.status, JSON.parse(clash.text)], name).toEqual([409, { detail: 'Ya existe un plan con ese nombre.' }])
  }
  const second = await makePlan(gym)
  expect((await gym.admin.try('memberships.update', { ...params(second.id), body: { name: plan.name } })).status).toBe(
    409,
  )
  expect(
    (await gym.admin.try('memberships.update', { ...params(plan.id), body: { name: plan.name.toUpperCase() } })).status,
  ).toBe(200)
  expect((await (await makeGym(app)).admin.try('memberships.create', body(plan.name))).status).toBe(201)
  await gym.admin.call('memberships.delete', params(plan.id))
  expect((await gym.admin.try('memberships.create', body(plan.name))).status).toBe(201)
})

test('memberships.update: of the daily plan only price and description can change', async () => {
  const daily = (await gym.admin.call('memberships.list')).find((plan) => plan.name === 'Membresía Diaria')
  const at = params(daily?.id ?? 0)
  const detail = 'La Membresía Diaria no se puede renombrar, cambiar de duración ni eliminar.'
  for (const body of [
    { name: 'Pase' },
    { name: 'membresía diaria' },
    { duration_days: 2 },
    { price: '5.00', duration_days: 3 },
  ]) {
    const refused = await gym.admin.try('memberships.update', { ...at, body })
    expect([refused.status, JSON.parse(refused.text)]).toEqual([409, { detail }])
  }
  expect((await gym.admin.try('memberships.delete', at)).status).toBe(409)
  const changed = await gym.admin.call('memberships.update', {
    ...at,
    body: { ...daily, price: '150.00', description: 'Un día' },
  })
  expect(changed).toMatchObject({ name: 'Membresía Diaria', duration_days: 1, price: '150.00', description: 'Un día' })
})

test('memberships.read, .list: hide the plan of imported clients', async () => {
  const text = `select id from memberships where gym_id = ${gym.gym.id} and name = 'Membresía Importada'`
  const [row] = (await queryAsOwner(app, text)).rows
  const client = await makeClient(gym)
  expect((await gym.admin.call('memberships.list')).map((plan) => plan.id)).not.toContain(row.id)
  const tries = [
    gym.admin.try('memberships.read', params(row.id)),
    gym.admin.try('memberships.update', { ...params(row.id), body: { price: 1 } }),
    gym.admin.try('memberships.delete', params(row.id)),
    gym.admin.try('payments.create', {
      body: { id_client: client.id, id_membership: row.id, start_date: '2026-01-01' },
    }),
  ]
  expect((await Promise.all(tries)).map((reply) => reply.status)).toEqual([404, 404, 404, 404])
})

test('memberships.list: sorts and finds by name, ignoring accents and case', async () => {
  const own = await makeGym(app)
  for (const name of ['Zumba', 'ábaco', 'Élite', 'anual']) await makePlan(own, { name })
  expect((await own.admin.call('memberships.list')).map((plan) => plan.name)).toEqual([
    'ábaco',
    'anual',
    'Élite',
    'Membresía Diaria',
    'Zumba',
  ])
})

test('memberships.all-terms: lists plans with visits or pauses, without deleted plans', async () => {
  const grant = async (terms: object) => {
    const { id } = await makePlanWithTerms(gym, terms)
    return { id_membership: id, pause_days: 0, pause_times: null, visits: null, each_pass: false, ...terms }
  }
  const [visits, pauses, , deleted] = [
    await grant({ visits: 10 }),
    await grant({ pause_days: 15, pause_times: 2 }),
    await grant({}),
    await grant({ visits: 1 }),
  ]
  await gym.admin.call('memberships.delete', params(deleted.id_membership))
  const worker = await gym.as('gym_worker')
  expect(await worker.call('memberships.all-terms')).toEqual([visits, pauses])
})
