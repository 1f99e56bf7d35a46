// Whoever took their agreement back, or was deleted, does not have it again because a copy of before is restored; nor does anybody have
// what was dropped alone.
import { appendFileSync, copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { logInAs } from '../testing/api.ts'
import { asOwner } from '../testing/digest.ts'
import { makeClient, makeGym, makeUnreadDevice, password, type TestGym } from '../testing/factories.ts'
import { dropFolder, newFolder, startOwnCluster } from '../testing/own-cluster.ts'
import { TestS3 } from '../testing/s3.ts'
import { holdings, makeTerminal, settle, terminalAt } from '../testing/terminals.ts'
import type { TestApp } from '../testing/test-app.ts'
import { withdrawnFile } from '../withdrawn-agreements.ts'
import { restore } from './commands.ts'
import { Nightly } from './nightly.ts'

const photo = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9]).toString('base64')

let s3: TestS3
let folder: string
let gym: TestGym
let other: TestGym
const names = ['ana', 'berta', 'carla', 'dora', 'elsa', 'fina', 'gina', 'hilda'] as const
let people: Record<(typeof names)[number], { id: number; id_zkteco: number | null }>
let elsewhere: number
let sn: string
let users: { pin: string; name: string; verify: number }[]
let copy: string
let later: string

const agree = (own: TestGym, id_client: number, agrees: boolean) =>
  own.admin.call('biometrics.agree', { params: { id_client }, body: { agrees } })
const keepPhoto = (own: TestGym, id_client: number) =>
  own.admin.call('biometrics.photo', { params: { id_client }, body: { image: photo } })
const dropPhoto = (admin: TestGym['admin'], id_client: number) =>
  admin.call('biometrics.drop', { params: { id_client }, query: { kind: 'photo' } })
const configOf = (name: string) => readConfig({ DATA_DIR: join(folder, name), ...s3.environmentOfCopies })

beforeAll(async () => {
  s3 = await TestS3.start()
  folder = newFolder()
  const first = await startOwnCluster(join(folder, 'first'))
  const { port } = await first.listen()
  gym = await makeGym(first)
  other = await makeGym(first)
  const { device, terminal } = await makeTerminal(gym, port)
  sn = device.sn
  const made = []
  for (const name of names) made.push([name, await makeClient(gym, { name })])
  people = Object.fromEntries(made)
  const { berta, fina } = people
  elsewhere = (await makeClient(other)).id
  for (const own of [gym, other]) await own.admin.call('biometrics.configure', { body: { keeps: true } })
  for (const { id } of Object.values(people)) await agree(gym, id, true)
  // Taken back, and given anew before the copy.
  first.clock.advance(60_000)
  await agree(gym, berta.id, false)
  first.clock.advance(60_000)
  await agree(gym, berta.id, true)
  await agree(other, elsewhere, true)
  for (const name of names) if (name !== 'hilda') await keepPhoto(gym, people[name].id)
  await keepPhoto(other, elsewhere)
  // Dropped, and taken anew before the copy.
  await dropPhoto(gym.admin, fina.id)
  first.clock.advance(1)
  await keepPhoto(gym, fina.id)
  await settle(terminal)
  users = [...terminal.users.values()].map(({ pin, name, verify }) => ({ pin, name, verify }))
  const { database, clock, app } = first
  clock.advance(24 * 3_600_000)
  const nightly = new Nightly({
    config: configOf('first'),
    database,
    clock: clock.now,
    log: app.log,
    freeSpaceOf: async () => 1e15,
    rate: Number.POSITIVE_INFINITY,
    patience: { retry: 1, rest: 0, waits: [] },
  })
  await nightly.lookNow()
  await nightly.bucket?.lookNow()
  copy = readdirSync(join(folder, 'first-copias')).find((name) => name.endsWith('.copia')) ?? ''
  clock.advance(60_000)
  await takeBack(first)
  clock.advance(120_000)
  await nightly.lookNow()
  await nightly.bucket?.lookNow()
  nightly.bucket?.close()
  clock.advance(24 * 3_600_000)
  await nightly.lookNow()
  later = readdirSync(join(folder, 'first-copias')).find((name) => name.endsWith('.copia') && name !== copy) ?? ''
  await first.close()
}, 150_000)
afterAll(async () => {
  await s3.close()
  dropFolder(folder)
}, 60_000)

/** What happens after the copy. */
async function takeBack({ app, dataDir }: TestApp): Promise<void> {
  const { ana, carla, dora, elsa, gina, hilda } = people
  const again = await logInAs(app, gym.gym.username, password)
  await again.call('biometrics.agree', { params: { id_client: ana.id }, body: { agrees: false } })
  // Noted before it was answered; what a power cut leaves of the next is none.
  expect(readFileSync(join(dataDir, withdrawnFile), 'utf8')).toContain(`\n${gym.gym.id} ${ana.id} 20`)
  appendFileSync(join(dataDir, withdrawnFile), `${gym.gym.id} ${carla.id} 20`)
  // The first of what was written after the line that was cut off.
  await dropPhoto(again, elsa.id)
  // Of whom the copy has an agreement and nothing else.
  await again.call('biometrics.photo', { params: { id_client: hilda.id }, body: { image: photo } })
  await dropPhoto(again, hilda.id)
  await again.call('clients.delete', { params: { id_client: dora.id } })
  const params = { id_client: ana.id, id_other: gina.id }
  const { digest } = await again.call('clients.compare', { params })
  await again.call('clients.merge', { params, body: { take: [], confirm: digest } })
  const otherAgain = await logInAs(app, other.gym.username, password)
  await otherAgain.call('biometrics.configure', { body: { keeps: false } })
}

/** Of a gym's person: whether they agree, and how much is kept. */
async function known(app: TestApp, own: TestGym, id_client: number) {
  const admin = await logInAs(app.app, own.gym.username, password)
  const { agreed_at, kept } = await admin.call('biometrics.read', { params: { id_client } })
  return { agrees: agreed_at !== null, kept: kept.length }
}

/** The clock of the copy was a day ahead. */
async function restored(name: string, from: string): Promise<TestApp> {
  mkdirSync(join(folder, name))
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  await restore(configOf(name), from).finally(() => said.mockRestore())
  return startOwnCluster(join(folder, name))
}

async function expectWithdrawn(app: TestApp): Promise<void> {
  const { ana, berta, carla, dora, elsa, fina, gina, hilda } = people
  expect(await known(app, gym, ana.id)).toEqual({ agrees: false, kept: 0 })
  expect(await known(app, gym, berta.id)).toEqual({ agrees: true, kept: 1 })
  expect(await known(app, gym, carla.id)).toEqual({ agrees: true, kept: 1 })
  expect(await known(app, gym, dora.id)).toEqual({ agrees: false, kept: 0 })
  expect(await known(app, gym, elsa.id)).toEqual({ agrees: true, kept: 0 })
  expect(await known(app, gym, fina.id)).toEqual({ agrees: true, kept: 1 })
  expect(await known(app, gym, gina.id)).toEqual({ agrees: false, kept: 0 })
  expect(await known(app, gym, hilda.id)).toEqual({ agrees: true, kept: 0 })
  expect(await known(app, other, elsewhere)).toEqual({ agrees: false, kept: 0 })
  const admin = await logInAs(app.app, gym.gym.username, password)
  const told = (await admin.call('notifications.list')).items.map(({ message }) => message)
  expect(told.filter((message) => message.includes('consentimiento'))).toEqual([])
}

test('of what lies beside the copy', { timeout: 90_000 }, async () => {
  const app = await restored('second', join(folder, 'first-copias', copy))
  try {
    await expectWithdrawn(app)
    const { port } = await app.listen()
    const { ana, carla, dora, elsa, hilda } = people
    const pins = [ana, carla, dora, elsa, hilda].map(({ id_zkteco }) => String(id_zkteco))
    const templates = pins.map((pin) => ({ pin, kind: 'finger' as const, number: 6, owner: pin }))
    const terminal = terminalAt(port, sn, { users, templates })
    await settle(terminal)
    await settle(terminal)
    expect(Object.keys(holdings(terminal))).toEqual(expect.arrayContaining(pins))
    expect(pins.map((pin) => terminal.templates.of(pin, 'finger').length)).toEqual([0, 1, 0, 0, 0])
    expect(await known(app, gym, hilda.id)).toEqual({ agrees: true, kept: 0 })
    // One of which the copy knows nothing: it came after it, and was away when it was dropped.
    const admin = await logInAs(app.app, gym.gym.username, password)
    const { sn: since } = await makeUnreadDevice({ admin })
    const came = terminalAt(port, since, { users, templates, faults: { sendsTemplates: true } })
    for (let round = 0; round < 3; round += 1) await settle(came)
    expect(Object.keys(holdings(came))).toEqual(expect.arrayContaining(pins))
    expect(pins.map((pin) => came.templates.of(pin, 'finger').length)).toEqual([0, 1, 0, 0, 0])
    for (const { id } of [elsa, hilda]) expect(await known(app, gym, id)).toEqual({ agrees: true, kept: 0 })
  } finally {
    await app.close()
  }
})

test('in the next copy there is nothing left of it, though nothing lies beside that', { timeout: 90_000 }, async () => {
  const alone = join(folder, 'alone')
  mkdirSync(alone)
  copyFileSync(join(folder, 'first-copias', later), join(alone, later))
  const app = await restored('fourth', join(alone, later))
  try {
    const { ana, berta, elsa } = people
    expect(await known(app, gym, ana.id)).toEqual({ agrees: false, kept: 0 })
    expect(await known(app, gym, berta.id)).toEqual({ agrees: true, kept: 1 })
    expect(await known(app, gym, elsa.id)).toEqual({ agrees: true, kept: 0 })
    const rows = await asOwner(
      app,
      async (owner) => (await owner.query('select distinct id_client from biometrics')).rows,
    )
    const [carla, fina] = [people.carla.id, people.fina.id]
    expect(rows.map(({ id_client }) => id_client).sort()).toEqual([berta.id, carla, fina].sort())
  } finally {
    await app.close()
  }
})

test('of what lies in the bucket', { timeout: 90_000 }, async () => {
  expect(s3.keys.filter((key) => key.endsWith('.retiros')).length).toBe(1)
  const app = await restored('third', `s3:${copy}`)
  await expectWithdrawn(app).finally(() => app.close())
  // Also for whoever restores the same copy once more from there.
  expect(readFileSync(join(folder, 'third', withdrawnFile))).toEqual(
    readFileSync(join(folder, 'second', withdrawnFile)),
  )
})
