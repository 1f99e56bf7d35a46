import { expect, test } from 'vitest'
import { asOwner } from '../../testing/digest.ts'
import { makeGym } from '../../testing/factories.ts'
import { type DeliveryNotice, deliveryNotice } from '../../testing/graph-api.ts'
import { openTestApp } from '../../testing/test-app.ts'
import { formatMessageKey } from '../messengers/messenger.ts'

const secret = 'secreto de la aplicación'
const app = await openTestApp({
  WHATSAPP_TOKEN: 'EAAG',
  WHATSAPP_PHONE_ID: '106540352242922',
  WHATSAPP_APP_SECRET: secret,
  WHATSAPP_VERIFY_TOKEN: 'una palabra',
})
const gym = await makeGym(app)

let day = 0
/** A report as it stands in the outbox; answers its key. */
const makeRow = (state: string, columns: { provider_id?: string; handed_at?: string } = {}): Promise<string> =>
  asOwner(app, async (client) => {
    day += 1
    const { rows } = await client.query(
      `insert into outbox (gym_id, kind, rule_day, state, state_at, channel, recipient, text, created_at, until, provider_id, handed_at, next_attempt_at)
       values ($1, 'daily_report', date '2026-01-01' + $2::integer, $3, '2026-02-01Z', 'whatsapp', '+18095550101', 'Informe', '2026-02-01Z', '2026-02-02Z', $4, $5, '2026-02-01Z')
       returning gym_id as gym, id, created_at`,
      [gym.gym.id, day, state, columns.provider_id, columns.handed_at],
    )
    return formatMessageKey(rows[0].gym, rows[0].id, rows[0].created_at)
  })
const rowOf = (key: string) =>
  asOwner(app, async (client) => {
    const { rows } = await client.query(
      'select state, reason, provider_id, state_at, sent_at, handed_at, next_attempt_at from outbox where gym_id = $1 and id = $2',
      key.split('-').slice(0, 2).map(Number),
    )
    return rows[0]
  })
const tell = async (...notices: DeliveryNotice[]) => {
  const { body, signature } = deliveryNotice(notices, secret)
  const reply = await app.app.inject({
    method: 'POST',
    url: '/webhooks/whatsapp',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    payload: body,
  })
  return reply.statusCode
}

test('a notice of another installation’s message, or of one from before a restore, is nobody’s', async () => {
  const key = await makeRow('pending')
  const [own, id] = key.split('-')
  const before = await rowOf(key)
  expect(
    await tell({
      id: 'wamid.9',
      status: 'sent',
      key: formatMessageKey(Number(own), Number(id), '2025-02-01T00:00:00Z'),
    }),
  ).toBe(200)
  expect(await rowOf(key)).toEqual(before)
  // The name used by the version before.
  await tell({ id: 'wamid.9', status: 'sent', key: `${own}-${id}` })
  expect(await rowOf(key)).toMatchObject({ state: 'sent' })
})

test('a message that nobody recorded as sent is known to be sent by its key', async () => {
  const key = await makeRow('pending', { handed_at: '2026-02-01Z' })
  const timestamp = Date.parse('2026-02-01T13:00:05Z') / 1000
  expect(await tell({ id: 'wamid.1', status: 'sent', key, timestamp })).toBe(200)
  const at = new Date('2026-02-01T13:00:05Z').toISOString()
  expect(JSON.parse(JSON.stringify(await rowOf(key)))).toEqual({
    state: 'sent',
    reason: null,
    provider_id: 'wamid.1',
    state_at: at,
    sent_at: at,
    handed_at: null,
    next_attempt_at: null,
  })
})

const failure = { code: 131026, title: 'Message undeliverable' }
test.each<[string, string, readonly string[], string]>([
  ['the usual way', 'sent', ['sent', 'delivered', 'read'], 'delivered'],
  ['out of order', 'sent', ['read', 'sent', 'delivered'], 'delivered'],
  ['refused later', 'sent', ['sent', 'failed'], 'failed'],
  ['refused, then told again that it was sent', 'sent', ['failed', 'sent'], 'failed'],
  ['given up, then refused', 'pending', ['failed', 'failed'], 'failed'],
  ['arrived all the same', 'sent', ['failed', 'delivered', 'failed'], 'delivered'],
  ['cancelled when it was on its way', 'cancelled', ['sent', 'delivered'], 'delivered'],
  ['cancelled, then refused', 'cancelled', ['failed'], 'cancelled'],
])('%s', async (_, state, statuses, end) => {
  const key = await makeRow(state, state === 'sent' ? { provider_id: 'wamid.7' } : {})
  for (const status of [...statuses, ...statuses.slice(-1)])
    await tell({ id: 'wamid.7', status, key, ...(status === 'failed' ? { error: failure } : {}) })
  expect(await rowOf(key)).toMatchObject({
    state: end,
    reason: end === 'failed' ? 'El número no recibe mensajes de WhatsApp' : null,
  })
})

test('keys that are none of ours change nothing', async () => {
  const key = await makeRow('sent')
  for (const strange of ['', 'x', '1', '99999-1', '1-99999999', `${key} or true`, '99999999999999-1', '-1-1'])
    expect(await tell({ id: 'wamid.9', status: 'delivered', key: strange })).toBe(200)
  expect(await tell({ id: 'wamid.9', status: 'delivered' })).toBe(200)
  expect((await rowOf(key)).state).toBe('sent')
})
