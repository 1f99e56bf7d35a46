// Passes of before hours or doors were changed.
import { expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makePayment, makePlan, makeSchedule } from '../testing/factories.ts'
import { makeTerminal, settle } from '../testing/terminals.ts'

startDoorApp()

/** On Monday the 15th of June in Santo Domingo. */
const at = (time: string) => app.clock.set(`2026-06-15T${time}:00-04:00`)

test('plan hours: passes before a change accuse nobody', async () => {
  at('05:00')
  const { device, terminal } = await makeTerminal(gym, port, { name: 'Puerta' }, { now: () => app.clock.now() })
  const schedule = await makeSchedule(gym)
  const plan = await makePlan(gym, { id_schedule: schedule.id })
  const ana = await makeClient(gym, { name: 'Ana' })
  await makePayment(gym, { id_client: ana.id, id_membership: plan.id, start_date: '2026-06-15' })
  await settle(terminal)
  /** Reports a pass of the past; returns how many entries without a right result. */
  const passOf = async (time: string) => {
    terminal.forcePunch({ pin: String(ana.id_zkteco), time: `2026-06-15 ${time}:00` })
    await settle(terminal)
    const news = (await gym.admin.call('notifications.list')).items
    return news.filter(({ message }) => message.includes('Sin derecho: ')).length
  }
  at('13:30')
  expect(await passOf('13:00')).toBe(1)
  at('15:00')
  const params = { id_schedule: schedule.id }
  const evenings = Array.from({ length: 7 }, () => [{ from: '18:00', to: '22:00' }])
  await gym.admin.call('memberships.update-schedule', { params, body: { week: evenings } })
  expect(await passOf('11:00')).toBe(1)
  at('15:30')
  expect(await passOf('15:20')).toBe(2)
  // Another name makes no other hours, nor do the same once more.
  at('16:00')
  await gym.admin.call('memberships.update-schedule', { params, body: { name: 'Noche', week: evenings } })
  expect(await passOf('15:40')).toBe(3)
  at('17:00')
  const doors = [{ id_device: device.id, doors: null }]
  await gym.admin.call('memberships.update', { params: { id_membership: plan.id }, body: { doors } })
  at('17:30')
  expect(await passOf('16:30')).toBe(3)
  expect(await passOf('17:10')).toBe(4)
})
