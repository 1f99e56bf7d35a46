import { get } from 'node:http'
import { ListedAttendance } from '@torniquete/contract/members/attendances.ts'
import { Notification, UnreadCounts } from '@torniquete/contract/reports/notifications.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { sql } from '../../platform/db/sql.ts'
import { EventStream } from '../../testing/event-stream.ts'
import { makeClient, makeGym, type TestGym } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile({ SESSION_HOURS: '8760' }, { commentIntervalMs: 50 })
const { address } = await app.listen()
const open: EventStream[] = []
afterAll(() => {
  for (const stream of open) stream.close()
})

async function connect(token: string | null, options = {}): Promise<EventStream> {
  const stream = await EventStream.open(address, token, options)
  open.push(stream)
  return stream
}

/** Opens a stream and reads its first chunk. */
async function listening(gym: TestGym, options = {}): Promise<EventStream> {
  const stream = await connect(gym.admin.token, options)
  await stream.until(() => stream.events.length > 0, 'the first chunk')
  return stream
}

/** Inserts `count` notifications in one transaction, dated `daysOld` days ago, and returns their ids. */
const raise = (gym: TestGym, count = 1, { daysOld = 0, message = 'x', read = false } = {}) =>
  app.database.write({ gym: gym.gym.id, user: null }, async (tx) =>
    (
      await tx.many<{ id: number }>(sql`
        insert into notifications (gym_id, title, message, created_at, is_read)
        select ${gym.gym.id}::int, 'Acceso', ${message}::text, now() - make_interval(days => ${daysOld}::int), ${read}::boolean from generate_series(1, ${count}::int)
        returning id`)
    ).map((row) => row.id),
  )

test('notifications.stream: begins with the unread ones of 7 days, then sends new ones', async () => {
  const gym = await makeGym(app)
  await raise(gym, 2, { daysOld: 8 })
  await raise(gym, 2, { read: true })
  const recent = [...(await raise(gym, 1, { daysOld: 6 })), ...(await raise(gym, 2))]
  const stream = await listening(gym)
  expect(stream.response.headers['content-type']).toContain('text/event-stream')
  const [backlog] = stream.events
  const texts: unknown[] = JSON.parse(backlog?.data ?? '')
  expect(texts.map((text) => Notification.parse(JSON.parse(String(text))).id_notification)).toEqual(recent)
  expect(backlog?.id).toBe(recent.at(-1))
  const client = await makeClient(gym)
  await gym.admin.call('attendances.create', { body: { id_client: client.id } })
  await stream.until(() => stream.events.length > 1, 'the new one')
  const item = JSON.parse(stream.events[1]?.data ?? '')
  expect(Notification.strict().parse(item)).toMatchObject({
    title: 'Acceso',
    client: { id: client.id, name: client.name },
  })
  expect(stream.events[1]?.id).toBe(item.id_notification)
})

test('notifications.stream: the first chunk has the newest 100 unread ones, oldest first', async () => {
  const gym = await makeGym(app)
  expect((await listening(gym)).events[0]?.data).toBe('[]')
  const all = await raise(gym, 130)
  expect((await listening(gym)).ids).toEqual(all.slice(-100))
})

test('notifications.stream: sends all after Last-Event-ID, even read ones and over 1000', async () => {
  const gym = await makeGym(app)
  const before = await raise(gym, 3)
  const missed = [...(await raise(gym, 2, { read: true })), ...(await raise(gym, 1100))]
  const stream = await listening(gym, { lastSeen: before.at(-1) })
  const late = await raise(gym, 2)
  await stream.until(() => stream.ids.length >= missed.length + 2, 'all that was missed')
  expect(stream.ids).toEqual([...missed, ...late])
})

test('notifications.stream: loses and repeats nothing with five writers and reconnecting readers', async () => {
  const gym = await makeGym(app)
  const [last] = await raise(gym)
  const steady = await listening(gym, { lastSeen: last })
  let flaky = await listening(gym, { lastSeen: last })
  const seen: number[] = []
  const reconnect = async () => {
    flaky.close()
    seen.push(...flaky.ids)
    flaky = await listening(gym, { lastSeen: flaky.events.findLast(({ id }) => id !== undefined)?.id ?? last })
  }
  const written: number[] = []
  let writing = true
  const writer = async () => {
    for (let round = 0; round < 8; round += 1) written.push(...(await raise(gym, 1 + (round % 3))))
  }
  const coming = async () => {
    while (writing) {
      await reconnect()
      await flaky.until(() => flaky.ids.length > 0 || !writing, 'news')
    }
  }
  const comes = coming()
  await Promise.all([writer(), writer(), writer(), writer(), writer()])
  writing = false
  const [end] = await raise(gym)
  await comes
  await reconnect()
  const expected = [...written, end ?? 0].sort((a, b) => a - b)
  await steady.until(() => steady.ids.at(-1) === end, 'the last one')
  await flaky.until(() => [...seen, ...flaky.ids].at(-1) === end, 'the last one')
  expect(steady.ids).toEqual(expected)
  expect([...seen, ...flaky.ids]).toEqual(expected)
})

test("notifications.stream: never sends another gym's notifications", async () => {
  const [gym, other] = [await makeGym(app), await makeGym(app)]
  const stream = await listening(gym, { changes: true })
  await raise(other, 5)
  await other.admin.call('attendances.create', { body: { id_client: (await makeClient(other)).id } })
  const mine = await raise(gym)
  await stream.until(() => stream.ids.length > 0, 'its own')
  expect(stream.ids).toEqual(mine)
  expect(stream.events.filter(({ event }) => event === 'changes').map(({ data }) => data)).toEqual([
    '["notifications"]',
  ])
  expect(stream.events.some(({ event }) => event === 'entered')).toBe(false)
})

test('notifications.stream: names changed areas only to clients that sent changes=true', async () => {
  const gym = await makeGym(app)
  const [asked, plain] = [await listening(gym, { changes: true }), await listening(gym)]
  await makeClient(gym)
  await gym.admin.call('attendances.create', { body: { id_client: (await makeClient(gym)).id } })
  await plain.until(() => plain.ids.length > 0, 'the notification')
  const areas = () =>
    new Set(asked.events.filter(({ event }) => event === 'changes').flatMap(({ data = '[]' }) => JSON.parse(data)))
  await asked.until(() => areas().size >= 3, 'the areas')
  expect([...areas()].sort()).toEqual(['attendances', 'clients', 'notifications'])
  expect(plain.events.every(({ event }) => event === undefined)).toBe(true)
})

test('notifications.stream: changes=true sends new attendances before names of changed lists', async () => {
  const gym = await makeGym(app)
  const people = [await makeClient(gym), await makeClient(gym)]
  const note = (client = people[0], at = new Date()) =>
    gym.admin.call('attendances.create', {
      body: { id_client: client?.id ?? 0, check_in: at.toISOString() },
    })
  for (const minutes of [6, 4, 2]) await note(people[0], new Date(Date.now() - minutes * 60_000))
  const [asked, plain] = [await listening(gym, { changes: true }), await listening(gym)]
  await asked.until(() => asked.events.some(({ event }) => event === 'unread'), 'the counts')
  const told = () =>
    asked.events
      .filter(({ event }) => event === 'entered')
      .map(({ data = '' }) => z.array(ListedAttendance.strict()).parse(JSON.parse(data)))
  const first = await note(people[1])
  await asked.until(() => told().length === 1, 'the first')
  const listed = await gym.admin.call('attendances.list', { query: { size_page: 1, include_status: true } })
  expect(told()[0]).toEqual(listed.items)
  const areas = asked.events.findIndex(({ data }) => data?.includes('"attendances"'))
  expect(areas).toBeGreaterThan(asked.events.findIndex(({ event }) => event === 'entered'))
  await gym.admin.call('attendances.undo', { params: { id: first.attendance_id }, body: { reason: 'por error' } })
  await note(people[1])
  await asked.until(() => told().length === 2, 'the next')
  expect(told()[1]).toHaveLength(1)
  expect(plain.events.every(({ event }) => event === undefined)).toBe(true)
})

test('notifications.stream: sends areas that changed after `since`, but no earlier changes', async () => {
  const gym = await makeGym(app)
  await makeClient(gym)
  const since = Date.now() + 1
  await vi.waitUntil(() => Date.now() >= since, { interval: 1 })
  await gym.admin.call('suppliers.create', { body: { name: 'Mercasid' } })
  const [late, later] = [
    await listening(gym, { changes: true, since }),
    await listening(gym, { changes: true, since: Date.now() + 1 }),
  ]
  const told = ({ events }: EventStream) => events.filter(({ event }) => event === 'changes').map(({ data }) => data)
  await late.until(() => told(late).length > 0, 'the areas')
  expect(told(late)).toEqual(['["suppliers"]'])
  await later.until(() => later.events.some(({ event }) => event === 'unread'), 'the counts')
  expect(told(later)).toEqual([])
})

test('notifications.stream: changes=true sends unread counts whenever notifications are marked', async () => {
  const gym = await makeGym(app)
  await raise(gym, 1100, { daysOld: 30 })
  const plain = await listening(gym)
  const asked = await listening(gym, { changes: true })
  const counts = () =>
    asked.events.filter(({ event }) => event === 'unread').map(({ data }) => UnreadCounts.parse(JSON.parse(data ?? '')))
  const counted = (Acceso: number) => ({ Acceso, 'Stock deficiente': 0, 'Stock agotado': 0 })
  await asked.until(() => counts().length > 0, 'the counts')
  expect(counts()).toEqual([counted(1100)])
  await gym.admin.call('attendances.create', { body: { id_client: (await makeClient(gym)).id } })
  await asked.until(() => counts().at(-1)?.Acceso === 1101, 'one more')
  await gym.admin.call('notifications.mark-many', { body: { title: 'Acceso', is_read: true } })
  await asked.until(() => counts().at(-1)?.Acceso === 0, 'none')
  await plain.until(() => plain.ids.length > 0, 'the notification')
  expect(plain.events.every(({ event }) => event === undefined)).toBe(true)
})

test('notifications.stream: sends comments while there are no events', async () => {
  const stream = await listening(await makeGym(app))
  await stream.until(() => stream.comments >= 3, 'three comments')
  expect(stream.ids).toEqual([])
})

test('notifications.stream: a slow reader delays no other and is disconnected', {
  tags: ['deep'],
  timeout: 120_000,
}, async () => {
  const gym = await makeGym(app)
  const slow = await connect(gym.admin.token, { paused: true })
  const quick = await listening(gym)
  const message = 'y'.repeat(2000)
  const all: number[] = []
  for (let round = 0; round < 12; round += 1) all.push(...(await raise(gym, 1000, { message })))
  await quick.until(() => quick.ids.length >= all.length, 'all of 24 MB', 60_000)
  expect(quick.ids).toEqual(all)
  slow.read()
  await slow.until(() => slow.ended, 'the slow one’s end', 60_000)
  expect(slow.ids.length).toBeLessThan(all.length)
  expect(slow.ids, 'what it got is whole').toEqual(all.slice(0, slow.ids.length))
})

test('notifications.stream: callers who leave before the first chunk leave no open stream', async () => {
  const { admin } = await makeGym(app)
  const streams = async () =>
    Number(/^torniquete_streams (\d+)/m.exec(await (await fetch(`${address}/metrics`)).text())?.[1])
  for (const stream of open.splice(0)) stream.close()
  await expect.poll(streams).toBe(0)
  const headers = { authorization: `Bearer ${admin.token}` }
  const gone = Array.from({ length: 24 }, (_, place) => {
    const request = get(`${address}/v1/notifications/sse`, { headers, agent: false }, (response) => response.resume())
    request.on('socket', (socket) => socket.on('connect', () => setTimeout(() => request.destroy(), place % 12)))
    return new Promise((resolve) => request.on('error', () => {}).on('close', resolve))
  })
  await Promise.all(gone)
  await expect.poll(streams).toBe(0)
})
