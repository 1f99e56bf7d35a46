// Tests that a client who passed the terminal before being registered gets exactly those visits.
import type { TerminalUserDecision } from '@torniquete/contract/door/terminal-people.ts'
import { expect, test } from 'vitest'
import { insertClient } from '../members/clients/queries.ts'
import type { Transaction } from '../platform/db/gym-statements.ts'
import { sql } from '../platform/db/sql.ts'
import { countSessionsWaitingForLock, queryAsOwner, runAsTableOwner } from '../testing/database-digest.ts'
import { app, gym, port, readTerminalStatus, startDoorApp, uploadLines } from '../testing/door-app.ts'
import { makeClient, makeDevice, makePayment, makeUser } from '../testing/factories.ts'
import { makeSimulatedTerminal, waitUntilInSync } from '../testing/simulated-terminals.ts'
import { convertPassesToAttendances } from './convert-passes-to-attendances.ts'
import { recordPasses } from './record-passes.ts'

startDoorApp()

const send = (sn: string, ...lines: string[]) =>
  uploadLines(sn, 'ATTLOG', lines.map((each) => `${each}\t0\t15`).join('\n'))
const attendances = () =>
  gym.rows<object>(sql`
      select c.name, a.check_in, a.without_right, a.clock_wrong from attendances a join clients c on c.gym_id = a.gym_id and c.id = a.id_client
      where a.gym_id = ${gym.gym.id} order by a.check_in, a.id`)
const times = async () => (await attendances()).map((row) => Object.values(row).slice(0, 2).join(' '))
const unknown = async () =>
  (await gym.rows<{ pin: string }>(sql`select pin from door_records where gym_id = ${gym.gym.id} order by id`)).map(
    ({ pin }) => pin,
  )
const news = async () => (await gym.admin.call('notifications.list')).total
const visitsTold = async (id: number) =>
  (await gym.admin.call('history.list', { query: { entity: 'clients', id } })).items.flatMap(({ changes, user }) =>
    changes
      .filter(({ field }) => field === 'past_visits')
      .map(({ before, after }) => `${user?.name}: ${before} → ${after}`),
  )
const at = (pin: number | string, time: string) => `${pin}\t2026-06-${time}`

test('clients.create: assigns the past passes of a typed PIN to the client, only once', async () => {
  const { sn } = await makeDevice(gym)
  await send(
    sn,
    at(4321, '14 07:00:00'),
    at(4321, '14 07:00:59'),
    at(4321, '15 07:00:00'),
    at(4321, '15 11:59:00'),
    at(999, '15 07:00:00'),
  )
  expect(await news()).toBe(3)
  const list = await gym.admin.try('attendances.list')
  const ana = await makeClient(gym, { name: 'Ana', id_zkteco: 4321 })
  // All four passes become attendances, but two within a minute count as one visit.
  expect(ana).toMatchObject({ id_zkteco: 4321, past_visits: 3 })
  expect(await attendances()).toEqual(
    [
      '2026-06-14T11:00:00.000Z',
      '2026-06-14T11:00:59.000Z',
      '2026-06-15T11:00:00.000Z',
      '2026-06-15T15:59:00.000Z',
    ].map((check_in) => ({ name: 'Ana', check_in, without_right: true, clock_wrong: false })),
  )
  expect(await unknown()).toEqual(['999'])
  expect(await visitsTold(ana.id)).toEqual(['Dueña: null → 3'])
  expect(await news()).toBe(3)
  expect((await readTerminalStatus())?.passes_without_right).toBe(1)
  const again = await gym.admin.try('attendances.list', { headers: { 'if-none-match': String(list.headers.etag) } })
  expect([again.status, again.answer.total]).toEqual([200, 4])
  await send(sn, at(4321, '15 07:00:00'))
  expect(await attendances()).toHaveLength(4)
  expect(await gym.admin.call('clients.read', { params: { id_client: ana.id } })).not.toHaveProperty('past_visits')
})

test('clients.update: assigns past passes only if a new PIN is typed', async () => {
  const { sn } = await makeDevice(gym)
  await send(sn, at(2, '13 08:00:00'), at(77, '15 09:00:00'))
  const ana = await makeClient(gym, { name: 'Ana' })
  // These passes were made days ago, when the PIN belonged to no client.
  expect(ana).toMatchObject({ id_zkteco: 2 })
  await makePayment(gym, { id_client: ana.id, start_date: '2026-06-01' })
  const save = (body: object) => gym.admin.call('clients.update', { params: { id_client: ana.id }, body })
  for (const body of [{ name: 'Ana B' }, { id_zkteco: 2 }]) expect(await save(body)).not.toHaveProperty('past_visits')
  expect([await attendances(), await unknown()]).toEqual([[], ['2', '77']])
  expect(await save({ id_zkteco: 77 })).toMatchObject({ past_visits: 1 })
  expect(await attendances()).toEqual([
    { name: 'Ana B', check_in: '2026-06-15T13:00:00.000Z', without_right: false, clock_wrong: false },
  ])
  expect(await unknown()).toEqual(['2'])
  expect(await save({ id_zkteco: null })).not.toHaveProperty('past_visits')
})

test('past passes: not assigned to staff, nor to a restored client who gets the same PIN back', async () => {
  const { sn } = await makeDevice(gym)
  const ana = await makeClient(gym, { name: 'Ana', id_zkteco: 77 })
  await gym.admin.call('clients.delete', { params: { id_client: ana.id } })
  await send(sn, at(77, '15 09:00:00'), at(88, '15 09:00:00'))
  await gym.admin.call('clients.restore', { params: { id_client: ana.id } })
  await makeUser(gym, 'gym_worker', { id_zkteco: 88 })
  expect([await attendances(), await unknown()]).toEqual([[], ['77', '88']])
})

test('past passes: passes made before a PIN was freed are not assigned to its new holder', async () => {
  const { sn } = await makeDevice(gym)
  const former = await makeClient(gym, { name: 'Ana', id_zkteco: 77 })
  await gym.admin.call('clients.delete', { params: { id_client: former.id } })
  const freed = "update freed_pins set freed_at = '2026-06-15T14:00:00Z' where gym_id = $1 and pin = 77"
  expect((await queryAsOwner(app, freed, [gym.gym.id])).rowCount).toBe(1)
  // The terminal uploads two stored passes: one before the PIN was freed, one after.
  await send(sn, at(77, '15 09:59:00'), at(77, '15 10:01:00'))
  expect(await makeClient(gym, { name: 'Luis', id_zkteco: 77 })).toMatchObject({ past_visits: 1 })
  expect(await times()).toEqual(['Luis 2026-06-15T14:01:00.000Z'])
})

test('past passes: assigned up to 90 days back, and an impossible time becomes the arrival time', async () => {
  const { sn, id } = await makeDevice(gym)
  await send(sn, '77\t2026-03-17 11:59:59', '77\t2026-03-17 12:00:01', '77\t2000-01-01 00:00:13')
  await queryAsOwner(app, 'update devices set clock_offset = -700 where id = $1', [id])
  app.clock.set('2026-06-15T16:30:00Z')
  await send(sn, at(77, '15 12:18:20'))
  await queryAsOwner(app, 'update devices set clock_offset = 0 where id = $1', [id])
  app.clock.set('2026-06-15T16:00:00.500Z')
  expect(await makeClient(gym, { name: 'Ana', id_zkteco: 77 })).toMatchObject({ past_visits: 3 })
  expect(await attendances()).toMatchObject([
    { check_in: '2026-03-17T16:00:01.000Z', clock_wrong: false },
    { check_in: '2026-06-15T16:00:00.000Z', clock_wrong: true },
    { check_in: '2026-06-15T16:30:00.000Z', clock_wrong: true },
  ])
})

test('devices.decide: linking or creating a client assigns the past passes of that terminal only', async () => {
  const [front, back] = [await makeDevice(gym), await makeDevice(gym)]
  const users = ['77', '88', '99'].map((pin) => ({ pin, name: `Persona ${pin}`, verify: 0 }))
  const terminal = makeSimulatedTerminal(port, front.sn, { users })
  const of = { params: { id_device: front.id } }
  await gym.admin.call('devices.census', { ...of, body: { act: 'ask' } })
  await waitUntilInSync(terminal)
  for (const { sn } of [front, back]) await send(sn, ...['77', '88', '99'].map((pin) => at(pin, '15 09:00:00')))
  const luis = await makeClient(gym, { name: 'Luis' })
  const decide = (body: TerminalUserDecision) => gym.admin.call('devices.decide', { ...of, body })
  expect(await decide({ act: 'link', pin: '77', id_client: luis.id })).toEqual({ done: 1, refused: [], past_visits: 1 })
  expect(await decide({ act: 'create', pins: ['88', '99'] })).toEqual({ done: 2, refused: [], past_visits: 2 })
  expect(await times()).toEqual(['Luis', 'Persona 88', 'Persona 99'].map((name) => `${name} 2026-06-15T13:00:00.000Z`))
  expect(await unknown()).toEqual(['77', '88', '99'])
  expect(await visitsTold(luis.id)).toEqual(['Dueña: null → 1'])
})

test('past passes: a pass that arrives while its PIN is being assigned is not lost', async () => {
  const { sn, id } = await makeDevice(gym)
  const place = { gym: gym.gym.id, zone: 'America/Santo_Domingo', now: app.clock.now() }
  const scope = { gym: gym.gym.id, user: null }
  await runAsTableOwner(app, async (owner) => {
    const oneWaits = async (tx: Transaction) => {
      const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await expect.poll(() => countSessionsWaitingForLock(owner, 'pg_advisory_xact_lock', pid)).toBe(1)
    }
    const sent = await app.database.write(scope, async (tx) => {
      await insertClient(tx, gym.gym.id, { name: 'Ana', id_zkteco: 77 })
      await convertPassesToAttendances({ tx, ...place }, [77])
      const pass = send(sn, at(77, '15 09:00:00'))
      await oneWaits(tx)
      return { pass }
    })
    await sent.pass
    expect(await times()).toEqual(['Ana 2026-06-15T13:00:00.000Z'])

    const made = await app.database.write(scope, async (tx) => {
      const pass = { pin: '88', time: '2026-06-15 09:30:00', raw: '88', leaves: null }
      await recordPasses(tx, { ...place, id, sn, scattered: false }, [pass])
      const client = makeClient(gym, { name: 'Luis', id_zkteco: 88 })
      await oneWaits(tx)
      return { client }
    })
    expect(await made.client).toMatchObject({ past_visits: 1 })
  })
})
