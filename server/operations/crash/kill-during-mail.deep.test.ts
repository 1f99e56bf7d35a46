// kill -9 between sending a mail and recording it: at most one mail is sent twice, none is lost.
import type { AddressInfo } from 'node:net'
import { addDays, toLocalDay } from '@torniquete/contract/shared/dates.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeMailServer } from '../../testing/mail-server.ts'
import { findDaytimeZone } from '../../testing/reminder-gym.ts'
import { makeGymAndFetchToken, type ServerProcess, sendCall, startServerProcess } from '../../testing/server-process.ts'
import { waitUntil } from '../../testing/simulated-terminals.ts'
import { useTemporaryFolder } from '../../testing/test-cluster.ts'

const name = `messages_${process.pid}`
const dataDir = useTemporaryFolder()
let server: ServerProcess
let database: pg.Client
const arrived: string[] = []
/** Called when a mail has arrived and before the mail server answers. */
let onArrival = (): boolean => true

const { server: smtp } = makeMailServer({
  onData: (stream, _, answer) => {
    let text = ''
    stream.on('data', (part) => {
      text += part
    })
    stream.on('end', () => {
      arrived.push(/^Message-ID: (.*)$/im.exec(text)?.[1]?.trim() ?? '')
      if (onArrival()) answer()
    })
  },
})

beforeAll(async () => {
  const admin = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
}, 60_000)
afterAll(async () => {
  server.process.kill('SIGKILL')
  await server.ended
  await database?.end()
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
}, 20_000)

test('kill -9 between sending and recording: at most one mail is sent twice, none is lost', {
  timeout: 120_000,
}, async () => {
  const { host, port: socket, user } = inject('postgres')
  const { port: smtpPort } = smtp.server.address() as AddressInfo // an AddressInfo, since the server listens on TCP
  const environment = {
    DATABASE_URL: `postgres://${user}@localhost:${socket}/${name}?host=${encodeURIComponent(host)}`,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'gimnasio@example.com',
  }
  server = startServerProcess(dataDir, 0, environment)
  expect(await server.ready).toBe(true)
  const { port } = server
  const token = await makeGymAndFetchToken(port)
  const zone = findDaytimeZone()
  await sendCall(port, token, 'PUT', '/gym-info/', { timeZone: zone })
  const plan = (await sendCall(port, token, 'POST', '/memberships/', { name: 'Mensual', duration_days: 30, price: 1 }))
    .answer
  for (let at = 0; at < 4; at++) {
    const client = (await sendCall(port, token, 'POST', '/clients/', { name: `C${at}`, email: `c${at}@example.com` }))
      .answer
    const start_date = addDays(toLocalDay(zone, new Date()), -29)
    const body = { id_client: client.id, id_membership: plan.id, start_date }
    expect((await sendCall(port, token, 'POST', '/membership_payments/', body)).status).toBe(201)
  }
  onArrival = () => {
    if (arrived.length !== 2) return true
    server.process.kill('SIGKILL')
    return false
  }
  const settings = { message_day_expiration: 'Vence hoy', isActive: true }
  expect((await sendCall(port, token, 'PUT', '/notification-config/', settings)).status).toBe(200)
  await server.ended

  database = new pg.Client({ host, port: socket, user, database: name })
  await database.connect()
  // One mail may or may not have been sent. Its timestamps are set back, so that its retry is due now.
  const doubted = await database.query(
    "update outbox set handed_at = handed_at - interval '1 hour', next_attempt_at = next_attempt_at - interval '1 hour' where handed_at is not null",
  )
  expect(doubted.rowCount).toBe(1)
  server = startServerProcess(dataDir, port, environment)
  expect(await server.ready).toBe(true)
  await waitUntil(
    async () =>
      (await database.query("select count(*)::int as count from outbox where state = 'sent'")).rows[0].count === 4,
    Boolean,
    20_000,
  )
  const times = new Map<string, number>()
  for (const each of arrived) times.set(each, (times.get(each) ?? 0) + 1)
  expect([...times.values()].sort()).toEqual([1, 1, 1, 2])
})
