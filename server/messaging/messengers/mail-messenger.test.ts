import { createServer, type Server } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { makeMailServer, makeSmtpError } from '../../testing/mail-server.ts'
import { isLocalhost, openMailMessenger } from './mail-messenger.ts'
import { type Messenger, minutesToMs, type OutgoingMessage, type SendOutcome } from './messenger.ts'

const running: { close(done: () => void): unknown }[] = []
const opened: Messenger[] = []
afterEach(async () => {
  for (const messenger of opened.splice(0)) messenger.close()
  await Promise.all(running.splice(0).map((server) => new Promise<void>((resolve) => server.close(resolve))))
})

const message: OutgoingMessage = {
  key: '7-42',
  to: 'ana@example.com',
  text: 'Hola Ana,\nsu membresía vence mañana.',
  template: 'aviso',
  subject: 'Su membresía',
}
const from = 'Gimnasio Quisqueya <avisos@gimnasio.example>'

async function startSmtp(options: SMTPServerOptions = {}): Promise<{ port: number; mails: string[] }> {
  const { server, mails } = makeMailServer(options)
  running.push(server)
  return { port: await portOf(server.server.listen(0, '127.0.0.1')), mails }
}

const portOf = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.once('listening', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    }),
  )

function send(url: string, change: Partial<OutgoingMessage> = {}, patience = 10_000): Promise<SendOutcome> {
  const messenger = openMailMessenger({ perSecond: 2, server: url, from, timeoutMs: patience })
  opened.push(messenger)
  return messenger.send({ ...message, ...change }, new AbortController().signal)
}

const sendTo = (port: number, change?: Partial<OutgoingMessage>, patience?: number) =>
  send(`smtp://127.0.0.1:${port}`, change, patience)
/** Timeout in milliseconds for tests with a server that never responds. */
const hasty = 400

/** Value of a mail header with folded lines joined; null if the header is absent. */
const header = (mail: string | undefined, name: string): string | null =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im')
    .exec(mail?.split('\r\n\r\n')[0] ?? '')?.[1]
    ?.replace(/\r\n\s/g, ' ') ?? null

test("mail: is sent in the gym's name, from the installation's address, with the gym as Reply-To", async () => {
  const { port, mails } = await startSmtp()
  await sendTo(port, {
    senderName: 'Gimnasio "El Ñandú", S.R.L.\r\nBcc: x@example.com',
    replyTo: 'hola@gimnasio.example',
  })
  const [mail] = mails
  expect(header(mail, 'From')).toMatch(/^.+ <avisos@gimnasio\.example>$/)
  expect(header(mail, 'From')).not.toMatch(/Quisqueya/)
  expect(header(mail, 'Bcc')).toBeNull()
  expect(header(mail, 'Reply-To')).toBe('hola@gimnasio.example')
  expect(header(mail, 'Auto-Submitted')).toBe('auto-generated')
  await sendTo(port, { senderName: 'Fuerza', replyTo: null })
  expect(header(mails[1], 'From')).toBe('Fuerza <avisos@gimnasio.example>')
  expect(header(mails[1], 'Reply-To')).toBeNull()
})

test('mail: keeps its Message-ID on a retry, and is marked as automatic', async () => {
  const { port, mails } = await startSmtp()
  expect(await sendTo(port)).toEqual({ kind: 'sent', providerId: '<7-42@gimnasio.example>' })
  await sendTo(port)
  expect(mails.map((mail) => header(mail, 'Message-ID'))).toEqual(Array(2).fill('<7-42@gimnasio.example>'))
  const [mail] = mails
  expect(header(mail, 'From')).toBe(from)
  expect(header(mail, 'To')).toBe('ana@example.com')
  expect(header(mail, 'Subject')).toBe('=?UTF-8?Q?Su_membres=C3=ADa?=')
  expect(header(mail, 'Auto-Submitted')).toBe('auto-generated')
  expect(header(mail, 'Content-Type')).toBe('text/plain; charset=utf-8')
  expect(mail).toContain('Hola Ana,\r\nsu membres=C3=ADa vence ma=C3=B1ana.')
})

test('mail: no input can add a header or a recipient', async () => {
  const { port, mails } = await startSmtp()
  const bad = 'x\r\nBcc: eva@example.com\r\n\r\nhola'
  expect((await sendTo(port, { subject: bad, replyTo: bad })).kind).toBe('sent')
  expect(header(mails[0], 'Bcc')).toBeNull()
  expect(header(mails[0], 'Reply-To')).toBeNull()
  expect(header(mails[0], 'Subject')).toBe('x Bcc: eva@example.com hola')
  for (const to of [`ana@example.com\r\nBcc: eva@example.com`, 'a@example.com, b@example.com', 'nadie', '@', ''])
    expect(await sendTo(port, { to })).toEqual({ kind: 'failed', reason: 'La dirección de correo no es válida' })
  expect(mails).toHaveLength(1)
})

test('mail: sends no unencrypted password to a host whose name only begins with localhost', () => {
  for (const host of ['127.0.0.1.correo.do', '127.correo.do', 'localhost.do', '1270.0.0.1'])
    expect(isLocalhost(host), host).toBe(false)
  for (const host of ['127.0.0.1', '127.8.9.10', 'localhost', '::1', '[::1]'])
    expect(isLocalhost(host), host).toBe(true)
})

test.each<[string, 'onMailFrom' | 'onRcptTo', [code: number, text: string], object]>([
  ['a recipient', 'onRcptTo', [550, '5.1.1 No such user'], { kind: 'failed', reason: /No such user/ }],
  ['a full mailbox', 'onRcptTo', [452, '4.2.2 Mailbox full'], { kind: 'retry', reason: /Mailbox full/ }],
  ['when busy', 'onMailFrom', [421, '4.7.0 Too many'], { kind: 'retry', pause: true, after: minutesToMs(2) }],
  ['a sender', 'onMailFrom', [553, '5.7.1 Not yours'], { kind: 'retry', pause: true, reason: /MAIL_FROM/ }],
  ['over quota', 'onMailFrom', [550, '5.4.5 Daily quota'], { kind: 'retry', pause: true, after: minutesToMs(60) }],
])('mail: gives the right outcome when the server refuses %s', async (_, hook, refusal, outcome) => {
  const { port, mails } = await startSmtp({
    [hook]: (_address: object, _session: object, done: (error?: Error) => void) => done(makeSmtpError(...refusal)),
  })
  const { reason, ...others } = outcome as { reason?: RegExp }
  const found = await sendTo(port)
  expect(found).toMatchObject(others)
  if (reason) expect(found).toMatchObject({ reason: expect.stringMatching(reason) })
  expect(mails).toEqual([])
})

test('mail: logs in with user and password, but never over an unencrypted connection', async () => {
  const { port, mails } = await startSmtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      password === 'cl@ve' ? done(null, { user: username }) : done(makeSmtpError(535, '5.7.8 Bad credentials')),
  })
  const at = `127.0.0.1:${port}`
  expect((await send(`smtp://avisos:cl%40ve@${at}`)).kind).toBe('sent')
  expect(mails).toHaveLength(1)
  expect(await send(`smtp://avisos:otra@${at}`)).toMatchObject({
    kind: 'retry',
    pause: true,
    after: minutesToMs(15),
    reason: expect.stringMatching(/usuario o la contraseña \(SMTP_URL\).*Bad credentials/),
  })
  const insecure = { kind: 'retry', pause: true, reason: expect.stringContaining('asegurar la conexión') }
  expect(await send(`smtp://avisos:cl%40ve@${at}/?requireTLS=true`)).toMatchObject(insecure)
})

test('mail: refuses an untrusted certificate unless the URL allows it', async () => {
  const { port, mails } = await startSmtp({ disabledCommands: [] })
  expect(await sendTo(port)).toMatchObject({ kind: 'retry', pause: true, reason: expect.stringContaining('SMTP_URL') })
  expect(mails).toEqual([])
  expect((await send(`smtp://127.0.0.1:${port}/?tls.rejectUnauthorized=false`)).kind).toBe('sent')
  const { port: plain } = await startSmtp()
  expect(await send(`smtps://127.0.0.1:${plain}`)).toMatchObject({ kind: 'retry', pause: true })
})

test('mail: is retried if the server is absent, silent or cuts the connection', async () => {
  const gone = createServer()
  const port = await portOf(gone.listen(0, '127.0.0.1'))
  await new Promise((resolve) => gone.close(resolve))
  const unreachable = {
    kind: 'retry',
    reason: 'No hay conexión con el servidor de correo',
    after: minutesToMs(1),
    pause: true,
  }
  expect(await sendTo(port)).toMatchObject(unreachable)

  const silent = createServer(() => {})
  const held = await portOf(silent.listen(0, '127.0.0.1'))
  expect(await sendTo(held, {}, hasty)).toMatchObject(unreachable)
  silent.close()

  const { port: cutting } = await startSmtp({ onData: (_stream, session) => void cut(session) })
  expect(await sendTo(cutting)).toMatchObject({
    kind: 'retry',
    reason: 'La conexión con el servidor de correo se cortó',
  })
  const { port: slow } = await startSmtp({ onData: (stream) => void stream.resume() })
  expect(await sendTo(slow, {}, hasty)).toMatchObject({
    kind: 'retry',
    reason: 'La conexión con el servidor de correo se cortó',
  })
})

/** Closes every connection of the test server. */
function cut(_session: object): void {
  for (const server of running)
    if (server instanceof SMTPServer) for (const each of server.connections) each._socket.destroy()
}
