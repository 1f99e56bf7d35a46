// Reminders to clients: when they are sent, to whom, and through which channel.
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { beforeEach, expect, test } from 'vitest'
import { queryAsOwner } from '../../testing/database-digest.ts'
import { makePayment, readAnonymousClient } from '../../testing/factories.ts'
import { TestMessageSender } from '../../testing/fake-channels.ts'
import { makeStartDateForLastDay, ReminderGym, testDay, testMorning } from '../../testing/reminder-gym.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import type { Messengers } from '../messengers/gym-messengers.ts'
import { listUnreachableClients } from './queries.ts'

let world: ReminderGym
let gym: ReminderGym['gym']
let whatsapp: ReminderGym['whatsapp']
let email: ReminderGym['email']
let member: ReminderGym['member']
let messages: ReminderGym['messages']
let round: ReminderGym['round']
let states: ReminderGym['states']
const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
beforeEach(async () => {
  world = await ReminderGym.make(app)
  ;({ gym, whatsapp, email, member, messages, round, states } = world)
})

test('reminders: are sent on the last valid day and days before, with placeholders filled', async () => {
  const last = await member(testDay)
  const soon = await member(addDays(testDay, 3))
  await member(addDays(testDay, 1))
  await round(testMorning)
  const all = await messages()
  const first = all.find(({ kind }) => kind === 'day_expiration')
  const second = all.find(({ kind }) => kind === 'before_expiration')
  expect(first).toMatchObject({
    kind: 'day_expiration',
    state: 'sent',
    channel: 'whatsapp',
    recipient: '+18095550101',
    client: { id: last.client.id, name: last.client.name },
    text: `Hola ${last.client.name}, tu membresía vence hoy`,
    day: testDay,
    attempts: 1,
    reason: null,
    next_attempt_at: null,
    sent_at: '2026-11-20T14:00:00.000Z',
    state_at: '2026-11-20T14:00:00.000Z',
  })
  expect(second).toMatchObject({
    kind: 'before_expiration',
    text: `Hola ${soon.client.name}: tu ${soon.plan.name} vence en 3 días, el 23/11/2026. ${gym.gym.name}`,
  })
  expect(whatsapp.sent.map(({ key, to, template }) => [key.replace(/-\w{8}$/, ''), to, template]).sort()).toEqual(
    all.map(({ id }) => [`${gym.gym.id}-${id}`, '+18095550101', 'aviso']).sort(),
  )
  await round(testMorning)
  expect(whatsapp.sent).toHaveLength(2)
})

test('reminders: planned at night they wait until 9:00, and may be sent until 20:00 the next day', async () => {
  await member(testDay)
  await round(`${testDay}T04:30:00Z`)
  expect(await messages()).toMatchObject([
    { state: 'pending', channel: 'whatsapp', next_attempt_at: '2026-11-20T13:00:00.000Z', attempts: 0 },
  ])
  await round(`${testDay}T12:59:59Z`)
  expect(whatsapp.sent).toEqual([])
  await round(`${testDay}T13:00:00Z`)
  expect(whatsapp.sent).toHaveLength(1)
  for (const [at, count] of [
    ['2026-11-23T00:00:00Z', 1],
    ['2026-11-23T12:00:00Z', 1],
    ['2026-11-23T23:59:59Z', 2],
  ] as const) {
    if (at === '2026-11-23T00:00:00Z') await member('2026-11-22')
    await round(at)
    expect(whatsapp.sent).toHaveLength(count)
  }
  await member('2026-11-25')
  await round('2026-11-27T00:00:00Z')
  expect(await messages()).toHaveLength(2)
})

test('reminders: are not sent to anonymous, inactive, deleted, renewed and voided members', async () => {
  const daily = (await gym.admin.call('memberships.list')).find(({ name }) => name === 'Membresía Diaria')
  await makePayment(gym, {
    id_client: (await readAnonymousClient(gym)).id,
    id_membership: daily?.id ?? 0,
    start_date: testDay,
  })
  const hidden = await member(testDay)
  await queryAsOwner(app, `update membership_payments set name = 'Membresía Importada' where gym_id = $1 and id = $2`, [
    gym.gym.id,
    hidden.payment.id,
  ])
  const inactive = await member(testDay)
  await gym.admin.call('clients.update', { params: { id_client: inactive.client.id }, body: { is_active: false } })
  await gym.admin.call('clients.delete', { params: { id_client: (await member(testDay)).client.id } })
  const renewed = await member(testDay)
  await makePayment(gym, {
    id_client: renewed.client.id,
    id_membership: renewed.plan.id,
    start_date: addDays(testDay, 1),
  })
  await gym.admin.call('payments.void', { params: { id: (await member(testDay)).payment.id }, body: { reason: 'x' } })
  await round(testMorning)
  expect(await messages()).toEqual([])
  // Two memberships that end on the same day cause only one message.
  const twice = await member(testDay)
  await makePayment(gym, {
    id_client: twice.client.id,
    id_membership: twice.plan.id,
    ...makeStartDateForLastDay(testDay),
  })
  await round(testMorning)
  expect(await messages()).toHaveLength(1)
})

test('reminders: are cancelled by a change that makes them pointless, and restored by its undo', async () => {
  const people = []
  for (let at = 0; at < 5; at++) people.push(await member(testDay))
  app.clock.set(`${testDay}T12:00:00Z`)
  await world.postman.plan(gym.gym.id)
  const [renewed, voided, inactive, deleted, stays] = people
  if (!renewed || !voided || !inactive || !deleted || !stays) throw new Error('five')
  const renewal = await makePayment(gym, {
    id_client: renewed.client.id,
    id_membership: renewed.plan.id,
    start_date: addDays(testDay, 1),
  })
  await gym.admin.call('payments.void', { params: { id: voided.payment.id }, body: { reason: 'x' } })
  await gym.admin.call('clients.update', { params: { id_client: inactive.client.id }, body: { is_active: false } })
  await gym.admin.call('clients.delete', { params: { id_client: deleted.client.id } })
  expect(await states()).toEqual([
    ['pending', null],
    ['cancelled', 'El cliente fue eliminado'],
    ['cancelled', 'El cliente está inactivo'],
    ['cancelled', 'Se anuló el pago'],
    ['cancelled', 'Renovó su membresía'],
  ])
  await gym.admin.call('notification-config.update', { body: { isActive: false } })
  expect((await states())[0]).toEqual(['cancelled', 'Los mensajes están desactivados'])
  await gym.admin.call('notification-config.update', { body: { isActive: true } })
  await gym.admin.call('payments.void', { params: { id: renewal.id }, body: { reason: 'x' } })
  await gym.admin.call('clients.update', { params: { id_client: inactive.client.id }, body: { is_active: true } })
  await round(testMorning)
  expect((await states()).map(([state]) => state)).toEqual(['sent', 'cancelled', 'sent', 'cancelled', 'sent'])
})

test('reminders: are mailed to members without a usable phone; unreachable members are listed', async () => {
  await member(testDay, { phone_number: 'no tiene', email: 'ana@example.com' })
  const none = await member(testDay, { name: 'Beto', phone_number: '123' })
  const nothing = await member(addDays(testDay, 9), { name: 'Álvaro' })
  await gym.admin.call('gym-info.update', { body: { name: 'Gimnasio Quisqueya', email: 'gimnasio@example.com' } })
  await round(testMorning)
  // Mails have the gym as sender name and reply address.
  expect(email.sent).toMatchObject([
    {
      to: 'ana@example.com',
      senderName: 'Gimnasio Quisqueya',
      replyTo: 'gimnasio@example.com',
      subject: 'Tu membresía · Gimnasio Quisqueya',
    },
  ])
  expect(await messages({ id_client: none.client.id })).toMatchObject([
    { state: 'pending', channel: null, recipient: null, next_attempt_at: null, attempts: 0 },
  ])
  expect(await gym.admin.call('outbox.unreachable')).toMatchObject({
    items: [
      { id: nothing.client.id, name: 'Álvaro', phone_number: null, expires: addDays(testDay, 9) },
      { id: none.client.id, name: 'Beto', phone_number: '123', expires: testDay },
    ],
    total: 2,
  })
  await gym.admin.call('clients.update', {
    params: { id_client: none.client.id },
    body: { phone_number: '809 555 0199' },
  })
  await round(testMorning)
  expect(await messages({ id_client: none.client.id })).toMatchObject([{ state: 'sent', recipient: '+18095550199' }])
})

test('unreachable clients: the list depends on which channels are configured', async () => {
  await member(testDay, { name: 'Correo', email: 'ana@example.com' })
  await member(testDay, { name: 'Teléfono', phone_number: '809 555 0101' })
  await member(testDay, { name: 'Ambos', phone_number: '809 555 0102', email: 'beto@example.com' })
  await member(testDay, { name: 'Nada' })
  const page = { page: 0, size_page: 10 }
  const names = (messengers: Messengers) =>
    app.database.read({ gym: gym.gym.id, user: null }, async (tx) =>
      (await listUnreachableClients(tx, gym.gym.id, 'America/Santo_Domingo', testDay, messengers, page)).items.map(
        ({ name }) => name,
      ),
    )
  expect(await names({ whatsapp: null, email: null })).toEqual(['Nada'])
  expect(await names({ whatsapp, email })).toEqual(['Nada'])
  expect(await names({ whatsapp: null, email })).toEqual(['Nada', 'Teléfono'])
  expect(await names({ whatsapp, email: null })).toEqual(['Correo', 'Nada'])
})

test('reminders: waiting ones move to another channel when one is set up or removed', async () => {
  await member(testDay, { phone_number: '809-555-0101', email: 'ana@example.com' })
  world.postman = new TestMessageSender(app, { whatsapp: null, email: null })
  await round(`${testDay}T12:00:00Z`)
  world.postman = new TestMessageSender(app, { whatsapp, email: null })
  await round(`${testDay}T12:05:00Z`)
  expect(await messages()).toMatchObject([{ channel: 'whatsapp', state: 'pending' }])
  world.postman = new TestMessageSender(app, { whatsapp: null, email })
  await round(testMorning)
  expect(await messages()).toMatchObject([{ channel: 'email', state: 'sent', recipient: 'ana@example.com' }])
  expect(whatsapp.sent).toEqual([])
})
