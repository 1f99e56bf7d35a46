// Tests that a request opens the door at once, at most once, and never late.
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../platform/db/sql.ts'
import { logInAs } from '../testing/api-caller.ts'
import { runAsTableOwner } from '../testing/database-digest.ts'
import { makeDevice, makeGym, makeUser, type TestGym, testPassword } from '../testing/factories.ts'
import {
  exchangeBytes,
  makeRegisteredTerminal,
  makeRequestBytes,
  recordCommands,
  waitUntil,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'
import { startTestAppForFile } from '../testing/test-app.ts'

/** Only tests without a result use the short timeout, since a slow machine may need long for a result. */
const [patient, short] = [
  await startTestAppForFile({}, { doorTimeoutMs: 9000 }),
  await startTestAppForFile({}, { doorTimeoutMs: 3000 }),
]
const [port, shortPort] = [(await patient.listen()).port, (await short.listen()).port]
let gym: TestGym
beforeEach(async () => {
  gym = await makeGym(patient)
})

const open = (of = gym) => of.admin.try('door.open')
const acts = ({ test, gym: { id } } = gym) =>
  test.database.read({ gym: id, user: null }, (tx) =>
    tx.many<{ command: number | null }>(sql`select command from door_acts where gym_id = ${id} order by id`),
  )
const waiting = (count: number, of = gym) =>
  waitUntil(async () => (await acts(of)).filter(({ command }) => command === null).length === count, Boolean)
const poll = async (sn: string, at = port) =>
  (await exchangeBytes(at, makeRequestBytes('GET', `/iclock/getrequest?SN=${sn}`))).text

test('door.open: a user who was just deactivated cannot open the door', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  await waitUntilInSync(terminal)
  const { id, username } = await makeUser(gym, 'gym_worker')
  const caller = await logInAs(patient.app, username, testPassword)
  await caller.call('gym-info.read')
  await runAsTableOwner(patient, async (owner) => {
    await owner.query('set session_replication_role = replica')
    await owner.query(`update users set is_active = false where id = ${id}`)
  })
  expect((await caller.try('door.open')).status).toBe(401)
  expect(await acts()).toEqual([])
})

// The limit of 8 s shows that the request fails before its timeout of 9 s.
test('door.open: 503 at once if the terminal is disconnected', async () => {
  const refused = { status: 503, text: '{"detail":"Dispositivo desconectado"}' }
  expect(await open()).toMatchObject(refused)
  await makeDevice(gym)
  expect(await open()).toMatchObject(refused)
  // No opening was stored, so no terminal can execute it later.
  expect(await acts()).toEqual([])
}, 8_000)

test('door.open: 503 at once, stating the interval, if the terminal polls too slowly', async () => {
  patient.clock.set('2026-06-15T16:00:00Z')
  const slow = await makeDevice(gym)
  for (let time = 0; time < 4; time++) {
    await poll(slow.sn)
    patient.clock.advance(30_000)
  }
  const text = '{"detail":"Este dispositivo llama cada 30 s: abre la puerta desde él"}'
  expect(await open()).toMatchObject({ status: 503, text })
  expect(await acts()).toEqual([])
  patient.clock.reset()
  const told = await makeGym(patient)
  await poll((await makeDevice(told, { delay: 60 })).sn)
  expect((await open(told)).text).toContain('cada 60 s')
}, 8_000)

test('door.open: 504 without a result, and the command is delivered at most once', async () => {
  const [quiet, deaf] = [await makeGym(short), await makeGym(short)]
  const [{ terminal: silent }, { device, terminal }] = [
    await makeRegisteredTerminal(quiet, shortPort),
    await makeRegisteredTerminal(deaf, shortPort),
  ]
  for (const each of [silent, terminal]) await waitUntilInSync(each)
  const start = Date.now()
  const replies = [open(quiet), open(deaf)]
  await waiting(1, deaf)
  const polls = await Promise.all([1, 2, 3].map(() => poll(device.sn, shortPort)))
  const delivered = polls.filter((text) => text.includes('AC_UNLOCK'))
  expect(delivered).toHaveLength(1)
  const text = '{"detail":"El dispositivo no respondió"}'
  for (const reply of replies) expect(await reply).toMatchObject({ status: 504, text })
  expect(Date.now() - start).toBeGreaterThanOrEqual(3000)
  const id = /^C:(\w+):AC_UNLOCK$/.exec(delivered[0] ?? '')?.[1]
  await exchangeBytes(
    shortPort,
    makeRequestBytes('POST', `/iclock/devicecmd?SN=${device.sn}`, `ID=${id}&Return=0&CMD=AC_UNLOCK`),
  )
  for (const each of [silent, terminal]) {
    await waitUntilInSync(each)
    expect(each.doorOpenings).toHaveLength(0)
  }
})

test('door.open: 504 with the reason if the terminal refuses the command', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  await waitUntilInSync(terminal)
  terminal.faults.failCommands = true
  terminal.start()
  const reply = await open()
  await terminal.stop()
  expect(reply).toMatchObject({ status: 504, text: '{"detail":"El dispositivo rechazó la orden de abrir"}' })
  expect(terminal.doorOpenings).toHaveLength(0)
})

test('door.open: opens “Puerta principal”, and fails if two terminals have other names', async () => {
  const [one, two] = [await makeRegisteredTerminal(gym, port), await makeRegisteredTerminal(gym, port)]
  await waitUntilInSync(one.terminal)
  await waitUntilInSync(two.terminal)
  expect((await open()).status).toBe(503)
  const main = await makeRegisteredTerminal(gym, port, { name: 'Puerta principal' })
  expect((await open()).status).toBe(503)
  await waitUntilInSync(main.terminal)
  for (const { terminal } of [one, two, main]) terminal.start()
  const reply = await open()
  for (const { terminal } of [one, two, main]) await terminal.stop()
  expect(reply.answer).toMatchObject({ device: { id: main.device.id, name: 'Puerta principal' } })
  expect([one, two, main].map(({ terminal }) => terminal.doorOpenings.length)).toEqual([0, 0, 1])
})

test('door.open: two concurrent requests open twice', async () => {
  const { terminal } = await makeRegisteredTerminal(gym, port)
  await waitUntilInSync(terminal)
  const texts = recordCommands(terminal)
  const replies = [open(), open()]
  await waiting(2)
  await waitUntilInSync(terminal)
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200])
  expect(texts).toEqual(['AC_UNLOCK', 'AC_UNLOCK'])
})

test('door.open: a result from another gym’s terminal does not count', { tags: ['deep'] }, async () => {
  const asked = await makeGym(short)
  const { terminal } = await makeRegisteredTerminal(asked, shortPort)
  const other = await makeRegisteredTerminal(await makeGym(short), shortPort)
  await waitUntilInSync(terminal)
  const reply = open(asked)
  await waiting(1, asked)
  await asked.rows(sql`update door_acts set command = 123456789 where gym_id = ${asked.gym.id}`)
  const body = `ID=${(123456789).toString(36)}&Return=0&CMD=AC_UNLOCK`
  await exchangeBytes(shortPort, makeRequestBytes('POST', `/iclock/devicecmd?SN=${other.device.sn}`, body))
  expect((await reply).status).toBe(504)
})
