// Passes of before hours or doors were changed.
import { expect, test } from 'vitest'
import { asOwner } from '../testing/digest.ts'
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

test('plan hours: a change by an older server holds from now on', async () => {
  const schedule = await makeSchedule(gym)
  await makePlan(gym, { id_schedule: schedule.id })
  const since = () =>
    asOwner(app, async (owner) => {
      const { rows } = await owner.query(
        `select (select set_at from schedules where gym_id = $1) as hours, (select set_at from plan_access where gym_id = $1) as doors`,
        [gym.gym.id],
      )
      return rows[0]
    })
  const change = (statement: string) =>
    asOwner(app, (owner) => owner.query(`${statement} where gym_id = ${gym.gym.id}`))
  // Long ago by the clock of tests, which the database does not go by.
  const before = await since()
  await change(`update schedules set name = 'Otro nombre', week = week`)
  await change(`update plan_access set doors = doors, name = 'Otro nombre'`)
  expect(await since()).toEqual(before)
  await change(`update schedules set week = jsonb_set(week, '{0}', '[{"from":"06:00","to":"07:00"}]')`)
  const between = await since()
  expect(between.doors).toEqual(before.doors)
  expect(between.hours > before.hours).toBe(true)
  await change(`update plan_access set doors = '[]'`)
  expect((await since()).doors > before.doors).toBe(true)
})
