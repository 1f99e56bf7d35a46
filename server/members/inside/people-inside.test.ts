// People inside the gym, from entries and exits: with and without an exit terminal, by hand, and by timeout.
import { expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../../testing/door-app.ts'
import { makeClient, makeDevice, readAnonymousClient } from '../../testing/factories.ts'
import { exchangeBytes, makeRequestBytes } from '../../testing/simulated-terminals.ts'

startDoorApp()

const line = (pin: number | null, time: string) => `${pin}\t2026-06-15 ${time}\t255\t15`
const send = (sn: string, ...lines: string[]) =>
  exchangeBytes(port, makeRequestBytes('POST', `/iclock/cdata?SN=${sn}&table=ATTLOG&Stamp=1`, lines.join('\n')))
/** Sets the clock to a local time of the gym in Santo Domingo. */
const at = (time: string, day = '2026-06-15') => app.clock.set(`${day}T${time}-04:00`)
const list = (query = {}) => gym.admin.call('inside.list', { query })
const names = async (query = {}) => (await list(query)).items.map(({ name }) => name)
const doors = async () => ({
  entrance: await makeDevice(gym, { name: 'Torno' }),
  exit: await makeDevice(gym, { name: 'Salida', direction: 'exit' }),
})
const note = async (id_client: number) =>
  (await gym.admin.call('attendances.create', { body: { id_client } })).attendance_id
const leave = (id_attendance: number | null) => gym.admin.try('inside.leave', { body: { id_attendance } })
/** Makes an exit terminal that has reported a pass; without one, exits count as unknown. */
const makeExit = async () => {
  const { exit } = await doors()
  await send(exit.sn, line(4711, '06:00:00'))
}

test('occupancy with an exit: lists people who entered and have not left, with time and door', async () => {
  const { entrance, exit } = await doors()
  const [ana, luis, eva] = [
    await makeClient(gym, { name: 'Ana' }),
    await makeClient(gym, { name: 'Luis' }),
    await makeClient(gym, { name: 'Eva' }),
  ]
  await send(
    entrance.sn,
    line(ana.id_zkteco, '11:00:00'),
    line(luis.id_zkteco, '11:10:00'),
    line(ana.id_zkteco, '11:20:00'),
  )
  for (let time = 0; time < 2; time += 1) await send(exit.sn, line(luis.id_zkteco, '11:30:00'))
  await note(eva.id)
  const { items, ...rest } = await list()
  expect(rest).toEqual({
    inside: 2,
    supposed: 0,
    capacity: null,
    exits_known: true,
    total: 2,
    pages: 1,
    pageCurrent: 0,
  })
  expect(items.map(({ name, since, door, until }) => [name, since, door, until])).toEqual([
    ['Eva', '2026-06-15T16:00:00.000Z', null, '2026-06-15T20:00:00.000Z'],
    ['Ana', '2026-06-15T15:00:00.000Z', 'Torno', '2026-06-15T19:20:00.000Z'],
  ])
  expect(await names({ name: 'an' })).toEqual(['Ana'])
  expect((await list({ name: 'nadie' })).inside).toBe(2)
  expect(await list({ page: 1, size_page: 1 })).toMatchObject({ total: 2, pages: 2, items: [{ name: 'Ana' }] })
  // Luis enters again; an earlier exit of his arrives late and does not end the new visit.
  at('12:30:00')
  await send(entrance.sn, line(luis.id_zkteco, '12:29:00'))
  await send(exit.sn, line(luis.id_zkteco, '11:45:00'))
  expect(await names()).toEqual(['Luis', 'Eva', 'Ana'])
})

test('occupancy without exit passes: people who entered within 90 minutes count as inside', async () => {
  const { entrance, exit } = await doors()
  const [ana, luis] = [await makeClient(gym, { name: 'Ana' }), await makeClient(gym, { name: 'Luis' })]
  await send(entrance.sn, line(ana.id_zkteco, '10:29:00'), line(luis.id_zkteco, '10:31:00'))
  expect(await list()).toMatchObject({ exits_known: false, supposed: 0, items: [{ name: 'Luis' }] })
  expect(await list({ supposed: true })).toMatchObject({ total: 0, items: [] })
  await send(exit.sn, line(luis.id_zkteco, '11:00:00'))
  expect(await list()).toMatchObject({ exits_known: true, items: [{ name: 'Ana' }] })
  at('12:00:00', '2026-06-23')
  expect(await list()).toMatchObject({ exits_known: false, inside: 0 })
})

test('occupancy: people count as left after the set hours or at closing time', async () => {
  await makeExit()
  const ana = await makeClient(gym, { name: 'Ana' })
  await note(ana.id)
  const until = async () => (await list()).items[0]?.until
  expect(await until()).toBe('2026-06-15T20:00:00.000Z')
  await gym.admin.call('inside.update-settings', { body: { hours: 2 } })
  expect(await until()).toBe('2026-06-15T18:00:00.000Z')
  await gym.admin.call('inside.update-settings', { body: { closes_at: '13:00' } })
  expect(await until()).toBe('2026-06-15T17:00:00.000Z')
  // Today's closing time is past, so it has no effect before tomorrow.
  await gym.admin.call('inside.update-settings', { body: { closes_at: '12:00' } })
  expect(await until()).toBe('2026-06-15T18:00:00.000Z')
  at('14:00:00')
  expect(await list()).toMatchObject({ inside: 0, supposed: 1, items: [] })
  expect(await names({ supposed: true })).toEqual(['Ana'])
  // Ana enters again, and the time limit counts from this entry.
  at('15:00:00')
  await note(ana.id)
  expect(await list()).toMatchObject({ inside: 1, supposed: 0, items: [{ since: '2026-06-15T19:00:00.000Z' }] })
})

test('inside.leave: notes the exit of one person or of all, and its undo, with the user', async () => {
  await makeExit()
  const [ana, luis] = [await makeClient(gym, { name: 'Ana' }), await makeClient(gym, { name: 'Luis' })]
  const [first] = [await note(ana.id), await note(luis.id)]
  at('12:05:00')
  const left = await leave(first)
  expect(left.answer).toMatchObject({
    name: 'Ana',
    left_at: '2026-06-15T16:05:00.000Z',
    user: { name: expect.any(String) },
    undone_by: null,
  })
  expect((await leave(first)).answer).toEqual({ detail: 'Ya consta que salió.' })
  expect((await leave(first)).status).toBe(409)
  expect(await names()).toEqual(['Luis'])
  const undo = (id: number) => gym.admin.try('inside.undo', { params: { id } })
  expect((await undo(Number(Object(left.answer).id))).status).toBe(204)
  expect((await undo(Number(Object(left.answer).id))).status).toBe(404)
  expect(await names()).toEqual(['Luis', 'Ana'])
  expect(await (await leave(null)).answer).toMatchObject({ name: null })
  expect(await list()).toMatchObject({ inside: 0, supposed: 0 })
  at('12:10:00')
  await note(ana.id)
  expect(await names()).toEqual(['Ana'])
  const { items } = await gym.admin.call('inside.departures')
  expect(items.map(({ name, undone_by }) => [name, undone_by !== null])).toEqual([
    [null, false],
    ['Ana', true],
  ])
})

test('inside.leave: refuses entries of more than a day ago', async () => {
  const first = await note((await makeClient(gym)).id)
  app.clock.advance(24 * 3_600_000 - 1000)
  const { status } = await leave(first)
  expect(status).toBe(201)
  const second = await note((await makeClient(gym)).id)
  app.clock.advance(24 * 3_600_000)
  expect(await leave(second)).toMatchObject({
    status: 409,
    answer: { detail: 'Esa entrada es de hace más de un día: ya no cuenta entre quienes están dentro.' },
  })
})

test('occupancy: anonymous visitors are counted, and leave one by one', async () => {
  await makeExit()
  const { id } = await readAnonymousClient(gym)
  const first = await note(id)
  at('12:01:00')
  await note(id)
  expect(await list()).toMatchObject({ inside: 2, items: [{ is_anonymous: true }, { is_anonymous: true }] })
  await leave(first)
  expect((await list()).items.map(({ since }) => since)).toEqual(['2026-06-15T16:01:00.000Z'])
  expect((await leave(first)).status).toBe(409)
})

test('occupancy limit: notifies once when exceeded, and again only after a tenth has left', async () => {
  const came: number[] = []
  await gym.admin.call('inside.update-settings', { body: { capacity: 10, tells: true } })
  const next = async () => came.push(await note((await makeClient(gym)).id))
  const told = async () =>
    (await gym.admin.call('notifications.list', { query: { size_page: 100 } })).items.flatMap(({ message }) =>
      message.startsWith('Aforo') ? message : [],
    )
  for (let count = 0; count < 10; count += 1) await next()
  expect([await told(), (await list()).capacity]).toEqual([[], 10])
  await next()
  await next()
  expect(await told()).toEqual(['Aforo superado: hay 11 personas dentro y el límite es 10.'])
  await leave(came[0] ?? 0)
  await leave(came[1] ?? 0)
  await next()
  expect(await told()).toHaveLength(1)
  for (const id of came.slice(2, 6)) await leave(id)
  at('12:01:00')
  await next()
  await leave(null)
  // The history shows changes of the settings, not the notifications about the limit.
  const history = await gym.admin.call('history.list', { query: { entity: 'inside_settings' } })
  expect(history.total).toBe(1)
})

test('inside.update-settings: each field changes alone, and an empty value clears it', async () => {
  const { closes_at, ...usual } = await gym.admin.call('inside.settings')
  expect([closes_at, usual]).toEqual([null, { capacity: null, tells: false, hours: 4 }])
  const set = (body: object) => gym.admin.try('inside.update-settings', { body })
  expect((await set({ closes_at: '22:30', capacity: '1,200' })).answer).toMatchObject({
    closes_at: '22:30',
    capacity: 1200,
  })
  expect((await set({})).answer).toMatchObject({ closes_at: '22:30', capacity: 1200 })
  expect((await set({ closes_at: '', capacity: '' })).answer).toMatchObject({ closes_at: null, capacity: null })
})

test('occupancy: an exit by a PIN counts for the client who entered with that PIN', async () => {
  const { entrance, exit } = await doors()
  const [ana, luis] = [await makeClient(gym, { name: 'Ana' }), await makeClient(gym, { name: 'Luis' })]
  const number = ana.id_zkteco
  await send(entrance.sn, line(number, '11:00:00'))
  const renumber = (id_client: number, id_zkteco: number | null) =>
    gym.admin.call('clients.update', { params: { id_client }, body: { id_zkteco } })
  await renumber(ana.id, 5001)
  await renumber(luis.id, number)
  await send(entrance.sn, line(number, '11:40:00'))
  expect(await names()).toEqual(['Luis', 'Ana'])
  // The exit terminal was offline and now reports an exit made before the PIN changed owner.
  await send(exit.sn, line(number, '11:30:00'))
  expect(await names()).toEqual(['Luis'])
  await send(exit.sn, line(number, '11:50:00'))
  expect(await names()).toEqual([])
})
