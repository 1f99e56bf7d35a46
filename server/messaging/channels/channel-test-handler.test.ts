// Test messages through a channel: results if its server refuses, hangs, disconnects or does not exist.
import { afterAll, afterEach, expect, test } from 'vitest'
import { logInMaster, makeGym } from '../../testing/factories.ts'
import { FakeGraphApi, type GraphBehaviour } from '../../testing/fake-graph-api.ts'
import {
  type MailServer,
  makeSmtpError,
  makeUnusedAddress,
  startMailServer,
  startTcpServer,
} from '../../testing/mail-server.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { pauseChannel } from '../messengers/channel-rate-limit.ts'

const running: MailServer[] = []
const graph = await FakeGraphApi.start()
const app = await startTestAppForFile({ WHATSAPP_URL: graph.url })
const gym = await makeGym(app)
afterAll(async () => {
  await graph.close()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()))
  await app.database.platform.query('delete from channel_turns')
})

type Place = Pick<MailServer, 'host' | 'port'>
const keep = async (server: Promise<MailServer>) => {
  running.push(await server)
  return server
}
async function tryOut(place: Place, settings: object = {}) {
  const { host, port } = place
  await gym.admin.call('channels.email', {
    body: { host, port, security: 'none', username: null, sender: 'avisos@gimnasio.example', ...settings },
  })
  return gym.admin.call('channels.test', { params: { channel: 'email' }, body: { to: 'ana@example.com' } })
}

const encrypted = { security: 'starttls' }
const login = { username: 'avisos@gmail.com', password: 'clave-77' }

const refuse = (hook: 'onMailFrom' | 'onRcptTo', code: number, text: string) => () =>
  keep(startMailServer({ [hook]: (_address: object, _session: object, done: Done) => done(makeSmtpError(code, text)) }))
type Done = (error?: Error) => void
const greetLate = (_session: object, done: Done) => void setTimeout(done, 1_500)
const takeAll = () => keep(startMailServer())
const unknownName = () => ({ host: 'smtp.gmial.invalid', port: 587 })

test.each<[string, () => Promise<Place> | Place, object, RegExp, RegExp]>([
  ['accepts it', takeAll, {}, /aceptó el mensaje para ana@example/, /no deseado/],
  ['greets late', () => keep(startMailServer({ onConnect: greetLate })), {}, /aceptó el mensaje/, /no deseado/],
  ['is not there', makeUnusedAddress, {}, /No hay conexión/, /no atiende ahí.*587 o 465/],
  ['has no such name', unknownName, {}, /No hay conexión/, /No hay ningún servidor con ese nombre/],
  ['cuts at once', () => keep(startTcpServer((socket) => socket.destroy())), {}, /se cortó/, /no atiende ahí/],
  [
    'vouches for itself',
    () => keep(startMailServer({ disabledCommands: [] })),
    encrypted,
    /No se pudo asegurar/,
    /certificado/,
  ],
  ['does not encrypt', takeAll, encrypted, /No se pudo asegurar/, /STARTTLS, con el 465 TLS/],
  [
    'refuses the sender',
    refuse('onMailFrom', 553, '5.7.1 Not yours'),
    {},
    /no acepta al remitente: 553 5\.7\.1\.$/,
    /la dirección de esa misma cuenta/,
  ],
  [
    'refuses the address',
    refuse('onRcptTo', 550, '5.1.1 No such user'),
    {},
    /no acepta la dirección: 550 5\.1\.1\.$/,
    /Revisa la dirección/,
  ],
  [
    'asks to wait',
    refuse('onMailFrom', 421, '4.7.0 Too many'),
    {},
    /pide esperar: 421 4\.7\.0\.$/,
    /Espera unos minutos/,
  ],
])('channels.test: explains a mail server that %s', async (title, server, settings, reason, advice) => {
  expect(await tryOut(await server(), settings)).toEqual({
    sent: ['accepts it', 'greets late'].includes(title),
    reason: expect.stringMatching(reason),
    advice: expect.stringMatching(advice),
  })
})

test("channels.test: explains a wrong password with the provider's advice, without showing it", async () => {
  const { host, port } = await keep(
    startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_given, _session, done) => done(makeSmtpError(535, '5.7.8 clave-77 is wrong')),
    }),
  )
  // Checks that the test server listens on a loopback address of this machine.
  expect(host).toMatch(/^127\./)
  const told = await tryOut({ host, port }, login)
  expect(told).toMatchObject({ sent: false, reason: expect.stringMatching(/usuario o la contraseña: 535 5\.7\.8\.$/) })
  expect(told.advice).toContain('contraseña de aplicación')
  expect(JSON.stringify(told)).not.toContain('clave-77')
})

type Told = [sent: boolean, reason: RegExp, advice: RegExp | null]

async function expectWhatsapp(manner: GraphBehaviour, [sent, reason, advice]: Told) {
  graph.manner = manner
  await gym.admin.call('channels.whatsapp', { body: { phone_id: '106540352242922', token: 'EAAG' } })
  const told = await gym.admin.call('channels.test', { params: { channel: 'whatsapp' }, body: { to: '809-555-0101' } })
  expect(told).toEqual({
    sent,
    reason: expect.stringMatching(reason),
    advice: advice && expect.stringMatching(advice),
  })
}

test.each<[string, GraphBehaviour, Told]>([
  ['accepts it', { kind: 'takes' }, [true, /WhatsApp aceptó el mensaje para \+18095550101/, null]],
  [
    'knows no such token',
    { kind: 'refuses', as: 'tokenExpired' },
    [false, /no acepta el acceso: el token venció o no tiene permiso\.$/, /token que no venza/],
  ],
  ['has no templates', { kind: 'refuses', as: 'templateMissing' }, [false, /plantilla/, /aprobadas/]],
  ['knows no such number', { kind: 'refuses', as: 'unknownNumber' }, [false, /no existe en WhatsApp\.$/, /API Setup/]],
  ['asks to wait', { kind: 'answers', status: 429, body: '' }, [false, /más despacio/, /Espera/]],
  ['is broken', { kind: 'answers', status: 500, body: 'x' }, [false, /no está disponible/, /Espera/]],
])('channels.test: explains the result when WhatsApp %s', (_, manner, said) => expectWhatsapp(manner, said))

test('channels.test: refuses a missing channel or an unusable recipient', async () => {
  await gym.admin.call('channels.remove', { params: { channel: 'email' } })
  const tryTo = (channel: string, to: string) => gym.admin.try('channels.test', { params: { channel }, body: { to } })
  expect(await tryTo('email', 'ana@example.com')).toMatchObject({
    status: 409,
    answer: { detail: expect.stringContaining('configúralo') },
  })
  for (const [channel, to] of [
    ['email', 'ana'],
    ['email', '809-555-0101'],
    ['whatsapp', 'ana@example.com'],
    ['whatsapp', '12'],
  ] as const)
    expect(await tryTo(channel, to)).toMatchObject({ status: 422, answer: { detail: [{ loc: ['body', 'to'] }] } })
})

test("channels.test: a gym neither ends a pause of the installation nor sees its server's texts", async () => {
  await gym.admin.call('channels.remove', { params: { channel: 'email' } })
  const own = await keep(
    startMailServer({
      onMailFrom: (_address, _session, done) => done(makeSmtpError(553, '5.7.1 Not yours, inside-7')),
    }),
  )
  const platform = await logInMaster(app)
  const { host, port } = own
  const body = { host, port, security: 'none', username: null, sender: 'todos@example.com' }
  await platform.call('channels.email', { body })
  const asked = { params: { channel: 'email' }, body: { to: 'ana@example.com' } }
  expect((await gym.admin.call('channels.test', asked)).reason).toMatch(/no acepta al remitente: 553 5\.7\.1\.$/)
  expect((await platform.call('channels.test', asked)).reason).toContain('inside-7')
  await pauseChannel(app.database, 'email', 600_000)
  expect((await gym.admin.call('channels.test', asked)).reason).toContain('está ocupado')
  expect((await platform.call('channels.test', asked)).reason).toContain('inside-7')
  await platform.call('channels.remove', { params: { channel: 'email' } })
})
