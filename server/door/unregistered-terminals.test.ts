// Tests that an unregistered terminal gets answers but no service, and that only its serial number is stored.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeDevice, makeGym, makeUniqueText, type TestGym } from '../testing/factories.ts'
import { exchangeBytes, makeRequestBytes } from '../testing/simulated-terminals.ts'
import { startTestAppForFile } from '../testing/test-app.ts'

let gym: TestGym
let time = Date.parse('2026-06-15T16:00:00Z')
const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
const port = (await app.listen()).port
beforeEach(async () => {
  time += 3_600_000
  app.clock.set(new Date(time))
  gym = await makeGym(app)
})
// The reset also runs after a failed test, so that the next test is not affected.
afterEach(() => {
  vi.restoreAllMocks()
})

const call = (method: string, target: string, body = '') =>
  exchangeBytes(port, makeRequestBytes(method, `/iclock/${target}`, body))
const listed = async () => (await gym.admin.call('devices.unknown')).map(({ sn }) => sn)
/** Makes a serial number with a fixed ending. `offered` is the number as the list shows it. */
const fresh = (word: string) => `${makeUniqueText(word)}-9Z7Q`
const offered = (sn: string) => `${sn.slice(0, -4)}····`

test('unregistered terminal: polls get OK, uploads get 503, and only its number is stored', async () => {
  const sn = fresh('NEW')
  for (const target of [`getrequest?SN=${sn}`, `ping?SN=${sn}`, `cdata?SN=${sn}&options=all&pushver=2.4.1`]) {
    const answer = await call('GET', target)
    expect([answer.status, answer.text]).toEqual([200, 'OK'])
  }
  for (const [target, body] of [
    ['cdata?table=ATTLOG', '1\t2026-06-15 12:00:00\n'],
    ['cdata?table=OPERLOG', 'USER PIN=1\tName=x\n'],
    ['cdata?', '1\t2026-06-15 12:00:00\n'],
    ['devicecmd?', 'ID=1&Return=0&CMD=DATA'],
  ] as const)
    expect([target, (await call('POST', `${target}&SN=${sn}`, body)).status]).toEqual([target, 503])
  expect(await gym.admin.call('devices.unknown')).toEqual(
    expect.arrayContaining([
      { sn: offered(sn), first_seen: new Date(time).toISOString(), last_seen: new Date(time).toISOString() },
    ]),
  )
  const { rows } = await app.database.platform.query(
    'select count(*)::int as count from unknown_devices where sn = $1',
    [sn],
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('unregistered terminal: not listed once registered, and listed again once removed', async () => {
  const sn = fresh('NEW')
  await call('GET', `getrequest?SN=${sn}`)
  expect(await listed()).toContain(offered(sn))
  const device = await makeDevice(gym, { sn })
  expect(await listed()).not.toContain(offered(sn))
  expect((await call('GET', `getrequest?SN=${sn}`)).text).toMatch(/^C:/)
  expect(await listed()).not.toContain(offered(sn))
  await gym.admin.call('devices.delete', { params: { id_device: device.id } })
  expect(await listed()).not.toContain(offered(sn))
  expect((await call('GET', `getrequest?SN=${sn}`)).text).toBe('OK')
  expect((await call('POST', `cdata?SN=${sn}&table=ATTLOG`, '')).status).toBe(503)
  expect(await listed()).toContain(offered(sn))
})

test('serial number: belongs to one gym at a time', async () => {
  const { sn, id } = await makeDevice(gym)
  const other = await makeGym(app)
  const own = await makeDevice(other)
  const taken = await other.admin.try('devices.create', { body: { name: 'Puerta', sn } })
  const moved = await other.admin.try('devices.update', { params: { id_device: own.id }, body: { sn } })
  expect([taken.status, moved.status]).toEqual([409, 409])
  expect(taken.text).toContain('El número de serie ya está registrado.')
  expect((await gym.admin.try('devices.create', { body: { name: 'Puerta', sn } })).status).toBe(409)
  await gym.admin.call('devices.delete', { params: { id_device: id } })
  expect((await other.admin.try('devices.create', { body: { name: 'Puerta', sn } })).status).toBe(201)
  expect((await call('GET', `getrequest?SN=${sn}&INFO=Ver,0,0,0,10.0.0.1`)).text).toContain('Name=Dueña')
})

test('unregistered terminal: listed only in the gym from whose network it calls', async () => {
  const [near, far] = [fresh('NEAR'), fresh('FAR')]
  await exchangeBytes(port, makeRequestBytes('GET', `/iclock/getrequest?SN=${near}`), '127.0.0.200')
  await exchangeBytes(port, makeRequestBytes('GET', `/iclock/getrequest?SN=${far}`), '127.0.7.7')
  expect(await listed()).toContain(offered(near))
  expect(await listed()).not.toContain(offered(far))
  // After one of the gym's own terminals called from the other network, the terminal there is listed too.
  const { sn } = await makeDevice(gym)
  await exchangeBytes(port, makeRequestBytes('GET', `/iclock/getrequest?SN=${sn}`), '127.0.7.8')
  expect(await listed()).toContain(offered(far))
})

describe('registering an offered terminal', () => {
  const create = (sn: string, own = gym) =>
    own.admin.try('devices.create', { body: { name: makeUniqueText('Puerta '), sn } })

  test('unregistered terminal: registering requires the hidden last four characters', async () => {
    const sn = fresh('LABEL')
    await call('GET', `getrequest?SN=${sn}`)
    expect(JSON.stringify(await gym.admin.call('devices.unknown'))).not.toContain(sn)
    const start = sn.slice(0, -4)
    const other = await makeDevice(gym)
    for (const wrong of [start, `${start}9`, `${start}9Z7`, `${start}9Z7q`, `${start}0000`]) {
      const refused = await create(wrong)
      expect([wrong, refused.status]).toEqual([wrong, 409])
      expect(refused.text).toContain('últimos cuatro caracteres')
    }
    const moved = { params: { id_device: other.id }, body: { sn: `${start}0000` } }
    expect((await gym.admin.try('devices.update', moved)).status).toBe(409)
    expect((await gym.admin.call('devices.list')).map((row) => row.sn)).toEqual([other.sn])
    expect((await create(sn)).status).toBe(201)
  })

  test('unregistered terminal: after ten wrong numbers in an hour, the right number is refused too', async () => {
    const sn = fresh('TRIED')
    await call('GET', `getrequest?SN=${sn}`)
    const start = sn.slice(0, -4)
    // A repeated wrong number counts once.
    for (let again = 0; again < 12; again++) expect((await create(`${start}AAAA`)).status).toBe(409)
    for (let at = 0; at < 9; at++) expect((await create(`${start}000${at}`)).status).toBe(409)
    expect((await create(`${start}BBBB`)).status).toBe(429)
    expect((await create(sn)).status).toBe(429)
    // A number that begins like no unregistered number needs no check.
    expect((await create(makeUniqueText('OTHER'))).status).toBe(201)
    expect((await create(sn, await makeGym(app))).status).toBe(201)
    app.clock.advance(3_600_000)
    await call('GET', `getrequest?SN=${sn}x`)
    expect((await create(`${sn}x`)).status).toBe(201)
  })
})

describe('flood of invented serial numbers', () => {
  const from = (localAddress: string, sn: string) =>
    exchangeBytes(port, makeRequestBytes('GET', `/iclock/getrequest?SN=${sn}`), localAddress)
  const count = async () => (await app.database.platform.query('select from unknown_devices')).rowCount ?? 0

  test('unregistered terminals: twenty numbers a minute and address get an answer', async () => {
    const { sn } = await makeDevice(gym)
    const statuses = []
    for (let at = 0; at < 25; at++) statuses.push((await from('127.0.0.9', `GUESS${time}x${at}`)).status)
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)])
    expect((await from('127.0.0.9', sn)).text).toMatch(/^C:/)
    expect((await from('127.0.0.9', `GUESS${time}x3`)).status).toBe(200)
    expect((await from('127.0.0.10', `GUESS${time}x24`)).status).toBe(200)
    app.clock.advance(60_000)
    expect((await from('127.0.0.9', `GUESS${time}x24`)).status).toBe(200)
  })

  test('unregistered terminals: cause hardly any query, and their bodies are not read', async () => {
    await from('127.0.0.11', 'GUESSED')
    const asked = vi.spyOn(app.database.platform, 'query')
    const head = ['Content-Length: 900000']
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        exchangeBytes(port, `POST /iclock/cdata?SN=GUESSED&table=ATTLOG HTTP/1.1\r\n${head}\r\n\r\n`, '127.0.0.11'),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(asked.mock.calls.length).toBeLessThanOrEqual(2)
  })

  test('unregistered terminals: only the newest hundred are listed', async () => {
    for (let address = 1; address <= 6; address++)
      for (let at = 0; at < 18; at++) await from(`127.0.1.${address}`, `FLOOD${address}x${at}`)
    expect(await count()).toBeLessThanOrEqual(100)
    expect((await listed()).length).toBeLessThanOrEqual(100)
  })
})
