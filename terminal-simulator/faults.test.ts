import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Faults } from './faults.ts'
import { createTerminal, type Terminal } from './terminal.ts'
import { startServer, type TestServer } from './testing-server.ts'

let server: TestServer

beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

/** A terminal with these faults after its handshake, one punch and one enrolment. */
async function play(faults: Partial<Faults>, name = 'Ann'): Promise<Terminal> {
  const terminal = createTerminal({ host: '127.0.0.1', port: server.port, sn: 'SIM1', faults })
  await terminal.step()
  terminal.enrol({ pin: '7', name })
  terminal.forcePunch({ pin: '7', time: '2026-01-02 03:04:05' })
  await terminal.step()
  return terminal
}

const attlog = () => server.received.find(({ body }) => /^7\t/.test(body))
const operlog = () => server.received.find(({ body }) => body.startsWith('OPLOG'))

test('spellings of the address', async () => {
  await play({ aspx: true, doubledPrefix: true })
  expect(attlog()?.target).toBe('/iclock/iclock/cdata.aspx?SN=SIM1&table=ATTLOG&Stamp=9999')
  server.received.length = 0
  await play({ trailingSlash: true, noTable: true })
  expect(attlog()?.target).toBe('/iclock/cdata/?SN=SIM1&Stamp=9999')
  await play({ deviceTypeSpelling: 'middle east' })
  expect(server.received.some(({ target }) => target.includes('DeviceType=middle%20east'))).toBe(true)
})

test('OpStamp', async () => {
  await play({ opStamp: true })
  expect(operlog()?.target).toBe('/iclock/cdata?SN=SIM1&table=OPERLOG&OpStamp=8888')
  expect(attlog()?.target).toContain('&Stamp=9999')
})

test('headers that are missing, wrong or too many', async () => {
  await play({ noHost: true, noContentType: true })
  expect(Object.keys(attlog()?.headers ?? {})).toEqual(['user-agent', 'connection', 'accept', 'content-length'])
  server.received.length = 0
  await play({ formContentType: true, macHeader: true })
  expect(attlog()?.headers).toMatchObject({
    'content-type': 'application/x-www-form-urlencoded',
    mac: '00:17:61:10:79:9f',
  })
})

test.each<[Partial<Faults>, string]>([
  [{ twoColumns: true }, '7\t2026-01-02 03:04:05\n'],
  [{ twoColumns: true, crlf: true }, '7\t2026-01-02 03:04:05\r\n'],
  [{ twoColumns: true, noFinalLineEnd: true }, '7\t2026-01-02 03:04:05'],
  [{ trailingTab: true }, '7\t2026-01-02 03:04:05\t255\t15\t0\t0\t0\t0\t0\t0\t\n'],
  [{ elevenColumns: true }, '7\t2026-01-02 03:04:05\t255\t15\t0\t0\t0\t0\t0\t0\t1\n'],
])('lines with %j', async (faults, body) => {
  await play(faults)
  expect(attlog()?.body).toBe(body)
})

test('names in GBK, out and in', async () => {
  const terminal = await play({ gbkNames: true, noUserWord: true }, '张三')
  expect(operlog()?.bytes.includes(Buffer.from([0x4e, 0x61, 0x6d, 0x65, 0x3d, 0xd5, 0xc5, 0xc8, 0xfd]))).toBe(true)
  expect(operlog()?.body).toContain('\nPIN=7\t')
  const command = Buffer.concat([
    Buffer.from('C:1:DATA UPDATE USERINFO PIN=7\tName='),
    Buffer.from([0xc8, 0xfd]),
    Buffer.from('\tCard='),
  ])
  server.reply = ({ path }) => (path.includes('getrequest') ? { body: command } : undefined)
  await terminal.step()
  expect(terminal.users.get('7')?.name).toBe('三')
})

test('a terminal that is content with a bare OK, and one that does not count', async () => {
  server.reply = ({ query }) => (query.get('table') === 'ATTLOG' ? 'OK' : undefined)
  expect((await play({ acceptBareOk: true })).unsent()).toBe(0)
  server.reply = ({ query }) => (query.get('table') === 'ATTLOG' ? 'OK: 5' : undefined)
  expect((await play({ strictCount: false })).unsent()).toBe(0)
  expect((await play({})).unsent()).toBe(1)
})

test('batches that come more than once', async () => {
  expect((await play({ resendTimes: 3 })).unsent()).toBe(0)
  expect(server.uploads('ATTLOG')).toHaveLength(3)
})

test('a terminal that hangs up before the answer sends the batch again', async () => {
  const terminal = await play({})
  terminal.forcePunch('8\t2026-01-02 03:04:05')
  terminal.faults.dropBeforeAnswer = true
  expect(await terminal.step()).toMatchObject({ ok: false })
  expect(terminal.stats().lastError).toBe('dropped')
  terminal.faults.dropBeforeAnswer = false
  expect(await terminal.step()).toMatchObject({ ok: true, records: 1 })
  expect(server.uploads('ATTLOG').map(({ body }) => body.charAt(0))).toEqual(['7', '8', '8'])
})

test('stamps that are honoured', async () => {
  const terminal = await play({ honourStamps: true })
  server.handshake = server.handshake.replace('ATTLOGStamp=9999', 'ATTLOGStamp=0')
  server.commands = ['C:1:CHECK']
  await terminal.step()
  expect(await terminal.step()).toMatchObject({ records: 1 })
})

test.each<[Partial<Faults>, string[]]>([
  [{ duplicateResults: true }, ['ID=1&Return=0&CMD=AC_UNLOCK', 'ID=1&Return=0&CMD=AC_UNLOCK']],
  [{ lowerCaseReturn: true }, ['ID=1&return=0&CMD=AC_UNLOCK']],
  [{ serialNumberInResults: true }, ['ID=1&SN=SIM1&Return=0&CMD=AC_UNLOCK']],
  [{ failCommands: true }, ['ID=1&Return=-1002&CMD=AC_UNLOCK']],
  [{ ignoreCommands: true }, []],
])('results with %j', async (faults, bodies) => {
  const terminal = await play(faults)
  server.commands = ['C:1:AC_UNLOCK']
  await terminal.step()
  const results = server.received.filter(({ path }) => path.includes('devicecmd')).map(({ body }) => body)
  expect(results).toEqual(bodies)
  expect(terminal.doorOpenings).toHaveLength(faults.failCommands || faults.ignoreCommands ? 0 : 1)
})
