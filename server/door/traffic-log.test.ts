// Tests the log of a terminal's last calls, which is used for diagnosis.
import { describe, expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeDevice } from '../testing/factories.ts'
import {
  exchangeBytes,
  makeRegisteredTerminal,
  makeRequestBytes,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'
import { type LoggedTerminalCall, TrafficLog } from './traffic-log.ts'

startDoorApp()

const started = '2026-06-15T15:00:00.000Z'

const traffic = (id: number) => gym.admin.call('devices.traffic', { params: { id_device: id } })
const ask = (method: string, target: string, body: string | Uint8Array = '', address = '127.0.0.1') =>
  exchangeBytes(port, makeRequestBytes(method, `/iclock/${target}`, body), address)

describe('devices.traffic', () => {
  test('traffic log: lists requests and answers, newest first, with sizes and kinds of commands', async () => {
    const { id, sn } = await makeDevice(gym)
    await ask('GET', `cdata?SN=${sn}&options=all&pushver=2.4.1`)
    app.clock.advance(1000)
    await ask('POST', `cdata?SN=${sn}&table=ATTLOG&Stamp=1`, '4321\t2026-06-15 11:00:00\n')
    app.clock.advance(1000)
    const { text } = await ask('GET', `getrequest?SN=${sn}`)
    const ids = [...text.matchAll(/^C:(\w+):/gm)].map(([, command]) => command)
    await ask('POST', `devicecmd?SN=${sn}`, `ID=${ids[0]}&Return=0&CMD=SET OPTION\nID=zz&Return=-1001&CMD=DATA\n`)
    const { since, calls, unknown_pages } = await traffic(id)
    expect(Date.parse(since)).toBeLessThanOrEqual(Date.now())
    expect(unknown_pages).toEqual([])
    expect(calls.map(({ method, page, table, status, answer }) => [method, page, table, status, answer])).toEqual([
      ['POST', 'devicecmd', null, 200, 'OK'],
      ['GET', 'getrequest', null, 200, expect.stringMatching(/^C:\w+:[A-Z_ ]+/)],
      ['POST', 'cdata', 'ATTLOG', 200, 'OK: 1'],
      ['GET', 'cdata', null, 200, `GET OPTION FROM: ${sn}`],
    ])
    const [results, poll, upload, handshake] = calls
    expect([handshake?.call, upload?.call, poll?.call, results?.call]).toEqual([
      'handshake',
      'upload',
      'poll',
      'results',
    ])
    expect(results?.commands).toEqual([
      { kind: 'option', code: 0, count: 1 },
      { kind: 'people', code: -1001, count: 1 },
    ])
    expect(poll?.commands).toContainEqual({ kind: 'put', code: null, count: 1 })
    expect(poll?.commands).toContainEqual({ kind: 'clock', code: null, count: 1 })
    expect(upload).toMatchObject({ bytes_in: 25, bytes_out: 5, address: '127.0.0.1', held: false, times: 1 })
    expect([upload?.at, poll?.bytes_out]).toEqual(['2026-06-15T16:00:01.000Z', Buffer.byteLength(text)])
  })

  test('traffic log: equal polls of an idle terminal are one entry with its first and last time', async () => {
    const { device, terminal } = await makeRegisteredTerminal(gym, port)
    await waitUntilInSync(terminal)
    const before = (await traffic(device.id)).calls.length
    for (let at = 0; at < 10; at++) {
      app.clock.advance(2000)
      await ask('GET', `getrequest?SN=${device.sn}`)
    }
    const { calls } = await traffic(device.id)
    expect(calls.length - before).toBeLessThanOrEqual(1)
    expect(calls[0]).toMatchObject({ call: 'poll', answer: 'OK', at: '2026-06-15T16:00:20.000Z' })
    expect(calls[0]?.times).toBeGreaterThanOrEqual(10)
    expect(Date.parse(calls[0]?.first_at ?? '')).toBeLessThan(Date.parse(calls[0]?.at ?? ''))
  })

  test('traffic log: shows rejected calls (too large, other origin, unknown page)', async () => {
    const { id, sn } = await makeDevice(gym)
    await ask('GET', `getrequest?SN=${sn}`)
    const head = makeRequestBytes('POST', `/iclock/cdata?SN=${sn}&table=OPERLOG`, '', ['Content-Length: 2000000'])
    await exchangeBytes(port, head.toString('latin1').replace('Content-Length: 0\r\n', ''))
    await ask('GET', `getrequest?SN=${sn}`, '', '127.0.0.77')
    for (const page of ['edata/photo/12.jpg', 'edata/photo/345.jpg', 'nuevo']) await ask('GET', `${page}?SN=${sn}`)
    const { calls, unknown_pages } = await traffic(id)
    expect(calls.map(({ page, status, held, times }) => [page, status, held, times]).slice(0, 4)).toEqual([
      ['nuevo', 200, false, 1],
      ['edata/photo/#.jpg', 200, false, 2],
      ['getrequest', 200, true, 1],
      ['cdata', 413, false, 1],
    ])
    expect(calls[3]?.bytes_in).toBe(2_000_000)
    expect(unknown_pages).toEqual([
      { page: 'edata/photo/#.jpg', calls: 2 },
      { page: 'nuevo', calls: 1 },
    ])
  })

  test('traffic log: contains no PINs, names or cards', async () => {
    const { device, terminal } = await makeRegisteredTerminal(
      gym,
      port,
      {},
      { users: [{ pin: '9090909', name: 'Forastera' }] },
    )
    await makeClient(gym, { name: 'Ana Secreta', card_number: '7654321', id_zkteco: 424242 })
    await waitUntilInSync(terminal)
    terminal.forcePunch({ pin: '424242', time: '2026-06-15 11:00:00' })
    await waitUntilInSync(terminal)
    await ask('POST', `cdata?SN=${device.sn}&table=Ana 424242`, 'Ana Secreta\t424242')
    await ask('GET', `Ana%20Secreta/424242?SN=${device.sn}&pin=424242`)
    const said = JSON.stringify((await traffic(device.id)).calls.map(({ at, first_at, ...call }) => call))
    expect(said).toContain('"kind":"put"')
    for (const secret of [/secreta/i, /424242/, /7654321/, /forastera/i, /9090909/]) expect(said).not.toMatch(secret)
  })
})

describe('TrafficLog', () => {
  const call = (more: Partial<LoggedTerminalCall> = {}): LoggedTerminalCall => ({
    address: '10.0.0.2',
    method: 'GET',
    call: 'poll',
    page: 'getrequest',
    table: null,
    bytes_in: 0,
    bytes_out: 2,
    status: 200,
    answer: 'OK',
    held: false,
    commands: [],
    ...more,
  })
  const now = new Date(started)
  const place = (gym: number, id: number) => ({ gym, id, sn: `${gym}S${id}` })

  test('TrafficLog: keeps 50 calls and 20 unknown pages of 1000 terminals each', () => {
    const kept = new TrafficLog(now)
    for (let size = 0; size < 70; size++) kept.record(place(1, 1), call({ bytes_in: size }), false, now)
    for (let page = 0; page < 30; page++) kept.record(place(1, 2), call({ page: `p${'x'.repeat(page)}` }), true, now)
    expect(kept.read(place(1, 1)).calls.map(({ bytes_in }) => bytes_in)).toEqual(
      Array.from({ length: 50 }, (_, at) => 69 - at),
    )
    expect(kept.read(place(1, 2)).unknown_pages).toHaveLength(21)
    expect(kept.read(place(1, 2)).unknown_pages[0]).toEqual({ page: '…', calls: 10 })
    for (let id = 3; id <= 1001; id++) kept.record(place(2, id), call(), false, now)
    expect([kept.read(place(1, 1)).calls.length, kept.read(place(1, 2)).calls.length]).toEqual([0, 30])
    expect(kept.read({ ...place(1, 2), sn: 'OTRA' }).calls).toEqual([])
  })
})
