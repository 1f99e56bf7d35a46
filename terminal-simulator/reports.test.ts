import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Faults } from './faults.ts'
import { createTerminal, type Terminal, type TerminalOptions } from './terminal.ts'
import { startServer, type TestServer } from './testing-server.ts'

let server: TestServer

beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

const make = (options: Partial<TerminalOptions> = {}): Terminal =>
  createTerminal({ host: '127.0.0.1', port: server.port, sn: 'SIM1', ...options })

async function steps(terminal: Terminal, commands: string[], times = 1): Promise<void> {
  server.commands = commands.map((text, at) => `C:${at}:${text}`)
  for (let time = 0; time < times; time++) await terminal.step()
}

const put = 'DATA UPDATE USERINFO PIN=7\tName=Ana Núñez\tCard=123456789\tPasswd=12\tGrp=1\tVerify=3\tVerifyMode=129'
const reported = () => server.uploads('OPERLOG').map(({ body }) => body)

test('a put is reported only where the firmware does so', async () => {
  await steps(make(), [put])
  expect(reported()).toEqual([])
  await steps(make({ faults: { reportsPuts: true } }), [put])
  expect(reported()).toEqual([
    'USER PIN=7\tName=Ana Núñez\tPri=0\tPasswd=12\tCard=123456789\tGrp=1\tTZ=0000000100000000\tVerify=3\tViceCard=\tStartDatetime=0\tEndDatetime=0\n',
  ])
})

test.each<[Partial<Faults>, RegExp]>([
  [{ reportedVerify: 'absent' }, /0000\tViceCard/],
  [{ reportedVerify: 'group' }, /\tVerify=-1\t/],
  [{ reportedName: 'upper case' }, /\tName=ANA NÚÑEZ\t/],
  [{ reportedName: 'ascii' }, /\tName=Ana Nunez\t/],
  [{ reportedCard: 'reversed hex' }, /\tCard=\[15CD5B07\]\t/],
  [{ reportedCard: 'wiegand 26' }, /\tCard=9152501\t/],
  [{ passwordsUnreported: true }, /\tPasswd=\t/],
])('a report with %j', async (faults, line) => {
  await steps(make({ faults: { reportsPuts: true } }), [put])
  expect(reported()[0]).not.toMatch(line)
  await steps(make({ faults: { reportsPuts: true, ...faults } }), [put])
  expect(reported()[1]).toMatch(line)
})

test('a name is cut after 23 bytes in the middle of a character', async () => {
  const terminal = make({ faults: { reportedName: '23 bytes' } })
  terminal.enrol({ pin: '7', name: 'María de los Ángelesñññ' })
  terminal.enrol({ pin: '8', name: 'Ana' })
  await terminal.step()
  expect(reported()[0]).toContain('\tName=María de los Ángeles\ufffd\t')
  expect(reported()[1]).toContain('\tName=Ana\t')
})

test('the US dialect reads and tells VerifyMode alone', async () => {
  const terminal = make({ faults: { reportsPuts: true }, firmware: { verifyKey: 'VerifyMode' } })
  await steps(terminal, [put])
  expect(terminal.users.get('7')?.verify).toBe(1)
  expect(reported()[0]).toContain('\tVerifyMode=129\t')
  await steps(terminal, ['DATA UPDATE USERINFO PIN=7\tVerify=3'])
  expect(terminal.users.get('7')?.verify).toBe(1)
  await steps(terminal, ['DATA UPDATE USERINFO PIN=7\tVerifyMode=131'])
  expect(terminal.punch('7')).toMatchObject({ reason: 'blocked' })
})

test.each([
  [false, 2],
  [true, 1],
])('enrolments with operationsOnly %s come in %i lines', async (operationsOnly, lines) => {
  const terminal = make({ faults: { operationsOnly } })
  terminal.enrol({ pin: '7', name: 'Ana' })
  terminal.enrolTemplate({ pin: '7', kind: 'finger', number: 6, owner: 'Ana' })
  terminal.enrolTemplate({ pin: '8', kind: 'face', number: 0, owner: 'Bea' })
  await terminal.step()
  const bodies = reported().map((body) => body.trim().split('\n'))
  expect(bodies.map(([first]) => first?.replace(/\t.*:\d\d\t/, ' '))).toEqual([
    'OPLOG 30 7\t0\t0\t0',
    'OPLOG 6 7\t6\t0\t0',
    'OPLOG 101 8\t0\t0\t0',
  ])
  expect(bodies.map(({ length }) => length)).toEqual([lines, lines, lines])
  expect([...terminal.users.keys()]).toEqual(['7', '8'])
})

const infoOf = (place: number) => server.received.flatMap(({ query }) => query.get('INFO')?.split(',')[place] ?? [])

test.each<[Partial<Faults>, string[]]>([
  [{}, ['3']],
  [{ infoAtEachPoll: true }, ['3', '3', '3']],
  [{ usersCountedShort: 2 }, ['1']],
  [{ usersCountedShort: 9 }, ['0']],
  [{ countsFingers: true }, ['1']],
])('INFO with %j', async (faults, counts) => {
  const templates = [{ pin: '7', kind: 'finger' as const, number: 6, owner: 'Ana' }]
  const terminal = make({ users: [{ pin: '7' }, { pin: '8' }, { pin: '9' }], templates, faults })
  await steps(terminal, [], 3)
  expect(infoOf(1)).toEqual(counts)
  expect(server.uploads('options')[0]?.body).toContain(`,UserCount=${counts[0]},`)
})

test('two terminals with one serial number differ in what else they say', async () => {
  await make().step()
  await make({ mac: '00:17:61:00:00:02', ip: '10.0.0.2' }).step()
  expect(infoOf(4)).toEqual(['127.0.0.1', '10.0.0.2'])
  expect(server.received.map(({ headers }) => headers.mac)).toEqual([
    ...Array(3).fill(undefined),
    ...Array(3).fill('00:17:61:00:00:02'),
  ])
  expect(server.uploads('options')[1]?.body).toMatch(/MAC=00:17:61:00:00:02,.*IPAddress=10\.0\.0\.2/)
})

test.each<[Faults['acceptedForm'], boolean[]]>([
  ['any', [true, true, false]],
  ['OK', [false, false, true]],
  ['OK:n', [false, true, false]],
])('a terminal that accepts %s', async (acceptedForm, taken) => {
  const answers = ['OK: 1', 'OK:1', 'OK']
  const results: boolean[] = []
  for (const answer of answers) {
    const terminal = make({ faults: { acceptedForm } })
    await terminal.step()
    terminal.forcePunch({ pin: '7', time: '2026-01-02 03:04:05' })
    server.reply = ({ query }) => (query.get('table') === 'ATTLOG' ? answer : undefined)
    await terminal.step()
    results.push(terminal.unsent() === 0)
  }
  expect(results).toEqual(taken)
})

const now = () => new Date('2026-08-10T12:00:00Z')
const setClock = 'SET OPTION DateTime=583080894'

test.each<[Partial<TerminalOptions>, string, string]>([
  [{}, '2026-08-10 09:00:00', '2018-02-22 14:54:54'],
  [{ clockOffsetMs: 2 * 86_400_000 }, '2026-08-12 09:00:00', '2018-02-22 14:54:54'],
  [{ firmware: { deadBattery: true } }, '2000-01-01 00:00:00', '2018-02-22 14:54:54'],
  [{ firmware: { ignoresDateTime: true } }, '2026-08-10 09:00:00', '2026-08-10 09:00:00'],
  [{ firmware: { ignoresTimeZone: true } }, '2026-08-10 12:00:00', '2018-02-22 14:54:54'],
])('the clock with %j', async (options, before, after) => {
  const terminal = make({ now, users: [{ pin: '7' }], ...options })
  await terminal.step()
  terminal.punch('7')
  await steps(terminal, [setClock])
  terminal.punch('7')
  await terminal.step()
  expect(server.uploads('ATTLOG').map(({ body }) => body.split('\t')[1])).toEqual([before, after])
})
