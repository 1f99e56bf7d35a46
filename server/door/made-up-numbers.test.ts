// A number that was only made up for somebody of the staff is whoever's a terminal knows by it.
import { expect, test } from 'vitest'
import { gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeUnreadDevice, makeUser } from '../testing/factories.ts'
import { commandsOf, exchange, holdings, requestText, settle, terminalAt } from '../testing/terminals.ts'

startDoorApp()

const fingerOf = (pin: string, owner: string) => ({ pin, kind: 'finger' as const, number: 6, owner })
const owner = async () =>
  (await gym.admin.call('users.list')).find(({ role }) => role.name === 'gym_super_admin')?.id_zkteco
/** A terminal that is registered and has not called yet. */
const hang = async (options: Parameters<typeof terminalAt>[2]) =>
  terminalAt(port, (await makeUnreadDevice(gym)).sn, options)

test('generated PINs: of staff yield to users of a terminal', async () => {
  const first = (await owner()) ?? 0
  await makeUser(gym, 'gym_worker', { id_zkteco: first + 1 })
  const terminal = await hang({
    users: [
      { pin: String(first), name: 'Juan', verify: 0 },
      { pin: String(first + 2), name: 'Luz', verify: 0 },
    ],
    templates: [fingerOf(String(first), 'Juan')],
    firmware: { needsTemplates: true },
  })
  const texts = commandsOf(terminal)
  await settle(terminal)
  expect(texts.filter((text) => text.startsWith('DATA DELETE'))).toEqual([])
  expect(terminal.punch(String(first), { method: 'finger' })).toMatchObject({ opened: true, owner: 'Juan' })
  expect(await owner()).toBe(first + 3)
  expect(holdings(terminal)[String(first + 3)]).toBeDefined()
  expect(holdings(terminal)[String(first + 1)]).toBeDefined()
  // People already on a terminal keep their PIN.
  const second = await hang({ users: [{ pin: String(first + 3), name: 'Otro', verify: 0 }] })
  await settle(second)
  expect(await owner()).toBe(first + 3)
})

test('generated PINs: people of a returning terminal keep theirs without leaving a finger', async () => {
  const { id } = await makeUser(gym, 'gym_worker', { name: 'Luz' })
  const number = async () => (await gym.admin.call('users.list')).find((user) => user.id === id)?.id_zkteco
  const pin = String(await number())
  const device = await makeUnreadDevice(gym)
  const terminal = terminalAt(port, device.sn)
  await settle(terminal)
  terminal.enrolTemplate(fingerOf(pin, 'Luz'))
  await settle(terminal)
  await gym.admin.call('devices.delete', { params: { id_device: device.id } })
  await gym.admin.call('users.update', { params: { id_user: id }, body: { name: 'María de la Luz' } })
  await makeUnreadDevice(gym, { sn: device.sn })
  for (let round = 0; round < 3; round += 1) await settle(terminal)
  expect(await number()).toBe(Number(pin))
  expect(holdings(terminal)[pin]).toContain('María de la Luz')
  await gym.admin.call('users.update', { params: { id_user: id }, body: { is_active: false } })
  await settle(terminal)
  expect(terminal.punch(pin, { method: 'finger', owner: 'Luz' }).opened).toBe(false)
})

test('generated PINs: visits under the former PIN come along', async () => {
  const first = (await owner()) ?? 0
  const { sn, id } = await makeUnreadDevice(gym)
  const upload = (table: string, text: string) =>
    exchange(port, requestText('POST', `/iclock/cdata?SN=${sn}&table=${table}&Stamp=1`, text))
  await upload('ATTLOG', `${first}\t2026-06-14 07:00:00\t0\t15`)
  await upload('OPERLOG', `USER PIN=${first}\tName=Juan\tPri=0\tPasswd=\tCard=\tGrp=1\tTZ=0000000100000000\tVerify=0`)
  await upload('ATTLOG', `${first}\t2026-06-15 07:00:00\t0\t15`)
  const client = await makeClient(gym, { name: 'Juan' })
  const decision = { act: 'link', pin: String(first), id_client: client.id } as const
  expect(await gym.admin.call('devices.decide', { params: { id_device: id }, body: decision })).toMatchObject({
    past_visits: 2,
  })
})
