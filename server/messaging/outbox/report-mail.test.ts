// The daily report by mail: recipients, sent once a day, and the same figures in its HTML and text versions.
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { beforeEach, expect, test } from 'vitest'
import { makeProduct, makeUser } from '../../testing/factories.ts'
import { TestMessageSender } from '../../testing/fake-channels.ts'
import { ReminderGym, testDay, testMorning } from '../../testing/reminder-gym.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

let world: ReminderGym
const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
beforeEach(async () => {
  world = await ReminderGym.make(app)
})

const evening = `${addDays(testDay, 1)}T02:00:00Z`
const at = { report_time: 22, isActive: true }
const set = (body: object = at) => world.gym.admin.call('report-schedule.update', { body })
const sendTo = (emails: string[] | null) => world.gym.admin.call('report-schedule.update-mail', { body: { emails } })
const superAdmin = (email: string) => makeUser(world.gym, 'gym_super_admin', { email })
const addressees = () => world.email.sent.map(({ to }) => to).sort()

test('report by mail: goes to each super admin once a day, however often it is planned', async () => {
  const { gym, email, whatsapp, round } = world
  await superAdmin('Beatriz@Example.com')
  await superAdmin('ana@example.com')
  await makeUser(gym, 'gym_admin', { email: 'carlos@example.com' })
  expect(await gym.admin.call('report-schedule.mail')).toEqual({
    emails: null,
    usual: ['ana@example.com', 'beatriz@example.com'],
  })
  app.clock.set(testMorning)
  await set()
  await round(`${addDays(testDay, 1)}T01:59:59Z`)
  expect(email.sent).toEqual([])
  await round(evening)
  expect(addressees()).toEqual(['ana@example.com', 'beatriz@example.com'])
  // The same plan runs on two servers at once, as after a restart.
  await Promise.all([1, 2].map(() => new TestMessageSender(app, { whatsapp, email }).plan(gym.gym.id)))
  await round(`${addDays(testDay, 1)}T03:00:00Z`)
  expect(email.sent).toHaveLength(2)
  expect(whatsapp.sent).toEqual([])
  await round(`${addDays(testDay, 2)}T02:00:00Z`)
  expect(email.sent).toHaveLength(4)
})

test('report by mail: HTML and text have the same figures, and names are escaped', async () => {
  const { gym, email, round } = world
  await makeProduct(gym, { name: '<b>Agua</b> & "más": 1', stock: 1, min_quantity: 3 })
  app.clock.set(testMorning)
  await sendTo(['dueña@example.com'].map((each) => each.replace('ñ', 'n')))
  await set()
  await round(evening)
  const [{ text, html = '', subject } = { text: '', subject: '' }] = email.sent
  expect(subject).toBe(`Informe del día · ${gym.gym.name}`)
  expect(text).toContain('Ingresos: $ 0.00')
  expect(text).toContain('Poca existencia: <b>Agua</b> & "más": 1 (1)')
  expect(html).not.toContain('<b>')
  expect(html).toContain('&lt;b&gt;Agua&lt;/b&gt; &amp; &quot;más&quot;: 1 (1)')
  for (const line of text.split('\n').slice(1)) expect(html).toContain(`>${line.slice(0, line.indexOf(': '))}<`)
})

test('report by mail: goes to chosen addresses only, and not to removed ones', async () => {
  const { gym, email, whatsapp, round, messages } = world
  await superAdmin('ana@example.com')
  app.clock.set(testMorning)
  expect(await sendTo(['uno@example.com', 'dos@example.com', 'uno@example.com'])).toEqual({
    emails: ['uno@example.com', 'dos@example.com'],
    usual: ['ana@example.com'],
  })
  await set({ ...at, report_phone_number: '829 555 0100' })
  app.clock.set(evening)
  await world.postman.plan(gym.gym.id)
  await sendTo(['dos@example.com'])
  await world.postman.send()
  expect([addressees(), whatsapp.sent.length]).toEqual([['dos@example.com'], 1])
  expect((await messages()).filter(({ recipient }) => recipient === 'uno@example.com')).toMatchObject([
    { kind: 'report_mail', state: 'cancelled', reason: 'Ya no se envía a ese correo' },
  ])
  await sendTo([])
  await round(`${addDays(testDay, 2)}T02:00:00Z`)
  expect([email.sent.length, whatsapp.sent.length]).toEqual([1, 2])
})

test('report by mail: waits if no mail channel is set up, and is cancelled when switched off', async () => {
  const { gym, email, messages, states } = world
  app.clock.set(testMorning)
  await sendTo(['uno@example.com'])
  await set()
  app.clock.set(evening)
  await new TestMessageSender(app, { whatsapp: null, email: null }).plan(gym.gym.id)
  expect(await messages()).toMatchObject([
    {
      kind: 'report_mail',
      channel: null,
      recipient: 'uno@example.com',
      reason: expect.stringContaining('no está configurado'),
    },
  ])
  const postman = new TestMessageSender(app, { whatsapp: null, email })
  await postman.plan(gym.gym.id)
  await postman.send()
  expect(addressees()).toEqual(['uno@example.com'])
  app.clock.set(`${addDays(testDay, 2)}T02:00:00Z`)
  await postman.plan(gym.gym.id)
  await set({ isActive: false })
  expect((await states())[0]).toEqual(['cancelled', 'Los mensajes están desactivados'])
})
