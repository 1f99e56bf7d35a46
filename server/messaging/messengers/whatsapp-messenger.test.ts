import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { repositoryRoot } from '../../platform/db/repository-root.ts'
import { FakeGraphApi, type GraphRefusal } from '../../testing/fake-graph-api.ts'
import { type Messenger, minutesToMs, type OutgoingMessage } from './messenger.ts'
import { openWhatsappMessenger, whatsappTemplates } from './whatsapp-messenger.ts'

let graph: FakeGraphApi
let messenger: Messenger
const phoneId = '106540352242922'
beforeAll(async () => {
  graph = await FakeGraphApi.start()
  messenger = openWhatsappMessenger({ url: graph.url, token: 'EAAG-token', phoneId })
})
beforeEach(() => {
  graph.manner = { kind: 'takes' }
  graph.taken.length = 0
})
afterAll(async () => {
  messenger.close()
  await graph.close()
})

const message: OutgoingMessage = {
  key: '7-42',
  to: '+18095550101',
  text: 'Hola Ana,\nsu membresía\t vence    mañana.',
  template: 'aviso',
  subject: '',
}
const unsure = { after: minutesToMs(10), unsure: true }
const send = (change: Partial<OutgoingMessage> = {}, signal = new AbortController().signal) =>
  messenger.send({ ...message, ...change }, signal)

test('whatsapp: sends a template with a one-line text, the message key and the bearer token', async () => {
  expect(await send()).toEqual({ kind: 'sent', providerId: graph.taken[0]?.id })
  expect(graph.taken).toMatchObject([
    {
      to: '+18095550101',
      template: 'torniquete_aviso',
      text: 'Hola Ana, su membresía vence mañana.',
      key: '7-42',
      authorization: 'Bearer EAAG-token',
      body: { messaging_product: 'whatsapp', type: 'template', template: { language: { code: 'es' } } },
    },
  ])
})

test('whatsapp: separates report lines by dots and cuts long texts between characters', async () => {
  await send({ template: 'informe', text: 'Ingresos: 1,250.00\n\nAsistencias: 12\r\nNuevas: 1' })
  expect(graph.taken[0]).toMatchObject({
    template: 'torniquete_informe',
    text: 'Ingresos: 1,250.00 · Asistencias: 12 · Nuevas: 1',
  })
  await send({ text: `a${'💪'.repeat(1000)}` })
  const long = graph.taken[1]?.text ?? ''
  expect(long.length).toBeLessThanOrEqual(1024)
  expect(long).toMatch(/^a(💪)+…$/u)
})

const retried: [GraphRefusal, RegExp, boolean, number | undefined][] = [
  ['rateLimit', /más despacio/, true, minutesToMs(0.5)],
  ['accountLimit', /más despacio/, true, minutesToMs(5)],
  ['spamLimit', /no deseados/, true, minutesToMs(60)],
  ['tokenExpired', /WHATSAPP_TOKEN/, true, minutesToMs(15)],
  ['permissionMissing', /WHATSAPP_TOKEN/, true, minutesToMs(15)],
  ['unknownNumber', /WHATSAPP_PHONE_ID/, true, minutesToMs(15)],
  ['pairLimit', /al mismo número/, false, minutesToMs(5)],
  ['overloaded', /no está disponible/, false, undefined],
  ['wentWrong', /no está disponible/, false, undefined],
]
test.each(retried)('whatsapp: retries after %s', async (as, reason, pause, after) => {
  graph.manner = { kind: 'refuses', as }
  expect({ ...(await send()), trouble: undefined }).toEqual({
    kind: 'retry',
    reason: expect.stringMatching(reason),
    ...(pause ? { pause } : {}),
    ...(after === undefined ? {} : { after }),
  })
})

const final: [GraphRefusal, RegExp][] = [
  ['invalidRecipient', /no recibe mensajes de WhatsApp/],
  ['notInTestList', /lista de prueba/],
  ['templateMissing', /no existe o no está aprobada/],
  ['templateParameters', /variable/],
  ['templatePaused', /en pausa/],
  ['badParameter', /Param text is required \(100\)/],
]
test.each(final)('whatsapp: does not retry after %s', async (as, reason) => {
  graph.manner = { kind: 'refuses', as }
  expect(await send()).toMatchObject({ kind: 'failed', reason: expect.stringMatching(reason) })
})

test('whatsapp: honours Retry-After in seconds or as a date, up to six hours', async () => {
  const after = async (retryAfter: string) => {
    graph.manner = { kind: 'refuses', as: 'rateLimit', retryAfter }
    const outcome = await send()
    return outcome.kind === 'retry' ? outcome.after : undefined
  }
  expect(await after('120')).toBe(120_000)
  const inTenMinutes = (await after(new Date(Date.now() + minutesToMs(10)).toUTCString())) ?? 0
  expect(Math.abs(inTenMinutes - minutesToMs(10))).toBeLessThan(5000)
  expect(await after('99999999')).toBe(minutesToMs(360))
  expect(await after('mañana')).toBe(minutesToMs(0.5))
})

test('whatsapp: handles responses that come from a proxy, are no JSON, or never end', async () => {
  const answer = (status: number, body: string) => {
    graph.manner = { kind: 'answers', status, body }
    return send()
  }
  expect(await answer(502, '<html>Bad Gateway</html>')).toMatchObject({ kind: 'retry', reason: expect.any(String) })
  expect(await answer(429, '')).toMatchObject({ kind: 'retry', pause: true })
  expect(await answer(418, 'no soy JSON')).toMatchObject({ kind: 'failed', reason: expect.stringContaining('418') })
  // WhatsApp may have accepted the message, so it is not sent again at once.
  expect(await answer(200, '{"messages":[]}')).toMatchObject({ kind: 'retry', ...unsure })
  expect(await answer(200, 'x'.repeat(200_000))).toMatchObject({ kind: 'retry', ...unsure })
  expect(await answer(302, '')).toMatchObject({ kind: 'failed' })
})

test('whatsapp: without a response the delivery is unknown, and the retry waits', async () => {
  graph.manner = { kind: 'silent' }
  const hasty = openWhatsappMessenger({ url: graph.url, token: 'EAAG-token', phoneId, timeoutMs: 400 })
  const late = await hasty.send(message, new AbortController().signal)
  hasty.close()
  expect(late).toEqual({ kind: 'retry', reason: 'WhatsApp no respondió a tiempo', ...unsure })
  graph.manner = { kind: 'cuts' }
  expect(await send()).toEqual({ kind: 'retry', reason: 'La conexión con WhatsApp se cortó', ...unsure })
  expect(graph.taken).toHaveLength(2)
})

test('docs/messages.md: contains the texts of the WhatsApp templates word for word', () => {
  const lines = (text: string) => text.split('\n').map((line) => line.trim())
  const page = lines(readFileSync(join(repositoryRoot, 'docs/messages.md'), 'utf8')).join('\n')
  for (const { name, body } of Object.values(whatsappTemplates))
    expect(page).toContain(`\`${name}\`\n\n\`\`\`\n${body}\n\`\`\``)
})
