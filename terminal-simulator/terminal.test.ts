import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTerminal, type Terminal, type TerminalOptions } from './terminal.ts'
import { startServer, type TestServer } from './testing-server.ts'

let server: TestServer
let terminal: Terminal

function make(options: Partial<TerminalOptions> = {}): Terminal {
  terminal = createTerminal({ host: '127.0.0.1', port: server.port, sn: 'SIM1', delayScale: 0.001, ...options })
  return terminal
}

const targets = () => server.received.map(({ method, target }) => `${method} ${target}`)
const ann = { pin: '7', name: 'Ann', verify: 0 }

beforeEach(async () => {
  server = await startServer()
})
afterEach(async () => {
  await terminal.stop()
  await server.close()
})

describe('a cycle', () => {
  test('first introduces itself, then uploads and polls', async () => {
    make({ users: [ann] })
    expect(await terminal.step()).toEqual({ ok: true, records: 0, commands: 0 })
    terminal.punch('7', { at: '2026-01-02 03:04:05' })
    expect(await terminal.step()).toEqual({ ok: true, records: 1, commands: 0 })
    expect(targets()).toEqual([
      'GET /iclock/cdata?SN=SIM1&options=all&pushver=2.4.1&language=97&DeviceType=att&PushOptionsFlag=1',
      'POST /iclock/cdata?SN=SIM1&table=options',
      'GET /iclock/getrequest?SN=SIM1&INFO=Ver%208.0.4.7-20230510,1,0,0,127.0.0.1,10,58,12,1,111',
      'POST /iclock/cdata?SN=SIM1&table=ATTLOG&Stamp=9999',
      'GET /iclock/getrequest?SN=SIM1',
    ])
    expect(server.uploads('ATTLOG')[0]?.body).toBe('7\t2026-01-02 03:04:05\t255\t15\t0\t0\t0\t0\t0\t0\n')
    expect(server.received[0]?.headers).toEqual({
      host: `127.0.0.1:${server.port}`,
      'user-agent': 'iClock Proxy/1.09',
      connection: 'close',
      accept: '*/*',
    })
  })

  test('repeats the handshake until the block comes', async () => {
    make()
    server.handshake = 'OK'
    expect(await terminal.step()).toMatchObject({ ok: false })
    server.handshake = 'GET OPTION FROM: OTHER\nDelay=2'
    expect(await terminal.step()).toMatchObject({ ok: false })
    expect(terminal.stats().lastError).toContain('handshake')
    expect(server.received).toHaveLength(2)
  })

  test('keeps 128 records to a batch, in order, until all are taken', async () => {
    make()
    for (let at = 0; at < 300; at++) terminal.forcePunch(`${at + 1}\t2026-01-02 03:04:05`)
    await terminal.step()
    await terminal.step()
    expect(terminal.unsent()).toBe(44)
    await terminal.step()
    const lines = server.uploads('ATTLOG').map(({ body }) => body.trim().split('\n'))
    expect(lines.map(({ length }) => length)).toEqual([128, 128, 44])
    expect(lines.flat().map((line) => Number.parseInt(line, 10))).toEqual(
      Array.from({ length: 300 }, (_, at) => at + 1),
    )
    expect(terminal.unsent()).toBe(0)
  })

  test.each([
    ['503', { status: 503, body: '' }],
    ['a bare OK', 'OK'],
    ['a lower count', 'OK: 1'],
    ['HTML', '<html>OK: 2</html>'],
  ])('sends a batch again that is answered with %s', async (_name, reply) => {
    make()
    await terminal.step()
    terminal.forcePunch({ pin: '1', time: '2026-01-02 03:04:05' })
    terminal.forcePunch({ pin: '2', time: '2026-01-02 03:04:06' })
    server.reply = ({ query }) => (query.get('table') === 'ATTLOG' ? reply : undefined)
    expect(await terminal.step()).toMatchObject({ ok: false, records: 0 })
    expect(terminal.unsent()).toBe(2)
    server.reply = () => undefined
    expect(await terminal.step()).toMatchObject({ ok: true, records: 2 })
    const bodies = server.uploads('ATTLOG').map(({ body }) => body)
    expect(bodies[1]).toBe(bodies[0])
  })

  test('a chunked answer is read too', async () => {
    make()
    server.reply = ({ query }) => (query.has('options') ? { body: server.handshake, chunked: true } : undefined)
    expect(await terminal.step()).toMatchObject({ ok: true })
  })
})

describe('the door', () => {
  test('is judged at the terminal', async () => {
    make({ users: [ann, { pin: '8', verify: 3 }] })
    expect(terminal.punch('9')).toEqual({ opened: false, reason: 'unknown pin' })
    expect(terminal.punch('8')).toEqual({ opened: false, reason: 'blocked' })
    expect(terminal.unsent()).toBe(0)
    expect(terminal.punch('8', { method: 'password' })).toEqual({ opened: true })
    expect(terminal.punch('7', { method: 'finger' })).toEqual({ opened: true })
    expect(terminal.unsent()).toBe(2)
    expect(terminal.doorOpenings).toHaveLength(2)
    await terminal.step()
    expect(server.uploads('ATTLOG')[0]?.body).toMatch(/^8\t[^\t]+\t255\t3\t.*\n7\t[^\t]+\t255\t1\t.*\n$/)
  })

  test('opens by AC_UNLOCK', async () => {
    make()
    server.commands = ['C:OPENDOOR0:AC_UNLOCK']
    expect(await terminal.step()).toMatchObject({ commands: 1 })
    expect(terminal.doorOpenings).toHaveLength(1)
    expect(server.received.at(-1)).toMatchObject({
      target: '/iclock/devicecmd?SN=SIM1',
      body: 'ID=OPENDOOR0&Return=0&CMD=AC_UNLOCK',
    })
  })
})

describe('what the terminal holds', () => {
  test('time is that of its own clock, in the zone it was told or has', async () => {
    make({ users: [ann] })
    await terminal.step()
    terminal.punch('7', { at: new Date('2026-01-02T02:00:00Z') })
    await terminal.step()
    expect(server.uploads('ATTLOG')[0]?.body).toMatch(/^7\t2026-01-01 23:00:00\t/)
    make({ users: [ann], timeZoneOffsetMinutes: 330, clockOffsetMs: 60_000, faults: { clockSkewMs: 1000 } })
    await terminal.step()
    terminal.punch('7', { at: new Date('2026-01-02T02:00:00Z') })
    await terminal.step()
    expect(server.uploads('ATTLOG')[1]?.body).toMatch(/^7\t2026-01-02 07:31:01\t/)
  })

  test('comes whole again after a reset of the pointer, and not after a factory reset', async () => {
    make({ users: [ann] })
    await terminal.step()
    terminal.punch('7')
    await terminal.step()
    terminal.resendAll()
    expect(await terminal.step()).toMatchObject({ records: 1 })
    terminal.factoryReset()
    expect(terminal.users.size).toBe(0)
    expect(await terminal.step()).toMatchObject({ ok: true, records: 0 })
    expect(server.uploads('options')).toHaveLength(2)
  })

  test('an enrolment at the terminal is told', async () => {
    make()
    terminal.enrol({ pin: '9', name: 'Bea' })
    await terminal.step()
    expect(server.uploads('OPERLOG')[0]?.body).toMatch(
      /^OPLOG 30\t0\t[^\t]+\t9\t0\t0\t0\nUSER PIN=9\tName=Bea\tPri=0\t/,
    )
  })
})

describe('in real time', () => {
  test('a punch is pushed at once, not after the delay', async () => {
    make({ users: [ann], delayScale: 1 })
    terminal.start()
    await once(terminal.events, 'cycle')
    terminal.punch('7')
    await once(terminal.events, 'cycle')
    expect(server.uploads('ATTLOG')).toHaveLength(1)
    expect(() => terminal.step()).toThrow('not started')
  })

  test('goes on polling, loses nothing while offline, and begins anew', async () => {
    make({ users: [ann], errorDelayMs: 60_000 })
    terminal.start()
    for (let cycles = 0; cycles < 3; cycles++) await once(terminal.events, 'cycle')
    terminal.goOffline()
    const [report] = await once(terminal.events, 'cycle')
    expect(report).toMatchObject({ ok: false })
    const heard = server.received.length
    terminal.punch('7')
    terminal.goOnline()
    while (terminal.unsent() > 0) await once(terminal.events, 'cycle')
    expect(server.received[heard]?.query.has('options')).toBe(true)
    await terminal.stop()
    const { exchanges } = terminal.stats()
    expect(exchanges).toBeGreaterThan(8)
    expect(exchanges).toBeLessThanOrEqual(server.received.length)
  })

  test('a server that is away is called until it is there', async () => {
    make({ errorDelayMs: 1 })
    await server.close()
    terminal.start()
    await once(terminal.events, 'cycle')
    expect(terminal.stats().lastError).toContain('unreachable')
    server = await startServer(server.port)
    await once(terminal.events, 'exchange')
    expect(server.received[0]?.query.has('options')).toBe(true)
  })

  test('stop cuts what is under way, and the terminal can be started again', async () => {
    make()
    let cut: Promise<void> | null = null
    server.reply = () => {
      cut = terminal.stop()
      return undefined
    }
    terminal.start()
    await once(terminal.events, 'cycle')
    await cut
    expect(server.received).toHaveLength(1)
    expect(terminal.stats().exchanges).toBe(0)
    server.reply = () => undefined
    terminal.start()
    expect(await once(terminal.events, 'cycle')).toMatchObject([{ ok: true }])
  })

  test('an answer that never comes is a failure', async () => {
    const silent = createServer((socket) => socket.resume())
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    make({ port: typeof address === 'object' && address ? address.port : 0, timeoutMs: 20 })
    expect(await terminal.step()).toMatchObject({ ok: false })
    expect(terminal.stats().lastError).toBe('timeout')
    await new Promise((resolve) => silent.close(resolve))
  })
})
