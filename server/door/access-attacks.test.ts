// An attacker in a terminal's own network who knows its serial number (access dialect) gains nothing.
import type { Terminal } from '@torniquete/terminal-simulator/terminal.ts'
import { expect, test } from 'vitest'
import { gym, makeMember, port, startDoorApp } from '../testing/door-app.ts'
import { makeUser } from '../testing/factories.ts'
import { commandsOf, exchange, makeTerminal, requestText, settle, toPin } from '../testing/terminals.ts'

startDoorApp()

const access = { firmware: { dialect: 'access', deviceName: 'SenseFace 4A' } } as const

/** A member, one of the staff, and two terminals that hold both; the second one's number is known to somebody. */
async function makeScene() {
  const { terminal } = await makeTerminal(gym, port, {}, access)
  const { terminal: copied, device } = await makeTerminal(gym, port, {}, access)
  const ana = await makeMember({ name: 'Ana' })
  const worker = await makeUser(gym, 'gym_worker')
  for (const each of [terminal, copied]) await settle(each)
  const forge = async (method: string, target: string, body = '') =>
    (await exchange(port, requestText(method, `/iclock/${target.replace('?', `?SN=${device.sn}&`)}`, body))).text
  return { terminal, copied, device, ana, worker, forge }
}

const heldBy = (terminal: Terminal, pin: string) => {
  const { card, pri, name } = terminal.users.get(pin) ?? {}
  return { card, pri, name }
}

test('forged user rows: neither cards nor rights reach the gym or another terminal', async () => {
  const { terminal, copied, device, ana, worker, forge } = await makeScene()
  const before = [toPin(ana), toPin(worker)].map((pin) => heldBy(terminal, pin))
  const rows = [toPin(ana), toPin(worker)]
    .map((pin) => `user uid=1\tcardno=9932${pin}\tpin=${pin}\tpassword=1\tgroup=1\tname=Otro\tprivilege=14\tdisable=0`)
    .join('\r\n')
  expect(await forge('POST', 'cdata?table=tabledata&tablename=user&count=2', rows)).toBe('user=2')
  await forge('POST', 'cdata?table=tabledata&tablename=userauthorize&count=1', `userauthorize pin=${toPin(ana)}`)
  for (const each of [terminal, copied]) await settle(each)
  expect((await gym.admin.call('clients.read', { params: { id_client: ana.id } })).card_number).toBeNull()
  expect([toPin(ana), toPin(worker)].map((pin) => heldBy(terminal, pin))).toEqual(before)
  // A person is asked; rights are asked about of the staff alone.
  const asked = await gym.admin.call('devices.people', { params: { id_device: device.id } })
  expect(asked.map(({ kind, pin }) => `${kind} ${pin}`)).not.toContain(`privilege ${toPin(ana)}`)
  expect(asked.map(({ kind }) => kind)).toContain('card')
})

test('a forged count, and a forged registration, are not answered by the list of members', async () => {
  const { copied, ana, forge } = await makeScene()
  const said = [
    await forge('POST', 'cdata?table=options', '~DeviceName=SenseFace 4A,UserCount=0'),
    await forge('GET', 'getrequest?'),
    await forge('POST', 'registry?', 'DeviceType=acc,~DeviceName=SenseFace 4A,LockCount=1,UserCount=0'),
    await forge('POST', 'push?'),
    await forge('GET', 'getrequest?'),
    await forge('POST', 'querydata?type=count&cmdid=1&tablename=user&count=1&packcnt=1&packidx=1', 'user=0'),
    await forge('GET', 'getrequest?'),
  ].join('\n')
  expect(said).not.toContain('Ana')
  expect(said).not.toMatch(/DATA UPDATE user /)
  // The terminal itself goes on, whole.
  const told = commandsOf(copied)
  await settle(copied)
  expect(heldBy(copied, toPin(ana)).name).toBe('Ana')
  expect(told.filter((text) => text.startsWith('DATA DELETE'))).toEqual([])
})
