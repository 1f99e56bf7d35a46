// Support requests are stored first and forwarded by e-mail later, with the outcome.
import { beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { makeSharedMessengerProvider } from '../../messaging/messengers/gym-messengers.ts'
import { countDueQueueRows } from '../../messaging/outbox/queries.ts'
import { runAsTableOwner } from '../../testing/database-digest.ts'
import { makeGym, type TestGym } from '../../testing/factories.ts'
import { FakeMessenger } from '../../testing/fake-channels.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { forwardDueSupportRequest } from './forward-support-requests.ts'

let gym: TestGym
let email: FakeMessenger
const app = await startTestAppForFile({ SESSION_HOURS: '8760' })
beforeEach(async () => {
  app.clock.set('2026-11-20T14:00:00Z')
  gym = await makeGym(app)
  email = new FakeMessenger('email', app.clock.now)
})

const services = (configured = true) => ({
  config: readConfig({ DATA_DIR: app.dataDir, ...(configured ? { SUPPORT_EMAIL: 'soporte@example.com' } : {}) }),
  database: app.database,
  channels: makeSharedMessengerProvider({ whatsapp: null, email: configured ? email : null }),
  clock: app.clock.now,
  zones: { of: async () => 'America/Santo_Domingo' },
})
const going = new AbortController().signal
const ask = () =>
  gym.admin.call('support.create', {
    body: { from_name: 'Ana', email: 'ana@example.com', message: 'No abre\nla puerta', gym: 'Quisqueya', userRol: 'x' },
  })
const stored = (id: number) =>
  runAsTableOwner(app, async (owner) => {
    const { rows } = await owner.query(
      'select attempts, last_error, sent_at is not null as sent, failed_at is not null as failed from support_requests where gym_id = $1 and id = $2',
      [gym.gym.id, id],
    )
    return rows[0]
  })
const nextAttempt = (id: number): Promise<Date> =>
  runAsTableOwner(app, async (owner) => {
    const { rows } = await owner.query('select next_attempt_at from support_requests where gym_id = $1 and id = $2', [
      gym.gym.id,
      id,
    ])
    return new Date(rows[0].next_attempt_at)
  })
const due = async () =>
  (await countDueQueueRows(app.database, app.clock.now(), 20)).filter((each) => each.gym === gym.gym.id)

test('support request: mailed once to the support address, with the person as Reply-To', async () => {
  const { id } = await ask()
  expect(await due()).toEqual([{ gym: gym.gym.id, queue: 'send-support', count: 1 }])
  await forwardDueSupportRequest(services(), gym.gym.id, going)
  await forwardDueSupportRequest(services(), gym.gym.id, going)
  expect(email.sent).toHaveLength(1)
  expect(email.sent[0]).toMatchObject({
    key: expect.stringMatching(new RegExp(`^soporte-${gym.gym.id}-${id}-\\w{8}$`)),
    to: 'soporte@example.com',
    replyTo: 'ana@example.com',
    subject: `Soporte: Ana (${gym.gym.name})`,
    byPerson: true,
    text: expect.stringMatching(
      /^No abre\nla puerta\n\n-- \nDe: Ana <ana@example.com>\nGimnasio: gimnasio\w+\nRol: Super Administrador\nFecha: viernes, 20 de noviembre de 2026, 10:00 \(America\/Santo_Domingo\)\n$/,
    ),
  })
  expect(await stored(id)).toEqual({ attempts: 1, last_error: null, sent: true, failed: false })
})

test('support request: two servers that forward it at the same time send one mail', async () => {
  await ask()
  const again = () => forwardDueSupportRequest(services(), gym.gym.id, going)
  const send = email.send.bind(email)
  // The second server looks for requests while the first one sends its mail.
  email.send = async (...mail) => {
    email.send = send
    await again()
    return send(...mail)
  }
  await again()
  expect(email.sent).toHaveLength(1)
})

test('support request: temporary errors are retried for three days, permanent ones are not', async () => {
  const { id } = await ask()
  email.answer = () => ({ kind: 'retry', reason: 'No responde' })
  await forwardDueSupportRequest(services(), gym.gym.id, going)
  expect(await stored(id)).toEqual({ attempts: 1, last_error: 'No responde', sent: false, failed: false })
  expect((await nextAttempt(id)).getTime() - app.clock.now().getTime()).toBeGreaterThanOrEqual(60_000)
  expect(await due()).toEqual([])
  app.clock.set('2026-11-23T14:00:00Z')
  await forwardDueSupportRequest(services(), gym.gym.id, going)
  expect(await stored(id)).toEqual({ attempts: 2, last_error: 'No responde', sent: false, failed: true })
  const other = (await ask()).id
  email.answer = () => ({ kind: 'failed', reason: 'No existe' })
  await forwardDueSupportRequest(services(), gym.gym.id, going)
  expect(await stored(other)).toEqual({ attempts: 1, last_error: 'No existe', sent: false, failed: true })
})

test('support request: waits while no e-mail is configured, and is sent afterwards', async () => {
  const { id } = await ask()
  await forwardDueSupportRequest(services(false), gym.gym.id, going)
  expect(await stored(id)).toEqual({ attempts: 0, last_error: null, sent: false, failed: false })
  await forwardDueSupportRequest(services(), gym.gym.id, going)
  expect(await stored(id)).toMatchObject({ attempts: 1, sent: true })
})

test('support request: retried ten minutes after a crash during sending', async () => {
  const { id } = await ask()
  const stopped = new AbortController()
  email.answer = () => {
    stopped.abort()
    return { kind: 'retry', reason: 'Se interrumpió' }
  }
  await forwardDueSupportRequest(services(), gym.gym.id, stopped.signal)
  email.answer = () => ({ kind: 'sent', providerId: null })
  app.clock.advance(9 * 60_000)
  await forwardDueSupportRequest(services(), gym.gym.id, going)
  expect(await stored(id)).toMatchObject({ attempts: 1, sent: false })
  app.clock.advance(60_000)
  await forwardDueSupportRequest(services(), gym.gym.id, going)
  expect(await stored(id)).toMatchObject({ attempts: 2, sent: true })
})

test('support requests: users see the state of their own requests only', async () => {
  const { id } = await ask()
  const state = async (caller = gym.admin) => (await caller.try('support.read', { params: { id } })).answer
  expect(await state()).toMatchObject({ id, sent: false, state: 'stored' })
  await forwardDueSupportRequest(services(), gym.gym.id, going)
  expect(await state()).toMatchObject({ id, sent: true, state: 'sent' })
  expect((await (await gym.as('gym_worker')).try('support.read', { params: { id } })).status).toBe(404)
})
