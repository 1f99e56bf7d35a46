import { expect, test } from 'vitest'
import { runAsTableOwner } from '../../testing/database-digest.ts'
import { makeGym } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app)

test('notification-config: is empty at first, keeps absent fields, and clears null fields', async () => {
  const none = {
    message_before_expiration: null,
    message_day_expiration: null,
    days_before_expiration: [],
    isActive: false,
  }
  expect(await gym.admin.call('notification-config.read')).toEqual(none)
  const body = {
    message_before_expiration: 'Hola {nombre},\nvence en {dias} días',
    days_before_expiration: [7, 3, 3, 1],
    isActive: true,
  }
  const set = { ...none, ...body, days_before_expiration: [7, 3, 1] }
  expect(await gym.admin.call('notification-config.update', { body })).toEqual(set)
  expect(await gym.admin.call('notification-config.update', { body: {} })).toEqual(set)
  expect(
    await gym.admin.call('notification-config.update', { body: { message_before_expiration: null, isActive: false } }),
  ).toEqual({ ...set, message_before_expiration: null, isActive: false })
  expect(await gym.admin.call('notification-config.update', { body: { days_before_expiration: null } })).toEqual(none)
  for (const days_before_expiration of [[-1], [1.5]])
    expect((await gym.admin.try('notification-config.update', { body: { days_before_expiration } })).status).toBe(422)
  expect(await (await makeGym(app)).admin.call('notification-config.read')).toEqual(none)
})

test('report-schedule.update: accepts hours from 0 to 23', async () => {
  expect(await gym.admin.call('report-schedule.read')).toEqual({
    report_time: null,
    report_phone_number: null,
    isActive: false,
  })
  const set = { report_time: 0, report_phone_number: '809-555-0100', isActive: true }
  expect(await gym.admin.call('report-schedule.update', { body: { ...set, report_time: '0' } })).toEqual(set)
  for (const report_time of [24, -1, 1.5, 'x'])
    expect((await gym.admin.try('report-schedule.update', { body: { report_time } })).status).toBe(422)
})

test('support.create: stores the request, and tells whether it was mailed', async () => {
  const body = {
    from_name: 'Ana',
    email: 'ana@example.com',
    message: 'No abre\nla puerta',
    // The gym's name in the body is ignored.
    gym: 'Otro',
    userRol: 'gym_super_admin',
  }
  const made = await (await gym.as('gym_worker')).call('support.create', { body })
  expect(made).toEqual({ id: expect.any(Number), created_at: expect.any(String), sent: false, state: 'stored' })
  await runAsTableOwner(app, async (client) => {
    const { rows } = await client.query(
      `select from_name, email, message, gym, user_role from support_requests where id = ${made.id}`,
    )
    expect(rows).toEqual([
      { from_name: 'Ana', email: body.email, message: body.message, gym: gym.gym.name, user_role: 'Trabajador' },
    ])
  })
  for (const wrong of [{ email: 'x' }, { email: '' }, { message: ' ' }, { from_name: null }])
    expect((await gym.admin.try('support.create', { body: { ...body, ...wrong } })).status).toBe(422)
})

test('report-schedule.update: refuses an unusable phone number at its field', async () => {
  const gym = await makeGym(app)
  const update = (report_phone_number: string) =>
    gym.admin.try('report-schedule.update', { body: { report_phone_number } })
  for (const wrong of ['hola', '12', '809-555-010x', '+', '1234567890123456']) {
    const { status, answer } = await update(wrong)
    expect([status, answer], wrong).toMatchObject([422, { detail: [{ loc: ['body', 'report_phone_number'] }] }])
  }
  for (const right of ['809-555-0100', '+1 (809) 555.0100', '829 555 0100', ''])
    expect((await update(right)).status, right).toBe(200)
})
