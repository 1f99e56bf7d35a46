// State of all gyms right after a restore: printed receipts, terminals, mailboxes and browsers may know of newer data
// than the backup.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { Caller, logInAs } from '../../testing/api-caller.ts'
import {
  logInMaster,
  makeClient,
  makeCollection,
  makeExpense,
  makeGym,
  makePayment,
  makeProduct,
  makeSale,
  makeUser,
  type TestGym,
  testPassword,
} from '../../testing/factories.ts'
import { ReminderGym } from '../../testing/reminder-gym.ts'
import {
  formatTerminalUsersByPin,
  makeRegisteredTerminal,
  makeSimulatedTerminal,
  waitUntilInSync,
} from '../../testing/simulated-terminals.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { startAppWithCluster, useTemporaryFolder } from '../../testing/test-cluster.ts'
import { makeDrawer, makeShift } from '../../testing/two-gyms.ts'
import { finishRestore, type RestoreTimes } from './after-restore.ts'
import { verifyArchive } from './archive-reader.ts'
import { backUp, restoreFromArchive } from './backup-commands.ts'
import { runWithOwnerPool as asOwnerPool } from './exclusive-database.ts'

const folder = useTemporaryFolder()
let app: TestApp
let gym: TestGym
/** A gym without cash drawers. */
let plain: TestGym
/** Ids and tokens from before the backup, and from after it, which only receipts, terminals and browsers still know. */
let before: Awaited<ReturnType<typeof live>>
let after: Awaited<ReturnType<typeof live>>
let port: number
let atDoor: { sn: string; users: { pin: string; name: string; verify: number }[] }
let madeAt: string
let file: string

const configOf = (name: string) => readConfig({ DATA_DIR: join(folder, name), LOG_LEVEL: 'silent' })

async function finish({ database }: TestApp, instants: RestoreTimes): Promise<void> {
  await asOwnerPool(database.address, async (owner) => {
    const client = await owner.connect()
    await finishRestore(client, instants).finally(() => client.release(true))
  })
}

const saleKey = randomUUID()
let saleBody: { id_client: number; items: { id_product: number; quantity: number }[] }
let firstAnswer: unknown

const repeatSale = (caller: Caller) =>
  caller.call('sales.create', { headers: { 'idempotency-key': saleKey }, body: saleBody })

/** One client joins and buys, a shift is closed, a worker logs in. */
async function live(own: TestGym, name: string) {
  const client = await makeClient(own, { name })
  const payment = await makePayment(own, { id_client: client.id })
  const product = await makeProduct(own, { stock: 2, min_quantity: 1 })
  const sale = await makeSale(own, [{ id_product: product.id, quantity: 1 }], client.id)
  const { username } = await makeUser(own, 'gym_worker', { password: testPassword })
  const tokens = [await logInAs(own.test.app, username, testPassword), await logInMaster(own.test)].map(
    ({ token }) => token,
  )
  const id = await makeShift(own.admin, await makeDrawer(own.admin))
  const { shift } = await own.admin.call('cash-shifts.close', { params: { id }, body: { counts: [] } })
  const [news] = (await own.admin.call('notifications.list')).items
  return { client, payment, sale, z: shift.closed?.number ?? 0, username, tokens, news: news?.id_notification ?? 0 }
}

beforeAll(async () => {
  const first = await startAppWithCluster(join(folder, 'first'))
  const { port: firstPort } = await first.listen()
  const own = await makeGym(first)
  const { device, terminal } = await makeRegisteredTerminal(own, firstPort)
  const other = await makeGym(first)
  before = await live(own, 'Ana')
  const product = await makeProduct(other, { stock: 5 })
  const buyer = await makeClient(other)
  saleBody = { id_client: buyer.id, items: [{ id_product: product.id, quantity: 1 }] }
  firstAnswer = await repeatSale(other.admin)
  await own.admin.call('biometrics.configure', { body: { keeps: true } })
  await own.admin.call('biometrics.agree', { params: { id_client: before.client.id }, body: { agrees: true } })
  await own.admin.call('biometrics.photo', {
    params: { id_client: before.client.id },
    body: { image: '/9j/4AAQSkZJRg==' },
  })
  await waitUntilInSync(terminal)
  file = join(folder, 'copia')
  await backUp(configOf('first'), file)
  ;({ made_at: madeAt } = await verifyArchive(file, { phrase: undefined }))
  after = await live(own, 'Berta')
  await own.admin.call('biometrics.agree', { params: { id_client: before.client.id }, body: { agrees: false } })
  // Ana is blocked on the terminal after the backup; in the backup she may still enter.
  await own.admin.call('door.edit-user-verify', { query: { pin: before.client.id_zkteco ?? 0, new_verify: 3 } })
  await waitUntilInSync(terminal)
  atDoor = {
    sn: device.sn,
    users: [...terminal.users.values()].map(({ pin, name, verify }) => ({ pin, name, verify })),
  }
  await first.close()
  await restoreFromArchive(configOf('second'), file)
  app = await startAppWithCluster(join(folder, 'second'))
  ;({ port } = await app.listen())
  const again = async (each: TestGym) => ({
    ...each,
    test: app,
    admin: await logInAs(app.app, each.gym.username, testPassword),
  })
  gym = await again(own)
  plain = await again(other)
}, 120_000)
afterAll(() => app?.close(), 60_000)

test('restore: ends all sessions, including those begun after the backup', async () => {
  for (const token of [...before.tokens, ...after.tokens])
    expect((await new Caller(app.app, token).try('gyms.list')).status).toBe(401)
  expect(
    (
      await new Caller(app.app, null).try('session.login', {
        body: { username: after.username, password: testPassword },
      })
    ).status,
  ).toBe(401)
  expect((await logInAs(app.app, before.username, testPassword)).token).not.toBeNull()
})

test('restore: ids and numbers skip those used after the backup, and the gap is listed', async () => {
  const { gaps } = await gym.admin.call('voids.list')
  const { sale, payment } = before
  const copied_at = madeAt
  expect(gaps.map(({ kind, first, last }) => [kind, first, last])).toEqual(
    expect.arrayContaining([
      ['sale', sale.number + 1, sale.number + 1000],
      ['payment', payment.number + 1, payment.number + 1000],
      ['expense', 1, 1000],
      ['void', 1, 1000],
      ['shift', before.z + 1, before.z + 1000],
    ]),
  )
  const gapsOfOther = (await plain.admin.call('voids.list')).gaps.map(({ kind }) => kind)
  expect(gapsOfOther).toContain('sale')
  expect(gapsOfOther).not.toContain('shift')
  expect(gapsOfOther).not.toContain('collection')
  expect(new Set(gaps.map((gap) => gap.copied_at))).toEqual(new Set([copied_at]))
  const later = await live(gym, 'Carla')
  expect(later.sale.number).toBe(sale.number + 1001)
  expect(later.payment.number).toBe(payment.number + 1001)
  expect(later.z).toBe(before.z + 1001)
  expect((await makeExpense(gym)).number).toBe(1001)
  expect(later.client.id).toBeGreaterThanOrEqual(before.client.id + 1000)
  expect(later.client.id_zkteco).toBeGreaterThanOrEqual((before.client.id_zkteco ?? 0) + 1000)
  expect(later.news).toBeGreaterThanOrEqual(before.news + 1000)
  await gym.admin.call('sales.void', { params: { id: later.sale.id }, body: { reason: 'Prueba' } })
  expect((await gym.admin.call('voids.list')).items[0]?.number).toBe(1001)
  // Numbers of debt collections are skipped too, although the gym had no debts at the time of the backup.
  const receipt = await makeCollection(plain)
  expect((await plain.admin.call('collections.read', { params: { id: receipt } })).number).toBe(1001)
  expect((await plain.admin.call('voids.list')).gaps).toContainEqual(
    expect.objectContaining({ kind: 'collection', first: 1, last: 1000 }),
  )
})

test('restore: history and notifications show the time of the restored backup', async () => {
  const { items } = await gym.admin.call('history.list', { query: { entity: 'gym' } })
  expect(items[0]?.changes.find(({ field }) => field === 'restored_from')).toEqual({
    field: 'restored_from',
    before: null,
    after: madeAt,
  })
  const told = (await gym.admin.call('notifications.list')).items.map(({ message }) => message)
  expect(told).toContainEqual(
    expect.stringMatching(/^Restaurado de la copia de \d\d\/\d\d\/\d{4} \d\d:\d\d: puede faltar/),
  )
})

test('after a restore: terminals are compared again, and users added since become unknown users', async () => {
  const [ana, berta] = [String(before.client.id_zkteco), String(after.client.id_zkteco)]
  const templates = [ana, berta].map((pin) => ({ pin, kind: 'finger' as const, number: 6, owner: pin }))
  const terminal = makeSimulatedTerminal(port, atDoor.sn, { users: atDoor.users, templates })
  expect(formatTerminalUsersByPin(terminal)).toMatchObject({ [ana]: '3  Ana', [berta]: '0  Berta' })
  await waitUntilInSync(terminal)
  await waitUntilInSync(terminal)
  expect(formatTerminalUsersByPin(terminal)[ana]).toBe('0  Ana')
  expect(terminal.punch(ana, { method: 'finger' })).toMatchObject({ opened: true, owner: ana })
  const device = (await gym.admin.call('devices.list')).find(({ sn }) => sn === atDoor.sn)
  const people = await gym.admin.call('devices.people', { params: { id_device: device?.id ?? 0 } })
  expect(people.map(({ pin, kind, name }) => [pin, kind, name])).toContainEqual([berta, 'stranger', 'Berta'])
})

test('restore: refused if the clock is earlier than the backup, unless CLOCK_IS_RIGHT is set', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(madeAt) - 3 * 3_600_000 })
  try {
    await expect(restoreFromArchive(configOf('early'), file)).rejects.toThrow(
      /^El reloj del equipo dice .+, y la copia es del .+ ponlo en hora/,
    )
    expect(existsSync(join(folder, 'early'))).toBe(false)
    expect((await restoreFromArchive({ ...configOf('early'), CLOCK_IS_RIGHT: true }, file))[0]).toMatch(
      /^Restaurado en/,
    )
  } finally {
    vi.useRealTimers()
  }
})

test('restore: repeating a sale with a key from before the backup returns the original answer', async () => {
  expect(await repeatSale(plain.admin)).toEqual(firstAnswer)
})

test('restore: fingerprints and faces stay unused until an administrator confirms consents', async () => {
  expect(await gym.admin.call('biometrics.settings')).toMatchObject({ keeps: false, kept: 1 })
  const messages = (await gym.admin.call('notifications.list')).items.map(({ message }) => message)
  expect(messages).toContainEqual(expect.stringMatching(/hasta que un administrador confirme los consentimientos/))
  const id_device = (await gym.admin.call('devices.list')).find(({ sn }) => sn === atDoor.sn)?.id ?? 0
  expect(await gym.admin.call('biometrics.device', { params: { id_device } })).toMatchObject({ keeps: false })
  const confirm = { keeps: true, unencrypted_copies: true, unproven_devices: true }
  expect(await gym.admin.call('biometrics.configure', { body: confirm })).toMatchObject({ keeps: true, kept: 1 })
})

test('restore: messages due since the backup wait for approval, later ones are sent', async () => {
  const other = await startTestApp({ SESSION_HOURS: '8760' })
  const world = await ReminderGym.make(other)
  try {
    // Three messages: one written and not yet due, one due and not yet written, one in the future.
    await world.member('2026-11-23', { phone_number: '809-555-0101' })
    other.clock.set('2026-11-20T11:00:00Z')
    await world.postman.plan(world.gym.gym.id)
    expect((await world.states()).map(([state]) => state)).toEqual(['pending'])
    await world.member('2026-11-20', { phone_number: '809-555-0102' })
    await world.member('2026-11-21', { phone_number: '809-555-0103' })
    const mark = { made_at: '2026-11-20T11:30:00.000Z', restored_at: '2026-11-20T18:00:00.000Z' }
    await finish(other, mark)
    world.gym.admin = await logInAs(other.app, world.gym.gym.username, testPassword)
    await world.round('2026-11-20T18:05:00Z')
    expect(world.whatsapp.sent).toEqual([])
    const waits = ['failed', 'Se restauró una copia: puede que ya haya salido. Si no, avísale tú.']
    expect(await world.states()).toEqual([waits, waits])
    await world.round('2026-11-21T14:00:00Z')
    expect(world.whatsapp.sent.map(({ to }) => to)).toEqual(['+18095550103'])
  } finally {
    await other.close()
  }
})
