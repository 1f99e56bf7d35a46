import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Firmware } from './firmware.ts'
import { createTerminal, type Terminal, type TerminalOptions } from './terminal.ts'
import { startServer, type TestServer } from './testing-server.ts'

let server: TestServer
let terminal: Terminal

function make(firmware: Partial<Firmware>, options: Partial<TerminalOptions> = {}): Terminal {
  terminal = createTerminal({
    host: '127.0.0.1',
    port: server.port,
    sn: 'SIM1',
    delayScale: 0.001,
    firmware,
    ...options,
  })
  return terminal
}

async function step(...commands: string[]): Promise<void> {
  server.commands = commands.map((text, at) => `C:${at}:${text}`)
  await terminal.step()
}

const results = () => server.received.filter(({ path }) => path.includes('devicecmd')).map(({ body }) => body)
const codes = () => results().flatMap((body) => [...body.matchAll(/Return=(-?\d+)/g)].map(([, code]) => Number(code)))
const targets = (table: string) => server.uploads(table).map(({ target }) => target.replace(/.*&/, ''))
const pass = (pin: string) => terminal.forcePunch({ pin, time: '2026-01-02 03:04:05' })

beforeEach(async () => {
  server = await startServer()
})
afterEach(async () => {
  await terminal.stop()
  await server.close()
})

describe('stamps of its own', () => {
  const history = [
    { code: 22, time: '2019-01-01 00:00:00' },
    { code: 9, time: '2020-01-01 00:00:00', pin: '7' },
  ]

  test('a new server, or one that says 9999, gets everything again at each handshake', async () => {
    make({ stamps: 'own' }, { operations: history })
    pass('7')
    await step()
    expect(server.uploads('OPERLOG')[0]?.body).toBe(
      'OPLOG 22\t0\t2019-01-01 00:00:00\t0\t0\t0\t0\nOPLOG 9\t0\t2020-01-01 00:00:00\t7\t0\t0\t0\n',
    )
    expect([...targets('OPERLOG'), ...targets('ATTLOG')]).toEqual(['Stamp=500000002', 'Stamp=500000001'])
    terminal.powerCut()
    await step()
    expect([server.uploads('OPERLOG').length, server.uploads('ATTLOG').length]).toEqual([2, 2])
  })

  test('a server that names the last stamp gets what is newer, and after CHECK everything', async () => {
    make({ stamps: 'own' }, { operations: history, pushver: null })
    server.handshake = 'GET OPTION FROM: SIM1\nStamp=500000001\nOpStamp=500000002'
    pass('7')
    pass('8')
    await step()
    expect(server.uploads('OPERLOG')).toHaveLength(0)
    expect(server.uploads('ATTLOG').map(({ body }) => body.charAt(0))).toEqual(['8'])
    await step('CHECK')
    await step()
    expect(server.uploads('ATTLOG').map(({ body }) => body.match(/^\d/gm)?.join(''))).toEqual(['8', '78'])
    expect(server.uploads('OPERLOG')).toHaveLength(1)
  })

  test('are not those of a terminal with a pointer', async () => {
    make({}, { operations: history })
    pass('7')
    await step('CHECK')
    await step()
    expect(targets('ATTLOG')).toEqual(['Stamp=9999'])
    expect(server.uploads('OPERLOG')).toHaveLength(0)
  })
})

test('idle polls are stretched, whatever Delay says', async () => {
  make({ idlePollSeconds: 30 })
  await step()
  expect(terminal.pollSeconds()).toBe(30)
  await step('AC_UNLOCK')
  expect(terminal.pollSeconds()).toBe(2)
  await step()
  expect(terminal.pollSeconds()).toBe(30)
  make({})
  await step()
  expect(terminal.pollSeconds()).toBe(10)
})

describe('who is asked for', () => {
  const users = ['0102030405', 'K7', '00057', '12'].map((pin) => ({ pin, name: `name ${pin}` }))
  const pins = (table: string) =>
    server.uploads(table).map(({ body }) => [...body.matchAll(/PIN=(\w+)/g)].map(([, pin]) => pin))
  const place = (fragment: string) => server.received.findIndex(({ target }) => target.includes(fragment))

  test('is told whatever the number looks like', async () => {
    make({}, { users })
    await step('DATA QUERY USERINFO')
    expect(pins('OPERLOG')).toEqual([['0102030405', 'K7', '00057', '12']])
    expect(place('devicecmd')).toBeLessThan(place('OPERLOG'))
    await step('DATA QUERY USERINFO PIN=00057', 'DATA QUERY USERINFO PIN=13')
    expect(pins('OPERLOG')[1]).toEqual(['00057'])
    expect(codes()).toEqual([0, 0, -10])
  })

  test('in several batches before the acknowledgement, in the table USERINFO', async () => {
    make({ queryAnswer: 'USERINFO', queryBatch: 3, queryRowsFirst: true }, { users })
    await step('DATA QUERY USERINFO')
    expect(pins('USERINFO')).toEqual([['0102030405', 'K7', '00057'], ['12']])
    expect(server.uploads('USERINFO')[0]?.body).toMatch(/^PIN=/)
    expect(place('USERINFO')).toBeLessThan(place('devicecmd'))
  })

  test('in parts, a question for each', async () => {
    make({ queryLimit: 3 }, { users })
    for (let time = 0; time < 3; time++) await step('DATA QUERY USERINFO')
    expect(pins('OPERLOG').map(({ length }) => length)).toEqual([3, 1, 3])
  })

  test.each([
    ['nothing', 0],
    ['refused', -1002],
  ] as const)('or not at all: %s', async (queryAnswer, code) => {
    make({ queryAnswer }, { users })
    await step('DATA QUERY USERINFO')
    expect([pins('OPERLOG'), codes()]).toEqual([[], [code]])
  })
})

describe('a power cut', () => {
  test('keeps what is stored and forgets what waited', async () => {
    make({}, { users: [{ pin: '7' }] })
    await step()
    terminal.punch('7')
    terminal.enrol({ pin: '8' })
    terminal.powerCut()
    await step()
    expect(terminal.users.size).toBe(2)
    expect(server.uploads('options')).toHaveLength(2)
    expect(server.uploads('ATTLOG')).toHaveLength(1)
    expect(server.uploads('OPERLOG')).toHaveLength(0)
  })

  test('sets the clock of a terminal without a battery back', async () => {
    make({ deadBattery: true }, { users: [{ pin: '7' }] })
    await step('SET OPTION DateTime=583080894')
    terminal.punch('7')
    terminal.powerCut()
    terminal.punch('7')
    await step()
    await step()
    expect(server.uploads('ATTLOG')[0]?.body).toMatch(/^7\t2018-02-22 .*\n7\t2000-01-01 /)
  })

  test('in the middle of slow work leaves the rest of it undone and untold', async () => {
    make({ commandMs: 20 })
    server.commands = ['C:1:DATA UPDATE USERINFO PIN=7', 'C:2:DATA UPDATE USERINFO PIN=8']
    terminal.events.once('command', () => terminal.powerCut())
    await terminal.step()
    expect([[...terminal.users.keys()], results()]).toEqual([['7'], []])
    await terminal.step()
    expect(server.uploads('options')).toHaveLength(2)
  })
})

describe('who passes', () => {
  const passes = () => server.uploads('ATTLOG').flatMap(({ body }) => body.trim().split('\n'))

  test.each([
    [true, false],
    [false, true],
  ])('a card at an external reader that obeys Verify: %s', (readerObeysVerify, opened) => {
    make({ readerObeysVerify }, { users: [{ pin: '7', verify: 3 }] })
    expect(terminal.punch('7', { method: 'wiegand' }).opened).toBe(opened)
    expect(terminal.punch('7', { method: 'card' }).opened).toBe(false)
  })

  test('a password set at the terminal opens for the blocked', () => {
    make({ needsPassword: true }, { users: [{ pin: '7', verify: 3 }] })
    expect(terminal.punch('7', { method: 'password' })).toEqual({ opened: false, reason: 'no password' })
    terminal.enrol({ pin: '7', password: '1234' })
    expect(terminal.punch('7', { method: 'password' })).toEqual({ opened: true })
    make({}, { users: [{ pin: '7', verify: 3 }] })
    expect(terminal.punch('7', { method: 'password' })).toEqual({ opened: true })
  })

  test('the button, an exit, and a face that stays', async () => {
    make({}, { users: [{ pin: '7' }] })
    terminal.pressButton()
    terminal.punch('7', { at: '2026-01-02 03:04:59', status: 1 })
    terminal.punch('7', { at: '2026-01-02 03:04:59', repeats: 3 })
    await step()
    expect(passes()[0]).toMatch(/^0\t/)
    expect(
      passes()
        .slice(1)
        .map((line) => line.split('\t').slice(0, 3).join(' ')),
    ).toEqual([
      '7 2026-01-02 03:04:59 1',
      '7 2026-01-02 03:04:59 255',
      '7 2026-01-02 03:05:00 255',
      '7 2026-01-02 03:05:01 255',
    ])
    expect(terminal.doorOpenings).toHaveLength(5)
  })
})

describe('commands', () => {
  const puts = [1, 2, 3].map((pin) => `DATA UPDATE USERINFO PIN=${pin}`)

  test.each([
    [{}, [0, 0, 0]],
    [{ commandsPerPoll: 2 }, [0, 0]],
  ])('in one poll with %j', async (firmware, expected) => {
    make(firmware)
    await step(...puts)
    expect(codes()).toEqual(expected)
    await step()
    expect(terminal.users.size).toBe(expected.length)
  })

  test('take their time, and what is not begun when the terminal stops is not done', async () => {
    make({ commandMs: 30 })
    const begun = performance.now()
    await step(...puts)
    expect(performance.now() - begun).toBeGreaterThan(80)
    make({ commandMs: 60_000 })
    server.commands = [`C:1:${puts[0]}`]
    const heard = new Promise<void>((resolve) => {
      terminal.events.on('exchange', ({ answer }) => answer.startsWith('C:') && setImmediate(resolve))
    })
    terminal.start()
    await heard
    await terminal.stop()
    expect(terminal.users.size).toBe(0)
  })

  test.each<[Partial<Firmware>, number[], number]>([
    [{}, [0, -1002], 1],
    [{ unlock: 'acknowledges', controlDevice: 'acknowledges' }, [0, 0], 0],
    [{ unlock: 'refuses', controlDevice: 'opens' }, [-1002, 0], 1],
  ])('that open, with %j', async (firmware, expected, openings) => {
    make(firmware)
    await step('AC_UNLOCK', 'CONTROL DEVICE 01010105')
    expect([codes(), terminal.doorOpenings.length]).toEqual([expected, openings])
  })

  test.each(['01010100', '010101FF', '01000105', '02010000'])('CONTROL DEVICE %s opens no door', async (code) => {
    make({ controlDevice: 'opens' })
    await step(`CONTROL DEVICE ${code}`)
    expect([codes(), terminal.doorOpenings.length]).toEqual([[-1002], 0])
  })
})
