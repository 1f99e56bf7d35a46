// A terminal that ends rights by itself: what the settings and the card say of it while its line is down.
import { expect, test } from 'vitest'
import { asOwner } from '../testing/digest.ts'
import { app, greet, gym, makeMember, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeDevice, makePayment, makePlan, makeUser } from '../testing/factories.ts'
import { exchange, makeTerminal, requestText, settle } from '../testing/terminals.ts'

startDoorApp()

test('expired right: does not enter unless the clock is wrong, as settings and card say', async () => {
  const { device, terminal } = await makeTerminal(gym, port, {}, { firmware: { validTimeCode: 0 } })
  const plan = await makePlan(gym, { duration_days: 1 })
  const ana = await makeClient(gym)
  await makePayment(gym, { id_client: ana.id, id_membership: plan.id, start_date: '2026-06-15' })
  await settle(terminal)
  app.clock.set('2026-06-16T16:00:00Z')
  const told = async () => {
    const [status] = await gym.admin.call('devices.status')
    const { door } = await gym.admin.call('clients.read', { params: { id_client: ana.id } })
    return [status?.expires_itself, status?.can_still_enter, door[0]?.state]
  }
  expect(await told()).toEqual(['yes', 0, 'blocked'])
  await asOwner(app, (owner) =>
    owner.query(`update devices set clock_offset = -172800 where id = $1 and gym_id = $2`, [device.id, gym.gym.id]),
  )
  expect(await told()).toEqual(['unproven', 1, 'allowed'])
})

test('former staff: are listed as able to enter while disconnected, apart from members', async () => {
  const { terminal } = await makeTerminal(gym, port)
  const [rosa, juan] = [await makeUser(gym, 'gym_worker'), await makeUser(gym, 'gym_worker')]
  const ana = await makeMember()
  await settle(terminal)
  const told = async () => {
    const [status] = await gym.admin.call('devices.status')
    return [status?.can_still_enter, status?.dismissed_can_still_enter]
  }
  expect(await told()).toEqual([0, 0])
  terminal.goOffline()
  await gym.admin.call('users.update', { params: { id_user: rosa.id }, body: { is_active: false } })
  await gym.admin.call('users.delete', { params: { id_user: juan.id } })
  await gym.admin.call('clients.update', { params: { id_client: ana.id }, body: { is_active: false } })
  expect(await told()).toEqual([3, 2])
  terminal.goOnline()
  await settle(terminal)
  expect(await told()).toEqual([0, 0])
})

test('capacity: is known from a terminal that describes itself only when asked', async () => {
  const { sn } = await makeDevice(gym)
  const said = ['~DeviceName=F22', '~Platform=ZLM60_TFT', '~MaxUserCount=30', 'UserCount=0', 'FWVersion=Ver 1.2']
  await greet(sn)
  await exchange(
    port,
    requestText('POST', `/iclock/devicecmd?SN=${sn}`, `ID=1&Return=0&CMD=INFO\n${said.join('\n')}\n`),
  )
  const [status] = await gym.admin.call('devices.status')
  expect(status).toMatchObject({ model: 'F22', capacity: 3000, block: 'group', block_group: 2 })
})
