import { expect, test } from 'vitest'
import { runAsTableOwner } from '../../testing/database-digest.ts'
import { makeGym } from '../../testing/factories.ts'
import { type DeliveryNotice, makeDeliveryReport } from '../../testing/fake-graph-api.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { formatMessageKey } from '../messengers/messenger.ts'

const secret = 'secreto de la aplicación'
const app = await startTestAppForFile({
  WHATSAPP_TOKEN: 'EAAG',
  WHATSAPP_PHONE_ID: '106540352242922',
  WHATSAPP_APP_SECRET: secret,
  WHATSAPP_VERIFY_TOKEN: 'una palabra',
})
const gym = await makeGym(app)

let day = 0
/** Inserts a daily report into the outbox in the given state; returns its message key. */
const makeRow = (state: string, columns: { provider_id?: string; handed_at?: string } = {}): Promise<string> =>
  runAsTableOwner(app, async (client) => {
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
  runAsTableOwner(app, async (client) => {
    const { rows } = await client.query(
      'select state, reason, provider_id, state_at, sent_at, handed_at, next_attempt_at from outbox where gym_id = $1 and id = $2',
      key.split('-').slice(0, 2).map(Number),
    )
    return rows[0]
  })
const tell = async (...notices: DeliveryNotice[]) => {
  const { body, signature } = makeDeliveryReport(notices, secret)
  const reply = await app.app.inject({
    method: 'POST',
    url: '/webhooks/whatsapp',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    payload: body,
  })
  return reply.statusCode
}

test('delivery report: ignored for messages of another installation or before a restore', async () => {
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
  // Keys made by the previous version have no creation time; they are still accepted.
  await tell({ id: 'wamid.9', status: 'sent', key: `${own}-${id}` })
  expect(await rowOf(key)).toMatchObject({ state: 'sent' })
})

test('delivery report: marks a message with unknown outcome as sent, by its key', async () => {
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
  ['the usual order is applied', 'sent', ['sent', 'delivered', 'read'], 'delivered'],
  ['reports out of order lead to the same state', 'sent', ['read', 'sent', 'delivered'], 'delivered'],
  ['a later refusal is applied', 'sent', ['sent', 'failed'], 'failed'],
  ['a repeated sent report does not hide a refusal', 'sent', ['failed', 'sent'], 'failed'],
  ['a message that was given up can be refused', 'pending', ['failed', 'failed'], 'failed'],
  ['a delivery overrides a refusal', 'sent', ['failed', 'delivered', 'failed'], 'delivered'],
  ['a message cancelled during sending can be delivered', 'cancelled', ['sent', 'delivered'], 'delivered'],
  ['a cancelled message stays cancelled after a refusal', 'cancelled', ['failed'], 'cancelled'],
])('delivery report: %s', async (_, state, statuses, end) => {
  const key = await makeRow(state, state === 'sent' ? { provider_id: 'wamid.7' } : {})
  for (const status of [...statuses, ...statuses.slice(-1)])
    await tell({ id: 'wamid.7', status, key, ...(status === 'failed' ? { error: failure } : {}) })
  expect(await rowOf(key)).toMatchObject({
    state: end,
    reason: end === 'failed' ? 'El número no recibe mensajes de WhatsApp' : null,
  })
})

test('delivery report: a message key that is not ours changes nothing', async () => {
  const key = await makeRow('sent')
  for (const strange of ['', 'x', '1', '99999-1', '1-99999999', `${key} or true`, '99999999999999-1', '-1-1'])
    expect(await tell({ id: 'wamid.9', status: 'delivered', key: strange })).toBe(200)
  expect(await tell({ id: 'wamid.9', status: 'delivered' })).toBe(200)
  expect((await rowOf(key)).state).toBe('sent')
})
