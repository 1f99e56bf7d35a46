// Tests the communication key of the terminal's menu: if it is required, knowing a serial number is not enough.
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { queryAsOwner } from '../testing/database-digest.ts'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeDevice } from '../testing/factories.ts'
import { startSecondServer } from '../testing/second-server.ts'
import { exchangeBytes, makeRequestBytes } from '../testing/simulated-terminals.ts'

startDoorApp()

// This key is an example of the vendor's manual (T4).
const key = '4a9594af164f2b9779b59e8554b5df26'
const [own, theirs] = ['127.0.0.1', '127.0.0.77']
let sn: string
let id: number
beforeEach(async () => {
  const device = await makeDevice(gym)
  sn = device.sn
  id = device.id
})

const ask = (method: string, target: string, address: string, body = '') =>
  exchangeBytes(port, makeRequestBytes(method, `/iclock/${target}`, body), address)
const poll = async (address: string) => (await ask('GET', `getrequest?SN=${sn}`, address)).text
const handshake = async (address: string, said = `&pushcommkey=${key}`) =>
  (await ask('GET', `cdata?SN=${sn}&options=all&pushver=2.2.14&language=97${said}`, address)).text
const change = (body: object) => gym.admin.try('devices.update', { params: { id_device: id }, body })
const status = async () => {
  const [first] = await gym.admin.call('devices.status')
  if (!first) throw new Error('no device')
  return first
}
const served = /^GET OPTION FROM/

/** Expects that a call from this address gets no commands, changes nothing and is not shown as seen. */
async function expectHeld(address: string): Promise<void> {
  const client = await makeClient(gym, { card_number: '777' })
  expect(await poll(address)).toBe('OK')
  expect((await ask('GET', `getrequest?SN=${sn}&INFO=Ver,0,0,0,10.0.0.9`, address)).text).toBe('OK')
  for (const [target, body] of [
    ['cdata?table=ATTLOG', `${client.id_zkteco}\t2026-06-15 11:00:00`],
    ['cdata?table=OPERLOG', `USER PIN=${client.id_zkteco}\tName=Ana\tCard=666`],
    ['devicecmd?x=1', 'ID=1&Return=0&CMD=DATA'],
  ] as const)
    expect((await ask('POST', `${target}&SN=${sn}`, address, body)).status).toBe(503)
  expect((await gym.admin.call('attendances.list')).total).toBe(0)
  expect(await gym.admin.call('devices.people', { params: { id_device: id } })).toEqual([])
}

describe('required communication key', () => {
  beforeEach(async () => {
    expect(await handshake(own)).toMatch(served)
    expect((await change({ requires_key: true })).status).toBe(200)
    expect(await handshake(own)).toMatch(served)
    app.clock.advance(6_000)
  })

  test.each([
    ['key', '&pushcommkey='],
    ['right-key', `&pushcommkey=${key.toUpperCase()}`],
  ] as const)(
    'communication key: a handshake without the %s is refused from every address: %s',
    async (lacks, said) => {
      for (const address of [theirs, own]) {
        app.clock.advance(61_000)
        await poll(own)
        expect(await handshake(address, said)).toBe('OK')
        expect((await status()).origin_conflict).toMatchObject({ address, lacks })
      }
      await expectHeld(theirs)
      await makeClient(gym)
      expect(await poll(own)).toMatch(/^C:/)
    },
  )

  test('communication key: not required in the access dialect, where other addresses are refused', async () => {
    const begin = (address: string) => ask('POST', `registry?SN=${sn}`, address, 'DeviceType=acc,LockCount=1')
    app.clock.advance(200_000)
    expect((await begin(theirs)).status).toBe(406)
    expect((await begin(own)).text).toMatch(/^RegistryCode=/)
    expect((await status()).comm_key).toBe('none')
    // The terminal calls from another address.
    app.clock.advance(200_000)
    expect((await ask('GET', `cdata?SN=${sn}&options=all&pushver=3.1.2&DeviceType=acc`, theirs)).text).toMatch(
      /^registry=ok/,
    )
    expect((await ask('POST', `cdata?SN=${sn}&table=rtstate`, theirs, 'time=2026-06-15 12:00:00')).text).toBe('OK')
  })

  test('communication key: a caller without the key is not served and cannot be accepted', async () => {
    app.clock.advance(3_600_000)
    await expectHeld(theirs)
    expect((await status()).origin_conflict).toMatchObject({ address: theirs, lacks: 'key' })
    const decide = (act: 'accept' | 'block') =>
      gym.admin.try('devices.origin', { params: { id_device: id }, body: { act, address: theirs } })
    expect((await decide('accept')).status).toBe(404)
    expect(await poll(theirs)).toBe('OK')
    expect((await decide('block')).status).toBe(204)
    expect((await status()).origin_conflict).toBeNull()
    expect(await poll(own)).toMatch(/^C:|^OK/)
    // Dropping the warning did not block the address, so the terminal may call from it.
    expect(await handshake(theirs)).toMatch(served)
  })

  test('communication key: a caller with the key replaces the former address at once', async () => {
    await makeClient(gym)
    expect(await handshake(theirs)).toMatch(served)
    expect(await poll(theirs)).toMatch(/^C:/)
    app.clock.advance(6_000)
    await expectHeld(own)
    expect(await handshake(own)).toMatch(served)
    expect(await poll(own)).toMatch(/^C:/)
  })

  test('communication key: an origin that an admin rejected is not served if it sends the key', async () => {
    await change({ requires_key: false })
    expect(await poll(theirs)).toBe('OK')
    const body = { act: 'block' as const, address: theirs }
    expect((await gym.admin.try('devices.origin', { params: { id_device: id }, body })).status).toBe(204)
    expect((await change({ comm_key: key })).status).toBe(200)
    app.clock.advance(6_000)
    expect(await handshake(theirs)).toBe('OK')
    expect(await poll(theirs)).toBe('OK')
    expect(await handshake(own)).toMatch(served)
  })

  test('communication key: after ten wrong keys in an hour only the terminal’s address is served', async () => {
    for (let guess = 0; guess < 10; guess += 1) {
      await poll(own)
      app.clock.advance(10_000)
      expect(await handshake(theirs, `&pushcommkey=${guess}`)).toBe('OK')
    }
    expect(await handshake(theirs)).toBe('OK')
    expect((await status()).origin_conflict).toMatchObject({ address: theirs, lacks: 'right-key' })
    expect(await handshake(own)).toMatch(served)
    app.clock.advance(3_600_000)
    expect(await handshake(theirs)).toMatch(served)
  })

  test('communication key: a second server serves the terminal without seeing a handshake', async () => {
    const other = await startSecondServer(app)
    onTestFinished(() => other.close())
    const there = (await other.listen()).port
    await makeClient(gym)
    const call = makeRequestBytes('GET', `/iclock/getrequest?SN=${sn}`)
    expect((await exchangeBytes(there, call, theirs)).text).toBe('OK')
    expect((await exchangeBytes(there, call, own)).text).toMatch(/^C:/)
  })
})

describe('storage of the communication key', () => {
  test('communication key: a key that the terminal sent can be required without another handshake', async () => {
    expect((await change({ requires_key: true })).status).toBe(404)
    expect(await handshake(own, '')).toMatch(served)
    expect((await status()).comm_key).toBe('none')
    expect((await change({ requires_key: true })).status).toBe(404)
    expect(await handshake(own)).toMatch(served)
    expect((await status()).comm_key).toBe('offered')
    for (const _ of [1, 2]) expect((await change({ requires_key: true })).status).toBe(200)
    expect((await status()).comm_key).toBe('required')
    await makeClient(gym)
    expect(await poll(own)).toMatch(/^C:/)
  })

  test('communication key: a newly typed key blocks the terminal until its handshake contains it', async () => {
    expect(await handshake(own, '')).toMatch(served)
    expect((await change({ comm_key: ' 1234 ' })).status).toBe(200)
    app.clock.advance(6_000)
    await expectHeld(own)
    expect((await status()).origin_conflict).toMatchObject({ address: own, lacks: 'key' })
    expect(await handshake(own, '&pushcommkey=1234')).toMatch(served)
    expect((await status()).origin_conflict).toBeNull()
    expect(await poll(own)).toMatch(/^C:/)
    // Saving an empty key changes nothing.
    for (const comm_key of ['', null]) expect((await change({ comm_key })).status).toBe(200)
    expect((await status()).comm_key).toBe('required')
  })

  test('communication key: appears in no answer, history or table', async () => {
    await handshake(own)
    const texts = [JSON.stringify(await status())]
    for (const body of [{ requires_key: true }, { comm_key: `${key}x` }]) texts.push((await change(body)).text)
    const history = await gym.admin.call('history.list', { query: { entity: 'devices', entity_id: String(id) } })
    texts.push(JSON.stringify(history))
    expect(texts.at(-1)).toContain('comm_key_hash')
    const { rows } = await queryAsOwner<{ text: string; hash: string }>(
      app,
      `
        select string_agg(d::text, ' ') || string_agg(s::text, ' ') || (select string_agg(h::text, ' ') from history h) as text,
          max(d.comm_key_hash) filter (where d.id = ${id}) as hash
        from devices d join terminal_states s on s.gym_id = d.gym_id and s.id_device = d.id`,
    )
    for (const text of [...texts, rows[0]?.text]) expect(text).not.toContain(key)
    expect(JSON.stringify(history)).not.toContain(rows[0]?.hash)
  })
})
