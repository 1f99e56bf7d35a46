import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Family, families } from './families.ts'
import { createTerminal } from './terminal.ts'
import { startServer, type TestServer } from './testing-server.ts'

let server: TestServer

beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

test('a terminal describes itself where the handshake asks for that, and only there', async () => {
  const terminal = createTerminal({ host: '127.0.0.1', port: server.port, sn: 'SIM1' })
  server.handshake = server.handshake.replace('\nPushOptionsFlag=1', '')
  await terminal.step()
  expect(server.uploads('options')).toEqual([])
  server.handshake += '\nPushOptionsFlag=1'
  terminal.powerCut()
  await terminal.step()
  expect(server.uploads('options')).toHaveLength(1)
  await terminal.stop()
})

test('one of the access dialect registers before it tells or asks anything, and tells whom it refuses', async () => {
  const { firmware, faults } = families.f18
  const terminal = createTerminal({ host: '127.0.0.1', port: server.port, sn: 'SIM1', firmware, faults })
  const asked: string[] = []
  terminal.events.on('exchange', ({ target, body }) =>
    asked.push(`${target.replace(/\?SN=SIM1&?/, ' ')} ${body.trim()}`),
  )
  // This server knows the other dialect only.
  expect((await terminal.step()).ok).toBe(false)
  expect(asked.map((line) => line.split(' ')[0])).toEqual(['/iclock/cdata', '/iclock/registry'])
  expect(terminal.punch('7')).toEqual({ opened: false, reason: 'unknown pin' })
  expect(terminal.unsent()).toBe(1)
  await terminal.stop()
})

/** Over wherever the terminal stands: between two zones yesterday may still be today. */
const longAgo = () => new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
const put = (pin: number, fields: string) => `C:${pin}:DATA UPDATE USERINFO PIN=${pin}\t${fields}`

/** Which of the ways to block keep somebody out: Verify, VerifyMode, another group, an end that is over. */
test.each<[Family, string[]]>([
  ['senseface', ['Verify=3', 'Expires=1']],
  ['f22', ['Grp=2']],
  ['aiface', ['Grp=2']],
  ['mb360', ['Enable=0']],
  ['old-zem', ['VerifyMode=131']],
])('%s blocks by %j', async (family, expected) => {
  const { faults, ...known } = families[family]
  // The stand-in counts what it takes, whoever calls.
  const wire = { ...faults, acceptedForm: 'any' as const }
  const options = { ...known, firmware: { ...known.firmware, commandMs: 0 }, faults: wire }
  const terminal = createTerminal({ host: '127.0.0.1', port: server.port, sn: 'SIM1', ...options })
  const ways = ['Verify=3', 'VerifyMode=131', 'Grp=2', 'Enable=0', `EndDatetime=${longAgo()}T23:59:59\tExpires=1`]
  server.commands = [
    'C:a:SET OPTION OverValidTime=1',
    'C:b:SET OPTION UserValidTimeFun=1',
    ...ways.map((way, at) => put(at + 1, way)),
  ]
  expect(await terminal.step()).toMatchObject({ ok: true, commands: 7 })
  for (const pin of ['1', '2', '3', '4', '5']) terminal.enrolTemplate({ pin, kind: 'finger', number: 0, owner: pin })
  const blocking = ways.filter((_way, at) => !terminal.punch(String(at + 1), { method: 'finger' }).opened)
  expect(blocking.map((way) => way.replace(/.*\t/, ''))).toEqual(expected)
  expect(terminal.punch('9').opened).toBe(false)
  expect(server.uploads('options')[0]?.body).toContain(`~Platform=${known.firmware.platform}`)
  await terminal.stop()
})
