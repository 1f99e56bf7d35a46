import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { type DeliveryNotice, makeDeliveryReport, signBody } from '../../testing/fake-graph-api.ts'
import { readWebhookSecrets } from './gym-messengers.ts'
import { type DeliveryReport, serveWhatsappWebhook } from './whatsapp-webhook.ts'

const secret = 'secreto de la aplicación'
const environment = {
  WHATSAPP_TOKEN: 'EAAG',
  WHATSAPP_PHONE_ID: '106540352242922',
  WHATSAPP_APP_SECRET: secret,
  WHATSAPP_VERIFY_TOKEN: 'una palabra',
}
const url = '/webhooks/whatsapp'

let server: FastifyInstance
let told: DeliveryReport[]
beforeAll(async () => {
  server = Fastify()
  serveWhatsappWebhook(server, {
    channels: { readWebhookSecrets: async (gym) => (gym === 0 ? readWebhookSecrets(readConfig(environment)) : null) },
    onStatus: async (status) => {
      if (status.key === 'breaks') throw new Error('the database is away')
      told.push(status)
    },
  })
  await server.ready()
})
beforeEach(() => {
  told = []
})
afterAll(() => server.close())

const post = async (body: string | Buffer, signature: string | undefined, type = 'application/json') =>
  (
    await server.inject({
      method: 'POST',
      url,
      headers: { 'content-type': type, ...(signature === undefined ? {} : { 'x-hub-signature-256': signature }) },
      payload: body,
    })
  ).statusCode
const tell = (...notices: DeliveryNotice[]) => {
  const { body, signature } = makeDeliveryReport(notices, secret)
  return post(body, signature)
}

test("whatsapp webhook: answers Meta's challenge only with the right verify token", async () => {
  const ask = async (query: Record<string, string>) => {
    const { statusCode, body } = await server.inject({ method: 'GET', url, query })
    return [statusCode, body]
  }
  const right = { 'hub.mode': 'subscribe', 'hub.verify_token': 'una palabra', 'hub.challenge': '1158201444' }
  expect(await ask(right)).toEqual([200, '1158201444'])
  expect((await ask({ ...right, 'hub.verify_token': 'otra palabra' }))[0]).toBe(403)
  expect((await ask({ ...right, 'hub.mode': 'unsubscribe' }))[0]).toBe(403)
  expect((await ask({ ...right, 'hub.challenge': '<script>' }))[0]).toBe(400)
  expect((await ask({}))[0]).toBe(403)
})

test('whatsapp webhook: ignores reports with a missing, foreign or wrong signature', async () => {
  const { body, signature } = makeDeliveryReport([{ id: 'wamid.1', status: 'sent', key: '7-42' }], secret)
  expect(await post(body, undefined)).toBe(401)
  expect(await post(body, '')).toBe(401)
  expect(await post(body, signBody(body, 'otro secreto'))).toBe(401)
  expect(await post(body.replace('7-42', '7-43'), signature)).toBe(401)
  expect(await post(body, signature.replace('sha256=', 'sha1='))).toBe(401)
  expect(told).toEqual([])
  expect(await post(body, signature, 'text/plain')).toBe(200)
})

test('whatsapp webhook: ignores other numbers’ statuses, unknown statuses and incoming messages', async () => {
  expect(
    await tell(
      { id: 'wamid.1', status: 'sent', key: '7-42', phoneId: '999999' },
      { id: 'wamid.2', status: 'warming_up' },
      { id: '', status: 'sent' },
    ),
  ).toBe(200)
  const incoming = JSON.stringify({ entry: [{ changes: [{ field: 'messages', value: { messages: [{}] } }] }] })
  expect(await post(incoming, signBody(incoming, secret))).toBe(200)
  expect(told).toEqual([])
})

test('whatsapp webhook: refuses malformed and oversized bodies', async () => {
  for (const body of ['', 'x', '[]', '{"entry":7}', '{"entry":[{"changes":[{}]}]}', '\u0000'])
    expect(await post(body, signBody(body, secret)), body).toBe(400)
  expect(await post(Buffer.alloc(5 * 1024 * 1024, ' '), 'sha256=0')).toBe(413)
})

test('whatsapp webhook: makes Meta repeat reports that could not be stored', async () => {
  expect(await tell({ id: 'wamid.1', status: 'sent', key: 'breaks' })).toBeGreaterThanOrEqual(500)
})
