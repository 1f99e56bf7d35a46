// Opening the door: at once, at most once, and never late.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../platform/db/sql.ts'
import { logInAs } from '../testing/api.ts'
import { asOwner } from '../testing/digest.ts'
import { makeDevice, makeGym, makeUser, master, password, type TestGym } from '../testing/factories.ts'
import { commandsOf, eventually, exchange, makeTerminal, requestText, settle } from '../testing/terminals.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

/** Only what must end without an answer ends soon: what a terminal has to do in time takes as long as the machine does. */
const patience = { long: 9000, some: 3000, short: 400 }
const apps = new Map<number, { app: TestApp; port: number }>()
let app: TestApp
let port: number
let gym: TestGym
beforeAll(async () => {
  for (const doorPatience of Object.values(patience)) {
    const started = await startTestApp({}, { doorPatience })
    apps.set(doorPatience, { app: started, port: (await started.listen()).port })
  }
})
/** From here on the test speaks with the server that waits so long. */
async function waitingFor(length: keyof typeof patience): Promise<void> {
  const chosen = apps.get(patience[length])
  if (!chosen) throw new Error('not started')
  app = chosen.app
  port = chosen.port
  gym = await makeGym(app)
}
beforeEach(() => waitingFor('long'))
afterAll(async () => {
  for (const { app } of apps.values()) await app.close()
})

const open = () => gym.admin.try('door.open')
const acts = () =>
  app.database.read({ gym: gym.gym.id, user: null }, (tx) =>
    tx.many<{ command: number | null }>(sql`select command from door_acts where gym_id = ${gym.gym.id} order by id`),
  )
const waiting = (count: number) =>
  eventually(acts, (rows) => rows.filter(({ command }) => command === null).length === count)

test('a connected terminal opens, and the answer names it', async () => {
  const { device, terminal } = await makeTerminal(gym, port, { name: 'Entrada' })
  await settle(terminal)
  terminal.start()
  const reply = await open()
  await terminal.stop()
  expect(reply).toMatchObject({ status: 200, answer: { device: { id: device.id, name: 'Entrada' } } })
  expect(terminal.doorOpenings).toHaveLength(1)
})

test('open-door: a user whose right just ended opens no door', async () => {
  const { terminal } = await makeTerminal(gym, port)
  await settle(terminal)
  const { id, username } = await makeUser(gym, 'gym_worker')
  const caller = await logInAs(app.app, username, password)
  await caller.call('gym-info.read')
  await asOwner(app, async (owner) => {
    await owner.query('set session_replication_role = replica')
    await owner.query(`update users set is_active = false where id = ${id}`)
  })
  expect((await caller.try('door.open')).status).toBe(401)
  expect(await acts()).toEqual([])
})

// Its own time is shorter than patience: who waited it out would be late.
test('disconnected: 503 at once', async () => {
  const none = await open()
  await makeDevice(gym)
  const silent = await open()
  expect([none.status, none.text, silent.status, silent.text]).toEqual([
    503,
    '{"detail":"Dispositivo desconectado"}',
    503,
    '{"detail":"Dispositivo desconectado"}',
  ])
  // Nothing was written that a terminal could have been waited for.
  expect(await acts()).toEqual([])
}, 8_000)

test('a terminal that calls less often than anybody waits: 503 at once, which says how often', async () => {
  await waitingFor('short')
  app.clock.set('2026-06-15T16:00:00Z')
  const slow = await makeDevice(gym)
  const poll = () => exchange(port, requestText('GET', `/iclock/getrequest?SN=${slow.sn}`))
  for (let time = 0; time < 4; time++) {
    await poll()
    app.clock.advance(30_000)
  }
  const reply = await open()
  expect([reply.status, reply.text]).toEqual([
    503,
    '{"detail":"Este dispositivo llama cada 30 s: abre la puerta desde él"}',
  ])
  expect(await acts()).toEqual([])
  // A busy terminal polls every 2 s.
  for (let time = 0; time < 4; time++) {
    app.clock.advance(2_000)
    await poll()
  }
  expect((await open()).status).toBe(504)
  app.clock.reset()
  const told = await makeGym(app)
  const { sn } = await makeDevice(told, { delay: 60 })
  await exchange(port, requestText('GET', `/iclock/getrequest?SN=${sn}`))
  expect((await told.admin.try('door.open')).text).toContain('cada 60 s')
})

test('silent: 504 when patience ends, and the command is never delivered after', async () => {
  await waitingFor('short')
  const { terminal } = await makeTerminal(gym, port)
  await settle(terminal)
  const start = Date.now()
  const reply = await open()
  expect([reply.status, reply.text]).toEqual([504, '{"detail":"El dispositivo no respondió"}'])
  expect(Date.now() - start).toBeGreaterThanOrEqual(400)
  await settle(terminal)
  expect(terminal.doorOpenings).toHaveLength(0)
})

test('open-door: without acknowledgement 504, one delivery, and a late answer changes nothing', async () => {
  await waitingFor('some')
  const { device, terminal } = await makeTerminal(gym, port)
  await settle(terminal)
  const reply = open()
  await waiting(1)
  const polls = await Promise.all(
    Array.from({ length: 3 }, () => exchange(port, requestText('GET', `/iclock/getrequest?SN=${device.sn}`))),
  )
  const delivered = polls.map(({ text }) => text).filter((text) => text.includes('AC_UNLOCK'))
  expect(delivered).toHaveLength(1)
  expect((await reply).status).toBe(504)
  const id = /^C:(\w+):AC_UNLOCK$/.exec(delivered[0] ?? '')?.[1]
  await exchange(port, requestText('POST', `/iclock/devicecmd?SN=${device.sn}`, `ID=${id}&Return=0&CMD=AC_UNLOCK`))
  await settle(terminal)
  expect(terminal.doorOpenings).toHaveLength(0)
})

test('a terminal that refuses: 504, which says so', async () => {
  const { terminal } = await makeTerminal(gym, port, {}, { faults: {} })
  await settle(terminal)
  terminal.faults.failCommands = true
  terminal.start()
  const reply = await open()
  await terminal.stop()
  expect([reply.status, reply.text, terminal.doorOpenings.length]).toEqual([
    504,
    '{"detail":"El dispositivo rechazó la orden de abrir"}',
    0,
  ])
})

test('“Puerta principal” is preferred, and two others are none', async () => {
  const [one, two] = [await makeTerminal(gym, port), await makeTerminal(gym, port)]
  await settle(one.terminal)
  await settle(two.terminal)
  expect((await open()).status).toBe(503)
  const main = await makeTerminal(gym, port, { name: 'Puerta principal' })
  expect((await open()).status).toBe(503)
  await settle(main.terminal)
  for (const { terminal } of [one, two, main]) terminal.start()
  const reply = await open()
  for (const { terminal } of [one, two, main]) await terminal.stop()
  expect(reply.answer).toMatchObject({ device: { id: main.device.id, name: 'Puerta principal' } })
  expect([one, two, main].map(({ terminal }) => terminal.doorOpenings.length)).toEqual([0, 0, 1])
})

test('two at once open twice', async () => {
  const { terminal } = await makeTerminal(gym, port)
  await settle(terminal)
  const texts = commandsOf(terminal)
  const replies = [open(), open()]
  await waiting(2)
  await settle(terminal)
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200])
  expect(texts).toEqual(['AC_UNLOCK', 'AC_UNLOCK'])
})

test('workers may, the master and strangers may not', async () => {
  const { terminal } = await makeTerminal(gym, port)
  await settle(terminal)
  const worker = await gym.as('gym_worker')
  await settle(terminal)
  terminal.start()
  const replies = [await worker.try('door.open'), await (await master(app)).try('door.open')]
  await terminal.stop()
  const other = await makeGym(app)
  const elsewhere = await (await logInAs(app.app, other.gym.username, 'contraseña segura')).try('door.open')
  expect([...replies, elsewhere].map(({ status }) => status)).toEqual([200, 403, 503])
  expect(terminal.doorOpenings).toHaveLength(1)
})

test('a terminal that knows neither the acknowledged door nor others’ ids opens nobody’s request', {
  tags: ['deep'],
}, async () => {
  await waitingFor('some')
  const { terminal } = await makeTerminal(gym, port)
  const stranger = await makeTerminal(await makeGym(app), port)
  await settle(terminal)
  const reply = open()
  await waiting(1)
  await app.database.write({ gym: gym.gym.id, user: null }, (tx) =>
    tx.run(sql`update door_acts set command = 123456789 where gym_id = ${gym.gym.id}`),
  )
  const body = `ID=${(123456789).toString(36)}&Return=0&CMD=AC_UNLOCK`
  await exchange(port, requestText('POST', `/iclock/devicecmd?SN=${stranger.device.sn}`, body))
  expect((await reply).status).toBe(504)
})
