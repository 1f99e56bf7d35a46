// Channels set up by a gym or the master: permissions, secrets, which channel sends a message, and announcing changes
// to all servers.
import { afterAll, afterEach, expect, test } from 'vitest'
import { runAsTableOwner } from '../../testing/database-digest.ts'
import { logInMaster, makeGym } from '../../testing/factories.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const installation = await startMailServer()
const app = await startTestAppForFile({
  SMTP_URL: `smtp://${installation.host}:${installation.port}`,
  MAIL_FROM: 'Torniquete <todos@example.com>',
})
const gym = await makeGym(app)
afterAll(async () => {
  await installation.close()
})
afterEach(async () => {
  const platform = await logInMaster(app)
  for (const caller of [gym.admin, platform])
    for (const channel of ['email', 'whatsapp']) await caller.call('channels.remove', { params: { channel } })
  await app.database.platform.query('delete from channel_turns')
})

// The password is ASCII, because an accent would be encoded differently and hide a leak from the search.
const password = 'clave-de-aplicacion'
const server = ({ host, port }: MailServer, more: object = {}) => ({
  host,
  port,
  security: 'none',
  sender: 'avisos@gimnasio.example',
  ...more,
})
const save = (body: object) => gym.admin.call('channels.email', { body })
const trySave = (body: object) => gym.admin.try('channels.email', { body })
const tryOut = (caller = gym.admin) =>
  caller.call('channels.test', { params: { channel: 'email' }, body: { to: 'ana@example.com' } })
const whatsapp = { phone_id: '106540352242922', token: 'EAAG-secreto' }

test('channels: API responses, log and history contain no secret', async () => {
  const own = await startMailServer()
  const host = 'localhost'
  const saved = await save(server(own, { host, username: 'avisos', password }))
  const sender = 'avisos@gimnasio.example'
  const shown = { host, port: 2525, security: 'none', username: 'avisos', sender, has_password: true, readable: true }
  expect(saved.email).toEqual({ source: 'gym', sender, own: shown })
  await gym.admin.call('channels.whatsapp', {
    body: { ...whatsapp, app_secret: 'de-la-app', verify_token: 'palabra1' },
  })
  const read = await gym.admin.try('channels.read')
  expect(read.answer.whatsapp).toMatchObject({ source: 'gym', own: { phone_id: whatsapp.phone_id, has_webhook: true } })
  const history = await gym.admin.try('history.list', { query: { entity: 'message_channels' } })
  expect(history.answer.total).toBeGreaterThan(1)
  const stored = await runAsTableOwner(app, async (owner) => {
    await owner.query(`select set_config('app.gym_id', $1, false)`, [String(gym.gym.id)])
    const { rows } = await owner.query(
      `select m::text, encode(sealed, 'escape') as inside from message_channels m union all select h::text, '' from history h`,
    )
    return JSON.stringify(rows)
  })
  for (const text of [read.text, history.text, stored, JSON.stringify(saved)])
    for (const secret of [password, whatsapp.token, 'de-la-app', 'palabra1']) expect(text).not.toContain(secret)
  await own.close()
})

test('channels.update: a stored password is kept only for the same mail server and user', async () => {
  const own = await startMailServer()
  const body = server(own, { host: 'localhost', username: 'avisos', password })
  await save(body)
  const moved = { detail: [{ loc: ['body', 'password'], msg: expect.stringContaining('otra vez') }] }
  for (const change of [{ host: '127.0.0.9' }, { username: 'otro' }, { port: 587 }])
    expect((await trySave(change)).answer).toMatchObject(moved)
  // Changing other fields keeps the stored password; so does a null password.
  expect((await save({ sender: 'otra@gimnasio.example', password: null })).email.own).toMatchObject({
    has_password: true,
  })
  expect((await save({ username: null })).email.own).toMatchObject({ has_password: false, username: null })
  await own.close()
})

test.each<[string, string, object]>([
  ['no server', 'host', { host: undefined }],
  ['no server’s name', 'host', { host: 'http://x/' }],
  ['a port that is none of mail', 'port', { port: 5432 }],
  ['another security', 'security', { security: 'ssl' }],
  ['no address', 'sender', { sender: 'Ana <a@example.com>' }],
  ['a header in the address', 'sender', { sender: 'a@example.com\r\nBcc: b@x.do' }],
  ['a user without a password', 'password', { username: 'a' }],
  ['a password in the clear', 'security', { security: 'none', username: 'a', password: 'b' }],
])('channels.update: reports the error at the rejected field (%s)', async (_, field, wrong) => {
  const right = { host: 'x.example', port: 587, security: 'tls', sender: 'a@example.com' }
  const { status, answer } = await trySave({ ...right, ...wrong })
  const [first] = (answer as unknown as { detail: object[] }).detail // the call was refused with a list of errors
  expect([status, first]).toMatchObject([422, { loc: ['body', field], msg: expect.stringMatching(/^[A-ZÉ]/) }])
  expect((await gym.admin.call('channels.read')).email.own).toBeNull()
})

test("channels: a gym's own channel precedes the master's, which precedes the environment's", async () => {
  const [own, platform] = [await startMailServer(), await startMailServer()]
  const admin = await logInMaster(app)
  const took = () => [own, platform, installation].map(({ mails }) => mails.length)
  installation.mails.length = 0
  await tryOut()
  expect(took()).toEqual([0, 0, 1])
  expect(installation.mails[0]).toMatch(/^From: .*<todos@example.com>\r$/m)
  await admin.call('channels.email', { body: server(platform, { sender: 'plataforma@example.com' }) })
  await tryOut()
  expect(took()).toEqual([0, 1, 1])
  await save(server(own))
  await tryOut()
  expect(took()).toEqual([1, 1, 1])
  expect(own.mails[0]).toMatch(/^From: .*<avisos@gimnasio.example>\r$/m)
  // The master's test message uses the installation's channel, not the channel of any gym.
  await tryOut(admin)
  expect(took()).toEqual([1, 2, 1])
  expect((await admin.call('channels.read')).email).toMatchObject({
    source: 'installation',
    sender: 'plataforma@example.com',
  })
  await gym.admin.call('channels.remove', { params: { channel: 'email' } })
  await admin.call('channels.remove', { params: { channel: 'email' } })
  await tryOut()
  expect(took()).toEqual([1, 2, 2])
  await Promise.all([own.close(), platform.close()])
})

test('channels: a gym neither sees nor changes channels of other gyms or the master', async () => {
  await gym.admin.call('channels.whatsapp', { body: whatsapp })
  const other = await makeGym(app)
  expect((await other.admin.call('channels.read')).whatsapp).toMatchObject({ source: null, own: null })
  const platform = await logInMaster(app)
  expect((await platform.call('channels.read')).whatsapp).toMatchObject({ source: null, own: null })
  await other.admin.call('channels.remove', { params: { channel: 'whatsapp' } })
  await platform.call('channels.remove', { params: { channel: 'whatsapp' } })
  expect((await gym.admin.call('channels.read')).whatsapp.source).toBe('gym')
  // If the installation has several gyms, no gym may connect to servers in its internal network.
  const own = await startMailServer()
  await save(server(own))
  expect(await tryOut()).toEqual({ sent: false, reason: expect.stringContaining('red interna'), advice: null })
  await save(server(own, { host: 'localhost' }))
  expect(await tryOut()).toMatchObject({ sent: false, reason: expect.stringContaining('red interna') })
  expect(own.mails).toEqual([])
  await platform.call('gyms.delete', { params: { id: other.gym.id } })
  await save(server(own))
  expect(await tryOut()).toMatchObject({ sent: true })
  await own.close()
})

test('channels: if the secret cannot be opened, no other channel sends the message', async () => {
  const own = await startMailServer()
  await save(server(own, { host: 'localhost', username: 'avisos', password }))
  await gym.admin.call('channels.whatsapp', { body: whatsapp })
  await runAsTableOwner(app, async (owner) => {
    await owner.query(`select set_config('app.gym_id', $1, false)`, [String(gym.gym.id)])
    await owner.query(
      `update message_channels set sealed = '\\x00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'`,
    )
  })
  expect(await gym.admin.call('channels.read')).toMatchObject({
    email: { source: null, sender: null, own: { readable: false } },
    whatsapp: { source: null, own: { readable: false } },
  })
  const before = installation.mails.length
  expect(
    (await gym.admin.try('channels.test', { params: { channel: 'email' }, body: { to: 'ana@example.com' } })).status,
  ).toBe(409)
  expect(installation.mails).toHaveLength(before)
  expect((await gym.admin.try('channels.whatsapp', { body: { phone_id: '12345' } })).status).toBe(422)
  // After the gym deletes its channel, messages go through the installation's channel again.
  await gym.admin.call('channels.remove', { params: { channel: 'email' } })
  expect((await gym.admin.call('channels.read')).email.source).toBe('installation')
  await own.close()
})

test('whatsapp webhook: reads no body for unknown phone numbers', async () => {
  await gym.admin.call('channels.remove', { params: { channel: 'whatsapp' } })
  const ask = (number: number | string) =>
    app.app.inject({
      url: `/webhooks/whatsapp/${number}`,
      query: { 'hub.mode': 'subscribe', 'hub.verify_token': 'palabra1', 'hub.challenge': '77' },
    })
  const huge = {
    method: 'POST',
    url: '/webhooks/whatsapp/900001',
    headers: { 'content-type': 'application/json' },
  } as const
  expect((await app.app.inject({ ...huge, payload: Buffer.alloc(5 * 1024 * 1024, ' ') })).statusCode).toBe(404)
  // A channel that a gym sets up is used without restarting the server.
  await gym.admin.call('channels.whatsapp', {
    body: { ...whatsapp, app_secret: 'de-la-app', verify_token: 'palabra1' },
  })
  expect([(await ask(gym.gym.id)).body, (await ask(900_001)).statusCode]).toEqual(['77', 404])
})
